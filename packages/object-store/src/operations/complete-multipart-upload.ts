import { createHash } from 'node:crypto';
import { type Checksum, checksumAlgorithms, expectedChecksum, startChecksum } from '../checksum/checksum.js';
import { entityTagBytes } from '../checksum/entity-tag.js';
import type { Bucket } from '../disk/bucket.js';
import type { Part, UploadRecord } from '../disk/multipart-uploads.js';
import { type ObjectRecord, readRange } from '../disk/object-file.js';
import type { StagedFile } from '../disk/staged-file.js';
import { uriEncodePath } from '../http/uri.js';
import { type ParsedXml, parseXml, xmlDocument, xmlList, xmlText } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { withStagedFile } from '../object/store-object.js';
import { writePrecondition } from '../request/conditional.js';
import { type Exchange, type Operation, xmlReply } from '../request/exchange.js';
import { receiveSmallBody } from '../request/receive-body.js';
import { uploadOf } from './upload-parts.js';

/**
 * CompleteMultipartUpload: the chosen parts are copied one behind the other into the object's file, so that an object is
 * always one file; the parts go when it is in place.
 */
export const completeMultipartUpload: Operation = async (exchange) => {
  const { bucket, key, id, upload } = await uploadOf(exchange);
  // The body's own checksum header, if any, is the object's here and must not be taken for the body's.
  const bodyExchange = { ...exchange, headers: withoutChecksums(exchange.headers) };
  const body = parseXml(
    await receiveSmallBody(bodyExchange, exchange.settings.limits.xmlBytes),
    'CompleteMultipartUpload',
  );
  const record = await exchange.uploads.alone(id, async () => {
    await exchange.uploads.read(bucket, id, key);
    const parts = chooseParts(xmlList(body, 'Part'), await exchange.uploads.parts(bucket, id), exchange);
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
      ...(record.checksum && {
        [`Checksum${checksumAlgorithms[record.checksum.algorithm][0]}`]: record.checksum.value,
        ChecksumType: record.checksum.type,
      }),
    }),
  );
};

/**
 * The parts a request lists.
 * @throws MalformedXML, InvalidPartOrder, InvalidPart or EntityTooSmall
 */
function chooseParts(
  listed: readonly { [name: string]: ParsedXml }[],
  stored: readonly Part[],
  exchange: Exchange,
): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  if (listed.length === 0) throw new S3Error('MalformedXML');
  let previous = 0;
  const parts = listed.map((item) => {
    const number = Number(xmlText(item, 'PartNumber'));
    const etag = (xmlText(item, 'ETag') ?? '').trim().replace(/^"(.*)"$/, '$1');
    if (!Number.isSafeInteger(number) || number < 1) throw new S3Error('MalformedXML');
    if (number <= previous) throw new S3Error('InvalidPartOrder');
    previous = number;
    const part = byNumber.get(number);
    if (part?.record.etag !== etag) throw new S3Error('InvalidPart', undefined, { PartNumber: String(number) });
    const { checksum } = part.record;
    const given = checksum && xmlText(item, `Checksum${checksumAlgorithms[checksum.algorithm][0]}`);
    if (given !== undefined && given !== checksum?.value) {
      throw new S3Error('InvalidPart', undefined, { PartNumber: String(number) });
    }
    return part;
  });
  for (const { number, record } of parts.slice(0, -1)) {
    if (record.size >= exchange.settings.limits.partBytes) continue;
    throw new S3Error('EntityTooSmall', undefined, {
      ProposedSize: String(record.size),
      MinSizeAllowed: String(exchange.settings.limits.partBytes),
      PartNumber: String(number),
    });
  }
  if (bytesOf(parts) > exchange.settings.limits.multipartObjectBytes) throw new S3Error('EntityTooLarge');
  return parts;
}

function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { record }) => sum + record.size, 0);
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
  const size = bytesOf(parts);
  return await withStagedFile(exchange, { bytes: size, purpose: 'copy' }, async (staged) => {
    const checksum = await joinParts(exchange, bucket, { key, id, upload }, parts, staged);
    const expected = expectedChecksum(exchange.headers, false);
    if (expected?.value !== undefined && expected.value !== checksum?.value.replace(/-\d+$/, '')) {
      throw new S3Error('BadDigest', 'The checksum you specified did not match the calculated checksum.');
    }
    const { checksum: _asked, initiated: _initiated, ...attributes } = upload;
    const md5 = createHash('md5');
    for (const { record } of parts) md5.update(entityTagBytes(record.etag));
    const record: ObjectRecord = {
      ...attributes,
      size,
      etag: `${md5.digest('hex')}-${parts.length}`,
      modified: exchange.settings.clock(),
      ...(checksum && { checksum }),
    };
    await staged.finish(record);
    await bucket.commit(key, staged, writePrecondition(exchange.headers));
    return record;
  });
}

/** Copies the parts and returns the checksum of the whole, if the upload asked for one. */
async function joinParts(
  exchange: Exchange,
  bucket: Bucket,
  { id, upload }: Upload,
  parts: readonly Part[],
  staged: StagedFile,
): Promise<Checksum | undefined> {
  const whole = upload.checksum?.type === 'FULL_OBJECT' ? startChecksum(upload.checksum.algorithm) : undefined;
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
  if (!upload.checksum) return undefined;
  const { algorithm, type } = upload.checksum;
  if (whole) return { algorithm, type, value: whole.digest().toString('base64') };
  const composite = startChecksum(algorithm);
  for (const { record } of parts) composite.update(Buffer.from(record.checksum?.value ?? '', 'base64'));
  return { algorithm, type, value: `${composite.digest().toString('base64')}-${parts.length}` };
}

function withoutChecksums(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...headers].filter(([name]) => !/^x-amz-(sdk-)?checksum-/.test(name)));
}
