import { type Checksum, checksumElements, startChecksum } from '../../checksum/checksum.js';
import { multipartEntityTag } from '../../checksum/entity-tag.js';
import type { Bucket } from '../../disk/bucket.js';
import type { Part, UploadRecord } from '../../disk/multipart-uploads.js';
import { type ObjectRecord, readRange } from '../../disk/object-file.js';
import type { StagedFile } from '../../disk/staged-file.js';
import { uriEncodePath } from '../../http/uri.js';
import { parseXml, xmlDocument } from '../../http/xml.js';
import { S3Error } from '../../kernel/error.js';
import { withStagedFile } from '../../object/store-object.js';
import { writePrecondition } from '../../request/conditional.js';
import { bucketOf, type Exchange, keyOf, type Operation, requirePermission, xmlReply } from '../../request/exchange.js';
import { receiveSmallBody } from '../../request/receive-body.js';
import { chooseParts, type ListedPart, listedParts } from './chosen-parts.js';
import { checkCompletion, completionChecksum } from './completion-checksum.js';

/**
 * CompleteMultipartUpload: the chosen parts are copied one behind the other into the object's file, so that an object is
 * always one file; the parts go when it is in place. A repeated request gets the answer of the first one, as long as the
 * object is still the one that the upload made.
 */
export const completeMultipartUpload: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  const key = keyOf(exchange);
  const id = exchange.target.query.get('uploadId') ?? '';
  // The body's own checksum header, if any, is the object's here and must not be taken for the body's.
  const bodyExchange = { ...exchange, headers: withoutChecksums(exchange.headers) };
  const body = await receiveSmallBody(bodyExchange, exchange.settings.limits.xmlBytes);
  const listed = listedParts(parseXml(body, 'CompleteMultipartUpload'));
  const record = await exchange.uploads.alone(id, async () => {
    const completed = await completedBefore(bucket, key, id, listed);
    if (completed) {
      // A crash may have left the parts.
      await exchange.uploads.removeIfAny(bucket, id);
      return completed;
    }
    const upload = await exchange.uploads.read(bucket, id, key);
    const parts = chooseParts(listed, await exchange.uploads.parts(bucket, id), exchange.settings.limits);
    const assembled = await assemble(exchange, bucket, { key, id, upload }, parts);
    await exchange.uploads.remove(bucket, id);
    return assembled;
  });
  return xmlReply(
    xmlDocument('CompleteMultipartUploadResult', {
      Location: `${exchange.origin}/${bucket.name}/${uriEncodePath(key)}`,
      Bucket: bucket.name,
      Key: key,
      ETag: `"${record.etag}"`,
      ...checksumElements(record.checksum),
    }),
  );
};

/** The object, if this upload made it of the same parts. The entity tags of the parts determine that of the object. */
async function completedBefore(
  bucket: Bucket,
  key: string,
  id: string,
  listed: readonly ListedPart[],
): Promise<ObjectRecord | undefined> {
  const existing = await bucket.readIfAny(key);
  const same = existing?.uploadId === id && existing.etag === multipartEntityTag(listed.map(({ etag }) => etag));
  return same ? existing : undefined;
}

interface Upload {
  readonly key: string;
  readonly id: string;
  readonly upload: UploadRecord;
}

async function assemble(
  exchange: Exchange,
  bucket: Bucket,
  { key, id, upload }: Upload,
  parts: readonly Part[],
): Promise<ObjectRecord> {
  const size = parts.reduce((sum, { record }) => sum + record.size, 0);
  const wanted = completionChecksum(exchange.headers, upload.checksum);
  return await withStagedFile(exchange, { bytes: size, purpose: 'copy' }, async (staged) => {
    const checksum = await joinParts(exchange, bucket, { id, wanted }, parts, staged);
    checkCompletion(exchange.headers, size, checksum);
    const { checksum: _asked, initiated: _initiated, ...attributes } = upload;
    const record: ObjectRecord = {
      ...attributes,
      size,
      etag: multipartEntityTag(parts.map((part) => part.record.etag)),
      modified: exchange.settings.clock(),
      ...(checksum && { checksum }),
      uploadId: id,
      parts: parts.map((part) =>
        upload.checksum && part.record.checksum ? [part.record.size, part.record.checksum.value] : [part.record.size],
      ),
    };
    await staged.finish(record);
    await bucket.commit(key, staged, writePrecondition(exchange.headers));
    return record;
  });
}

/** Copies the parts and returns the checksum of the whole, if one is wanted. */
async function joinParts(
  exchange: Exchange,
  bucket: Bucket,
  { id, wanted }: { readonly id: string; readonly wanted: UploadRecord['checksum'] },
  parts: readonly Part[],
  staged: StagedFile,
): Promise<Checksum | undefined> {
  const whole = wanted?.type === 'FULL_OBJECT' ? startChecksum(wanted.algorithm) : undefined;
  for (const { number } of parts) {
    const object = await exchange.uploads.openPart(bucket, id, number);
    try {
      for await (const piece of readRange(object, { start: 0, end: object.record.size })) {
        whole?.update(piece);
        await staged.write(piece);
      }
    } finally {
      await object.handle.close();
    }
  }
  if (!wanted) return undefined;
  const { algorithm, type } = wanted;
  if (whole) return { algorithm, type, value: whole.digest().toString('base64') };
  const composite = startChecksum(algorithm);
  for (const { record } of parts) {
    if (record.checksum?.algorithm !== algorithm) throw new S3Error('InternalError');
    composite.update(Buffer.from(record.checksum.value, 'base64'));
  }
  return { algorithm, type, value: `${composite.digest().toString('base64')}-${parts.length}` };
}

function withoutChecksums(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...headers].filter(([name]) => !/^x-amz-(sdk-)?checksum-/.test(name)));
}
