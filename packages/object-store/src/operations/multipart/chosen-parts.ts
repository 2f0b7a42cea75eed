import { checksumAlgorithms, checksumElement, isChecksumAlgorithm } from '../../checksum/checksum.js';
import type { Part } from '../../disk/multipart-uploads.js';
import { type ParsedXml, xmlList, xmlText } from '../../http/xml.js';
import { S3Error } from '../../kernel/error.js';
import type { Limits } from '../../kernel/options.js';

/** A part as the request to complete an upload lists it. */
export interface ListedPart {
  readonly number: number;
  /** Without quotes. */
  readonly etag: string;
  /** Values by algorithm, base64. */
  readonly checksums: ReadonlyMap<string, string>;
}

/**
 * Reads the parts of a CompleteMultipartUpload document.
 * @throws MalformedXML or InvalidPartOrder
 */
export function listedParts(document: { [name: string]: ParsedXml }): ListedPart[] {
  let previous = 0;
  const parts = xmlList(document, 'Part').map((item) => {
    const number = Number(xmlText(item, 'PartNumber'));
    const etag = (xmlText(item, 'ETag') ?? '').trim().replace(/^"(.*)"$/, '$1');
    if (!Number.isSafeInteger(number) || number < 1) throw new S3Error('MalformedXML');
    if (number <= previous) throw new S3Error('InvalidPartOrder');
    previous = number;
    const checksums = new Map<string, string>();
    for (const algorithm of Object.keys(checksumAlgorithms).filter(isChecksumAlgorithm)) {
      const value = xmlText(item, checksumElement(algorithm));
      if (value !== undefined) checksums.set(algorithm, value);
    }
    return { number, etag, checksums };
  });
  if (parts.length === 0) throw new S3Error('MalformedXML');
  return parts;
}

/**
 * The uploaded parts that a request lists.
 * @throws InvalidPart, EntityTooSmall or EntityTooLarge
 */
export function chooseParts(listed: readonly ListedPart[], stored: readonly Part[], limits: Limits): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const parts = listed.map(({ number, etag, checksums }) => {
    const part = byNumber.get(number);
    const { checksum } = part?.record ?? {};
    const differs = [...checksums].some(
      ([algorithm, value]) => algorithm !== checksum?.algorithm || value !== checksum.value,
    );
    if (part?.record.etag !== etag || differs) {
      throw new S3Error('InvalidPart', undefined, { PartNumber: String(number) });
    }
    return part;
  });
  for (const { number, record } of parts.slice(0, -1)) {
    if (record.size >= limits.partBytes) continue;
    throw new S3Error('EntityTooSmall', undefined, {
      ProposedSize: String(record.size),
      MinSizeAllowed: String(limits.partBytes),
      PartNumber: String(number),
    });
  }
  const size = parts.reduce((sum, { record }) => sum + record.size, 0);
  if (size > limits.multipartObjectBytes) throw new S3Error('EntityTooLarge');
  return parts;
}
