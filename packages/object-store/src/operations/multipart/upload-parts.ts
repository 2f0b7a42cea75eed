import type { Bucket } from '../../disk/bucket.js';
import type { UploadRecord } from '../../disk/multipart-uploads.js';
import type { ObjectRecord } from '../../disk/object-file.js';
import { xmlDocument } from '../../http/xml.js';
import { S3Error } from '../../kernel/error.js';
import { digestHeaders, type Incoming, incomingBody, recordOf, withStagedFile } from '../../object/store-object.js';
import { bucketOf, type Exchange, keyOf, type Operation, requirePermission, xmlReply } from '../../request/exchange.js';
import { type BodyDigest, receiveBody, type Sink } from '../../request/receive-body.js';
import { copyBytes, copyResult, openCopySource } from '../copy-object.js';
import { parsePartNumber } from '../object-part.js';

/**
 * The upload that a request names.
 * @throws NoSuchUpload
 */
export async function uploadOf(
  exchange: Exchange,
): Promise<{ bucket: Bucket; key: string; id: string; upload: UploadRecord }> {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  const key = keyOf(exchange);
  const id = exchange.target.query.get('uploadId') ?? '';
  return { bucket, key, id, upload: await exchange.uploads.read(bucket, id, key) };
}

/** UploadPart. */
export const uploadPart: Operation = async (exchange) => {
  const { upload, ...place } = await uploadOf(exchange);
  const number = partNumber(exchange);
  const record = await storePart(exchange, place, number, incomingBody(exchange), async (sink) => {
    const limit = exchange.settings.limits.objectBytes;
    const digest = await receiveBody(exchange, limit, sink, upload.checksum?.algorithm);
    if (upload.checksum && digest.checksum && digest.checksum.algorithm !== upload.checksum.algorithm) {
      throw new S3Error(
        'InvalidRequest',
        `Checksum Type mismatch occurred, expected checksum Type: ${upload.checksum.algorithm}, actual checksum Type: ${digest.checksum.algorithm}`,
      );
    }
    return digest;
  });
  return { status: 200, headers: digestHeaders(record) };
};

/** UploadPartCopy: a part from an object or a range of one. */
export const uploadPartCopy: Operation = async (exchange) => {
  const { upload, ...place } = await uploadOf(exchange);
  const number = partNumber(exchange);
  const source = await openCopySource(exchange);
  try {
    const { size } = source.record;
    const match = /^bytes=(\d+)-(\d+)$/.exec(exchange.headers.get('x-amz-copy-source-range') ?? `bytes=0-${size - 1}`);
    const range = { start: Number(match?.[1]), end: Number(match?.[2]) + 1 };
    if (size > 0 && (!match || range.start >= range.end || range.end > size)) {
      throw new S3Error(
        'InvalidArgument',
        'The x-amz-copy-source-range value must be of the form bytes=first-last, within the source',
        {
          ArgumentName: 'x-amz-copy-source-range',
        },
      );
    }
    const whole = size === 0 ? { start: 0, end: 0 } : range;
    const incoming = { bytes: whole.end - whole.start, purpose: 'copy' } as const;
    const record = await storePart(exchange, place, number, incoming, (sink) =>
      copyBytes(source, whole, sink, upload.checksum?.algorithm),
    );
    return xmlReply(xmlDocument('CopyPartResult', copyResult(record)));
  } finally {
    await source.handle.close();
  }
};

async function storePart(
  exchange: Exchange,
  { bucket, key, id }: { readonly bucket: Bucket; readonly key: string; readonly id: string },
  number: number,
  incoming: Incoming,
  receive: (sink: Sink) => Promise<BodyDigest>,
): Promise<ObjectRecord> {
  return await withStagedFile(exchange, incoming, async (staged) => {
    const digest = await receive((piece) => staged.write(piece));
    const record = { key, ...recordOf(exchange, digest), headers: {}, metadata: {}, acl: 'private', tags: {} };
    await staged.finishPart(record);
    await exchange.uploads.putPart(bucket, id, number, staged);
    return record;
  });
}

function partNumber({ target }: Exchange): number {
  return parsePartNumber(target.query.get('partNumber') ?? '');
}
