import { type ChecksumAlgorithm, checksumAlgorithmOf, checksumElements, startChecksum } from '../checksum/checksum.js';
import { startEntityTag } from '../checksum/entity-tag.js';
import { type ObjectRecord, type OpenObject, readRange } from '../disk/object-file.js';
import type { ByteRange } from '../http/range.js';
import { percentDecode } from '../http/uri.js';
import { type XmlNode, xmlDocument } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { type ObjectAttributes, readAttributes } from '../object/attributes.js';
import { recordOf, storeObject, withStagedCopy } from '../object/store-object.js';
import { checkReadConditions, writePrecondition } from '../request/conditional.js';
import { bucketOf, type Exchange, keyOf, type Operation, requirePermission, xmlReply } from '../request/exchange.js';
import { type BodyDigest, RunningDigest, type Sink, unasked } from '../request/receive-body.js';
import { openReadable } from './get-object.js';

/** CopyObject: the source's bytes under another key, with its attributes or new ones. */
export const copyObject: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  const key = keyOf(exchange);
  const replaceMetadata = directive(exchange, 'x-amz-metadata-directive') === 'REPLACE';
  const replaceTags = directive(exchange, 'x-amz-tagging-directive') === 'REPLACE';
  const given = readAttributes(exchange.headers);
  const source = await openCopySource(exchange);
  try {
    const { record } = source;
    if (record.key === key && source.bucketName === bucket.name && !replaceMetadata) {
      throw new S3Error(
        'InvalidRequest',
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      );
    }
    if (record.size > exchange.settings.limits.objectBytes) {
      throw new S3Error(
        'InvalidRequest',
        'The specified copy source is larger than the maximum allowable size for a copy source',
      );
    }
    const attributes: ObjectAttributes = {
      headers: replaceMetadata ? given.headers : record.headers,
      metadata: replaceMetadata ? given.metadata : record.metadata,
      tags: replaceTags ? given.tags : record.tags,
      acl: given.acl,
    };
    const precondition = writePrecondition(exchange.headers);
    const asked = exchange.headers.get('x-amz-checksum-algorithm');
    const algorithm = asked === undefined ? record.checksum?.algorithm : checksumAlgorithmOf(asked);
    const incoming = { bytes: record.size, purpose: 'copy' } as const;
    const copied =
      algorithm !== record.checksum?.algorithm || record.checksum?.type === 'COMPOSITE'
        ? await storeObject(exchange, bucket, { key, attributes, precondition, incoming }, (sink) =>
            copyWhole(source, algorithm, sink),
          )
        : await withStagedCopy(exchange, source, async (staged) => {
            const { size, etag, checksum } = record;
            const copy = { key, ...recordOf(exchange, { size, etag, checksum }), ...attributes };
            await staged.finish(copy);
            await bucket.commit(key, staged, precondition);
            return copy;
          });
    return xmlReply(xmlDocument('CopyObjectResult', copyResult(copied)));
  } finally {
    await source.handle.close();
  }
};

/** The members of CopyObjectResult and CopyPartResult. */
export function copyResult({ etag, modified, checksum }: ObjectRecord): XmlNode {
  return { LastModified: new Date(modified).toISOString(), ETag: `"${etag}"`, ...checksumElements(checksum) };
}

/** Opens what x-amz-copy-source names, `[/]bucket/key` percent-encoded, if its conditions hold. The caller closes it. */
export async function openCopySource(exchange: Exchange): Promise<OpenObject & { readonly bucketName: string }> {
  const header = exchange.headers.get('x-amz-copy-source') ?? '';
  const [path = '', query] = header.split('?');
  if (query !== undefined && query !== 'versionId=null')
    throw new S3Error('NotImplemented', undefined, { Header: 'x-amz-copy-source' });
  const match = /^\/?([^/]+)\/(.+)$/s.exec(percentDecode(path));
  if (!match) {
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey', {
      ArgumentName: 'x-amz-copy-source',
      ArgumentValue: header,
    });
  }
  const [, bucketName = '', key = ''] = match;
  const source = await openReadable(exchange, exchange.disk.bucket(bucketName), key);
  try {
    checkReadConditions(exchange.headers, source.record, 'x-amz-copy-source-');
  } catch (error) {
    await source.handle.close();
    throw error;
  }
  return { ...source, bucketName };
}

/**
 * Reads a whole object into `sink`, for another checksum than the source has. One that was put together from parts becomes one
 * of the whole, as on S3, because a copy has no parts.
 */
async function copyWhole(
  source: OpenObject,
  algorithm: ChecksumAlgorithm | undefined,
  sink: Sink,
): Promise<BodyDigest> {
  const { size, etag } = source.record;
  const running = algorithm && startChecksum(algorithm);
  for await (const piece of readRange(source, { start: 0, end: size })) {
    running?.update(piece);
    await sink(piece);
  }
  if (!running) return { size, etag, checksum: undefined };
  return { size, etag, checksum: { algorithm, value: running.digest().toString('base64'), type: 'FULL_OBJECT' } };
}

/** Reads a range of an object into `sink`, with the digests that a body of these bytes would have; `algorithm` is wanted. */
export async function copyBytes(
  source: OpenObject,
  range: ByteRange,
  sink: Sink,
  algorithm: ChecksumAlgorithm | undefined,
): Promise<BodyDigest> {
  const whole = range.start === 0 && range.end === source.record.size;
  const tag = startEntityTag(range.end - range.start, undefined);
  const kept = algorithm ?? (whole ? source.record.checksum?.algorithm : undefined);
  const digest = new RunningDigest(tag, unasked(kept, tag), Infinity);
  for await (const piece of readRange(source, range)) await digest.take(piece, sink);
  return digest.finish();
}

function directive(exchange: Exchange, name: string): 'COPY' | 'REPLACE' {
  const value = exchange.headers.get(name) ?? 'COPY';
  if (value === 'COPY' || value === 'REPLACE') return value;
  throw new S3Error('InvalidArgument', `Unknown directive.`, { ArgumentName: name, ArgumentValue: value });
}
