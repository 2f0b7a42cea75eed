import { createHash, randomBytes } from 'node:crypto';
import { S3Error } from '../kernel/error.js';

/**
 * A body that is declared to be at least this long gets an entity tag that is not an MD5. At this size the MD5 takes 12 ms
 * of a core, more than receiving and writing the bytes do (ADR 0005).
 */
export const OPAQUE_TAG_BYTES = 8 * 1024 * 1024;

/** An entity tag that is computed while the body passes through. */
export interface RunningEntityTag {
  /** True if the tag does not depend on the content. A checksum must then be kept, so that the content can be verified. */
  readonly opaque: boolean;
  update(piece: Uint8Array): void;
  /**
   * The tag without quotes.
   * @throws BadDigest if another MD5 was expected
   */
  finish(): string;
}

/**
 * Starts the entity tag of a body of `declared` bytes (undefined: unknown). The tag is the MD5, except for a long body that
 * comes without `expectedMd5`. Such a body gets a random tag that ends in `-1`, which clients of S3 never take for an MD5.
 */
export function startEntityTag(declared: number | undefined, expectedMd5: Buffer | undefined): RunningEntityTag {
  if (declared !== undefined && declared >= OPAQUE_TAG_BYTES && !expectedMd5) return opaqueTag();
  const md5 = createHash('md5');
  return {
    opaque: false,
    update: (piece) => void md5.update(piece),
    finish: () => {
      const digest = md5.digest();
      if (expectedMd5 && !expectedMd5.equals(digest)) throw new S3Error('BadDigest');
      return digest.toString('hex');
    },
  };
}

/** The tag of an object that is joined from parts with these tags: the MD5 of their first 16 bytes each, and their number. */
export function multipartEntityTag(tags: readonly string[]): string {
  const md5 = createHash('md5');
  for (const tag of tags) md5.update(Buffer.from(tag.slice(0, 32), 'hex'));
  return `${md5.digest('hex')}-${tags.length}`;
}

function opaqueTag(): RunningEntityTag {
  return { opaque: true, update: () => undefined, finish: () => `${randomBytes(16).toString('hex')}-1` };
}
