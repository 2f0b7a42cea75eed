import { expectedChecksum } from '../checksum/checksum.js';
import { startEntityTag } from '../checksum/entity-tag.js';
import type { ObjectRecord } from '../disk/object-file.js';
import { MAX_PRE_DATA_BYTES, tooMuchPreData } from '../form/form-reader.js';
import { readUploadForm, type UploadForm } from '../form/read-upload-form.js';
import { uriEncode } from '../http/uri.js';
import { plainXmlDocument } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { readAttributes, toHeaderText } from '../object/attributes.js';
import { storeObject } from '../object/store-object.js';
import { parseTagDocument } from '../object/tags.js';
import { checkPolicy, type LengthRange } from '../policy/check-policy.js';
import { parsePostPolicy } from '../policy/post-policy.js';
import { authenticateForm, missingField } from '../policy/post-signature.js';
import {
  bucketOf,
  type Exchange,
  type Operation,
  type Reply,
  requireKeyLength,
  requirePermission,
} from '../request/exchange.js';
import { type BodyDigest, declaredLength, RunningDigest, type Sink, unasked } from '../request/receive-body.js';

/** PostObject: an upload by an HTML form, allowed by its signed policy or by the bucket's access list. */
export const postObject: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  const form = await readUploadForm(exchange);
  try {
    const { fields } = form;
    const key = expandFileName(form);
    const named = fields.get('bucket');
    if (named !== undefined && named !== bucket.name) {
      throw new S3Error(
        'AccessDenied',
        'The form field "bucket" names another bucket than the address of the request.',
      );
    }
    const caller = authenticateForm(exchange.settings, fields);
    const policy = fields.get('policy');
    // An unsigned policy allows nothing, but the form must still meet its conditions.
    const conditions = policy === undefined ? undefined : parsePostPolicy(policy);
    const conditioned = new Map(fields).set('bucket', bucket.name);
    const range = conditions && checkPolicy(conditions, conditioned, exchange.settings.clock());
    requirePermission(caller, bucket, 'write-bucket');
    requireKeyLength(key);
    const headerFields = new Map([...fields].map(([name, value]) => [name, toHeaderText(value)]));
    const { tags: _none, ...attributes } = readAttributes(headerFields);
    const tagging = fields.get('tagging');
    const tags = tagging === undefined ? {} : parseTagDocument(Buffer.from(tagging, 'utf8'));

    const object = {
      key,
      attributes: { ...attributes, tags },
      incoming: { bytes: declaredLength(exchange) ?? 0, purpose: 'upload' } as const,
    };
    const record = await storeObject(exchange, bucket, object, (sink) => receiveFile(exchange, form, range, sink));
    return success(exchange, fields, bucket.name, record);
  } finally {
    form.cancel();
  }
};

/**
 * Replaces `${filename}` in every field except the policy, which is signed unchanged. Returns the key.
 * @throws MaxPostPreDataLengthExceeded if the fields grow over the limit for sent fields; 36 KB could otherwise become 30 MB
 */
function expandFileName({ fields, fileName }: UploadForm): string {
  if (fileName !== undefined) {
    let grown = 0;
    for (const [name, value] of fields) {
      if (name === 'policy') continue;
      const parts = value.split(/\$\{filename\}/);
      grown += value.length + (parts.length - 1) * fileName.length;
      if (grown > MAX_PRE_DATA_BYTES) throw tooMuchPreData();
      fields.set(name, parts.join(fileName));
    }
  }
  const key = fields.get('key');
  if (key === undefined || key === '') throw missingField('key');
  return key;
}

async function receiveFile(
  exchange: Exchange,
  form: UploadForm,
  range: LengthRange | undefined,
  sink: Sink,
): Promise<BodyDigest> {
  const limit = Math.min(range?.max ?? Infinity, exchange.settings.limits.objectBytes);
  const asked = expectedChecksum(form.fields, false);
  const tag = startEntityTag(declaredLength(exchange), formMd5(form.fields));
  const digest = new RunningDigest(tag, asked ?? unasked(undefined, tag), limit);
  await form.receive((piece) => digest.take(piece, sink));
  if (digest.size < (range?.min ?? 0)) {
    throw new S3Error('EntityTooSmall', undefined, {
      ProposedSize: String(digest.size),
      MinSizeAllowed: String(range?.min),
    });
  }
  return digest.finish();
}

function formMd5(fields: ReadonlyMap<string, string>): Buffer | undefined {
  const text = fields.get('content-md5');
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

function success(
  exchange: Exchange,
  fields: ReadonlyMap<string, string>,
  bucket: string,
  { key, etag }: ObjectRecord,
): Reply {
  const redirect = redirectTo(fields.get('success_action_redirect') ?? fields.get('redirect'), bucket, key, etag);
  const location = `${exchange.origin}/${bucket}/${uriEncode(key)}`;
  const headers = { etag: `"${etag}"`, location };
  if (redirect !== undefined) return { status: 303, headers: { ...headers, location: redirect } };
  const asked = fields.get('success_action_status');
  if (asked !== '201') return { status: asked === '200' ? 200 : 204, headers };
  const body = plainXmlDocument('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: `"${etag}"` });
  return { status: 201, headers: { ...headers, 'content-type': 'application/xml' }, body };
}

/** The redirect's target with bucket, key and etag in its query; undefined for anything but an absolute http(s) URL. */
function redirectTo(target: string | undefined, bucket: string, key: string, etag: string): string | undefined {
  if (target === undefined || !/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  // `URL` encodes control and non-ASCII characters, which a header must not have.
  const url = new URL(target).href;
  const [base = '', fragment] = url.split('#');
  const root = base.endsWith('/') && !target.split('#')[0]?.endsWith('/') ? base.slice(0, -1) : base;
  const query = new URLSearchParams({ bucket, key, etag: `"${etag}"` });
  return `${root}${root.includes('?') ? '&' : '?'}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}
