import { randomBytes } from 'node:crypto';
import { S3Error } from '../kernel/error.js';
import type { Md5Pool } from './md5.js';

/**
 * Bodies declared to be at least this long get an entity tag that is not an MD5. At this size the MD5 takes 12 ms of a
 * core, more than receiving and writing the bytes do.
 */
export const OPAQUE_TAG_BYTES = 8 * 1024 * 1024;

/** An entity tag that is made while the body goes by. A promise from `update` asks the sender to wait. */
export interface RunningEntityTag {
  /** Whether it says nothing about the content, so that a checksum has to. */
  readonly opaque: boolean;
  update(piece: Uint8Array): Promise<void> | undefined;
  /**
   * The tag without quotes.
   * @throws BadDigest if another MD5 was expected
   */
  finish(): Promise<string>;
  /** Gives back what it holds; harmless after `finish`. */
  release(): void;
}

/**
 * Starts the entity tag of a body of `declared` bytes (undefined: unknown). It is the MD5, unless the body is long and no
 * `expectedMd5` came with it: then it is an opaque one, new for each body, with the `-1` that at S3 tells a tag from an
 * MD5 (ADR 0005).
 */
export function startEntityTag(
  md5s: Md5Pool,
  declared: number | undefined,
  expectedMd5: Buffer | undefined,
): RunningEntityTag {
  if (declared !== undefined && declared >= OPAQUE_TAG_BYTES && !expectedMd5) return opaqueTag();
  const md5 = md5s.start(declared);
  return {
    opaque: false,
    update: (piece) => md5.update(piece),
    finish: async () => {
      const digest = await md5.digest();
      if (expectedMd5 && !expectedMd5.equals(digest)) throw new S3Error('BadDigest');
      return digest.toString('hex');
    },
    release: () => md5.release(),
  };
}

/** The bytes of a part's tag as they count in the tag of the whole object. */
export function entityTagBytes(tag: string): Buffer {
  return Buffer.from(tag.slice(0, 32), 'hex');
}

function opaqueTag(): RunningEntityTag {
  return {
    opaque: true,
    update: () => undefined,
    finish: async () => `${randomBytes(16).toString('hex')}-1`,
    release: () => undefined,
  };
}
