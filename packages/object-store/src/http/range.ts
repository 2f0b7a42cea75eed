import { S3Error } from '../kernel/error.js';

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a Range header for a body of `size` bytes. Several ranges, other units and invalid values are ignored (undefined), as on S3.
 * @throws InvalidRange if nothing of the body is in it
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start >= end) {
    throw new S3Error('InvalidRange', undefined, { RangeRequested: header ?? '', ActualObjectSize: String(size) });
  }
  return { start, end };
}
