import { checksumAlgorithmOf, checksumAlgorithms, checksumElement } from '../../checksum/checksum.js';
import { compareUploads, type UploadRecord } from '../../disk/multipart-uploads.js';
import type { Headers } from '../../http/headers.js';
import { uriEncodePath } from '../../http/uri.js';
import { xmlDocument } from '../../http/xml.js';
import { S3Error } from '../../kernel/error.js';
import { readAttributes } from '../../object/attributes.js';
import { owner } from '../../object/owner.js';
import {
  bucketOf,
  countParameter,
  keyOf,
  type Operation,
  requirePermission,
  xmlReply,
} from '../../request/exchange.js';
import { uploadOf } from './upload-parts.js';

/** CreateMultipartUpload. */
export const createMultipartUpload: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  const key = keyOf(exchange);
  const checksum = requestedChecksum(exchange.headers);
  await exchange.disk.requireSpace();
  const id = await exchange.uploads.create(bucket, {
    key,
    initiated: exchange.settings.clock(),
    ...readAttributes(exchange.headers),
    ...(checksum && { checksum }),
  });
  return xmlReply(
    xmlDocument('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: id }),
    checksum && {
      'x-amz-checksum-algorithm': checksumAlgorithms[checksum.algorithm][0],
      'x-amz-checksum-type': checksum.type,
    },
  );
};

/** AbortMultipartUpload. */
export const abortMultipartUpload: Operation = async (exchange) => {
  const { bucket, key, id } = await uploadOf(exchange);
  await exchange.uploads.alone(id, async () => {
    await exchange.uploads.read(bucket, id, key);
    await exchange.uploads.remove(bucket, id);
  });
  return { status: 204 };
};

/** ListParts, in pages by part number. */
export const listParts: Operation = async (exchange) => {
  const { bucket, key, id, upload } = await uploadOf(exchange);
  const { query } = exchange.target;
  const marker = countParameter(query, 'part-number-marker', 0, 10_000);
  const maxParts = countParameter(query, 'max-parts', 1000, 1000);
  const parts = (await exchange.uploads.parts(bucket, id)).filter(({ number }) => number > marker);
  const page = parts.slice(0, maxParts);
  return xmlReply(
    xmlDocument('ListPartsResult', {
      Bucket: bucket.name,
      Key: key,
      UploadId: id,
      Initiator: owner,
      Owner: owner,
      StorageClass: 'STANDARD',
      PartNumberMarker: marker,
      NextPartNumberMarker: page.at(-1)?.number ?? 0,
      MaxParts: maxParts,
      IsTruncated: page.length < parts.length,
      ChecksumAlgorithm: upload.checksum && checksumAlgorithms[upload.checksum.algorithm][0],
      ChecksumType: upload.checksum?.type,
      Part: page.map(({ number, record }) => ({
        PartNumber: number,
        LastModified: new Date(record.modified).toISOString(),
        ETag: `"${record.etag}"`,
        Size: record.size,
        ...(record.checksum && { [checksumElement(record.checksum.algorithm)]: record.checksum.value }),
      })),
    }),
  );
};

/**
 * ListMultipartUploads, in pages by key and then by id. Without upload-id-marker a page begins behind the key of key-marker;
 * upload-id-marker alone means nothing, as on S3. The upload that a marker names may be gone by then.
 */
export const listMultipartUploads: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'owner');
  const { query } = exchange.target;
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker') ?? '';
  const maxUploads = countParameter(query, 'max-uploads', 1000, 1000);
  const encode = query.get('encoding-type') === 'url' ? uriEncodePath : (text: string): string => text;
  const all = (await exchange.uploads.list(bucket)).filter(({ record }) => record.key.startsWith(prefix));
  const rest = all.filter(
    ({ id, record }) =>
      compareUploads(record.key, id, keyMarker, idMarker) > 0 && (record.key !== keyMarker || idMarker !== ''),
  );
  const page = rest.slice(0, maxUploads);
  const truncated = page.length < rest.length;
  return xmlReply(
    xmlDocument('ListMultipartUploadsResult', {
      Bucket: bucket.name,
      KeyMarker: encode(keyMarker),
      UploadIdMarker: idMarker,
      NextKeyMarker: truncated ? encode(page.at(-1)?.record.key ?? '') : undefined,
      NextUploadIdMarker: truncated ? page.at(-1)?.id : undefined,
      Prefix: encode(prefix),
      EncodingType: query.get('encoding-type'),
      MaxUploads: maxUploads,
      IsTruncated: truncated,
      Upload: page.map(({ id, record }) => ({
        Key: encode(record.key),
        UploadId: id,
        Initiator: owner,
        Owner: owner,
        StorageClass: 'STANDARD',
        Initiated: new Date(record.initiated).toISOString(),
      })),
    }),
  );
};

/** The types that an algorithm can have are from "Checking object integrity" of the S3 user guide. */
function requestedChecksum(headers: Headers): UploadRecord['checksum'] {
  const name = headers.get('x-amz-checksum-algorithm');
  if (name === undefined) return undefined;
  const algorithm = checksumAlgorithmOf(name);
  const type = headers.get('x-amz-checksum-type') ?? (algorithm === 'crc64nvme' ? 'FULL_OBJECT' : 'COMPOSITE');
  const isCrc = algorithm.startsWith('crc');
  if ((type === 'FULL_OBJECT' && isCrc) || (type === 'COMPOSITE' && algorithm !== 'crc64nvme'))
    return { algorithm, type };
  throw new S3Error(
    'InvalidRequest',
    `The ${type} checksum type cannot be used with the ${checksumAlgorithms[algorithm][0]} checksum algorithm.`,
  );
}
