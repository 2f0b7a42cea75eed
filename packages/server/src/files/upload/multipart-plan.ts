const mebibyte = 1024 ** 2;
/** S3 allows no more. */
const mostParts = 10_000;
/** Large enough for one connection to be busy, small enough to send again over a slow link. */
const smallestPart = 8 * mebibyte;

/** Bytes of every part but the last, for an upload of `size` bytes: whole mebibytes, at most 10,000 parts. */
export const partSizeFor = (size: number): number =>
  Math.max(smallestPart, Math.ceil(size / mostParts / mebibyte) * mebibyte);

export const partCount = (size: number, partSize: number): number => Math.ceil(size / partSize);

/** Bytes of part `number`, from 1. */
export const sizeOfPart = (size: number, partSize: number, number: number): number =>
  Math.min(partSize, size - (number - 1) * partSize);
