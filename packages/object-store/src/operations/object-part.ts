import type { Checksum } from '../checksum/checksum.js';
import type { ObjectRecord } from '../disk/object-file.js';
import type { ByteRange } from '../http/range.js';
import { S3Error } from '../kernel/error.js';

/** S3's highest part number. */
const MAX_PART_NUMBER = 10_000;

/**
 * The number in a `partNumber` parameter.
 * @throws InvalidArgument
 */
export function parsePartNumber(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_PART_NUMBER) return number;
  throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive', {
    ArgumentName: 'partNumber',
    ArgumentValue: text,
  });
}

/** The bytes of one part of an object, and the checksum of these bytes. */
export interface PartOfObject {
  readonly range: ByteRange;
  readonly checksum: Checksum | undefined;
}

/**
 * The part that a read asks for. Parts are numbered from 1 in the order in which they were joined; an object that came in one
 * piece is its only part.
 * @throws InvalidArgument, InvalidPartNumber
 */
export function partOf({ parts, size, checksum }: ObjectRecord, text: string): PartOfObject {
  const number = parsePartNumber(text);
  if (!parts && number === 1) return { range: { start: 0, end: size }, checksum };
  const part = parts?.[number - 1];
  if (!parts || !part) {
    throw new S3Error('InvalidPartNumber', undefined, {
      ActualPartCount: String(parts?.length ?? 1),
      PartNumberRequested: text,
    });
  }
  const start = parts.slice(0, number - 1).reduce((sum, [bytes]) => sum + bytes, 0);
  const [bytes, value] = part;
  return {
    range: { start, end: start + bytes },
    checksum: checksum && value !== undefined ? { ...checksum, value } : undefined,
  };
}
