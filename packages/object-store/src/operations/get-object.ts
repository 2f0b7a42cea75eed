import type { Checksum } from '../checksum/checksum.js';
import type { Bucket } from '../disk/bucket.js';
import type { ObjectRecord, OpenObject } from '../disk/object-file.js';
import { type ByteRange, parseRange } from '../http/range.js';
import { S3Error } from '../kernel/error.js';
import { requireHeaderValue, storedHeaderNames, toHeaderText } from '../object/attributes.js';
import { contentSecurityPolicy } from '../object/content-security-policy.js';
import { digestHeaders } from '../object/store-object.js';
import { checkReadConditions, rangeApplies } from '../request/conditional.js';
import { bucketOf, type Exchange, keyOf, type Operation, type Reply, requirePermission } from '../request/exchange.js';
import { partOf } from './object-part.js';

/** GetObject: conditions, one range or one part, response-* overrides. */
export const getObject: Operation = async (exchange) => await read(exchange, true);

/** HeadObject: what GetObject answers, without the body. */
export const headObject: Operation = async (exchange) => await read(exchange, false);

async function read(exchange: Exchange, withBody: boolean): Promise<Reply> {
  const bucket = bucketOf(exchange);
  const overrides = responseOverrides(exchange);
  const object = await openReadable(exchange, bucket, keyOf(exchange));
  try {
    const { record } = object;
    checkReadConditions(exchange.headers, record);
    const { range, checksum } = askedPiece(exchange, record);
    const { start, end } = range ?? { start: 0, end: record.size };
    const withChecksum = exchange.headers.get('x-amz-checksum-mode') === 'ENABLED';
    const headers = {
      ...objectHeaders(record, withChecksum ? checksum : undefined),
      ...overrides,
      'content-length': String(end - start),
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${record.size}` }),
    };
    const policy = {
      'content-security-policy': contentSecurityPolicy(
        overrides['content-type'] ?? object.record.headers['content-type'],
      ),
    };
    const status = range ? 206 : 200;
    if (withBody) return { status, headers: { ...headers, ...policy }, body: { object, start, end } };
    await object.handle.close();
    return { status, headers: { ...headers, ...policy } };
  } catch (error) {
    await object.handle.close();
    throw error instanceof S3Error && error.code === 'NotModified' ? notModified(error, object.record) : error;
  }
}

/** A part or a range, and the checksum of exactly these bytes. No range means the whole object. */
function askedPiece(
  { target, headers }: Exchange,
  record: ObjectRecord,
): { readonly range: ByteRange | undefined; readonly checksum: Checksum | undefined } {
  const number = target.query.get('partNumber');
  if (number !== undefined) {
    if (headers.has('range')) {
      throw new S3Error('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter');
    }
    const part = partOf(record, number);
    // An empty part has no range that a header could name.
    return { range: part.range.start < part.range.end ? part.range : undefined, checksum: part.checksum };
  }
  const range = parseRange(rangeApplies(headers, record) ? headers.get('range') : undefined, record.size);
  return { range, checksum: range ? undefined : record.checksum };
}

/**
 * Opens an object for a reader who has permission. A caller who may not list the bucket cannot find out which keys exist.
 * @throws NoSuchKey, AccessDenied
 */
export async function openReadable(exchange: Exchange, bucket: Bucket, key: string): Promise<OpenObject> {
  const { caller } = exchange.authenticated;
  let object: OpenObject;
  try {
    object = await bucket.open(key);
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchKey') requirePermission(caller, bucket, 'read-bucket');
    throw error;
  }
  if (caller.kind === 'anonymous' && !object.record.acl.startsWith('public-read')) {
    await object.handle.close();
    throw new S3Error('AccessDenied');
  }
  return object;
}

function objectHeaders(record: ObjectRecord, checksum: Checksum | undefined): Record<string, string> {
  const { etag, parts } = record;
  const tagCount = Object.keys(record.tags).length;
  return {
    ...record.headers,
    ...Object.fromEntries(Object.entries(record.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
    ...digestHeaders({ etag, ...(checksum ? { checksum } : {}) }),
    ...(parts && { 'x-amz-mp-parts-count': String(parts.length) }),
    'last-modified': new Date(record.modified).toUTCString(),
    'accept-ranges': 'bytes',
    ...(tagCount > 0 && { 'x-amz-tagging-count': String(tagCount) }),
  };
}

/** RFC 9110 asks a 304 to carry the entity tag. */
function notModified(error: S3Error, record: ObjectRecord): S3Error {
  return new S3Error(error.code, undefined, { ETag: `"${record.etag}"` });
}

/**
 * Reads response-content-type and the other response-* parameters, which only signed requests may have.
 * @throws InvalidRequest for an anonymous request
 */
function responseOverrides({ target, authenticated }: Exchange): Record<string, string> {
  const overrides: Record<string, string> = {};
  for (const name of storedHeaderNames) {
    const value = target.query.get(`response-${name}`);
    if (value === undefined) continue;
    if (authenticated.caller.kind === 'anonymous') {
      throw new S3Error(
        'InvalidRequest',
        'Request specific response headers cannot be used for anonymous GET requests.',
      );
    }
    overrides[name] = requireHeaderValue(`response-${name}`, toHeaderText(value));
  }
  return overrides;
}
