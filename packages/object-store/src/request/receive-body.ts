import { createHash } from 'node:crypto';
import {
  type Checksum,
  type ChecksumAlgorithm,
  type ExpectedChecksum,
  expectedChecksum,
  requireChecksumValue,
  requireSameChecksum,
  startChecksum,
} from '../checksum/checksum.js';
import type { RunningChecksum } from '../checksum/crc.js';
import { type RunningEntityTag, startEntityTag } from '../checksum/entity-tag.js';
import type { Take } from '../http/read-body.js';
import { S3Error } from '../kernel/error.js';
import { decodeAwsChunked } from '../signature/aws-chunked.js';
import type { Exchange } from './exchange.js';

/** Size and digests of a body that was read to its end and matches all its signatures and checksums. */
export interface BodyDigest {
  readonly size: number;
  /** The entity tag, without quotes. */
  readonly etag: string;
  readonly checksum: Checksum | undefined;
}

/** Takes a piece of the body; a promise makes the sender wait. */
export type Sink = Take;

/** Computes entity tag and checksum of a body while it passes through. */
export class RunningDigest {
  readonly #tag: RunningEntityTag;
  readonly #expected: ExpectedChecksum | undefined;
  readonly #checksum: RunningChecksum | undefined;
  readonly #limit: number;
  size = 0;

  /** `expected` names the checksum to compute. */
  constructor(tag: RunningEntityTag, expected: ExpectedChecksum | undefined, limit: number) {
    this.#tag = tag;
    this.#expected = expected;
    this.#checksum = expected && startChecksum(expected.algorithm);
    this.#limit = limit;
  }

  /**
   * Adds a piece and passes it to `sink`.
   * @throws EntityTooLarge once there are more than `limit` bytes
   */
  take(piece: Buffer, sink: Sink): Promise<void> | undefined {
    this.size += piece.length;
    if (this.size > this.#limit) throw tooLarge(this.size, this.#limit);
    this.#checksum?.update(piece);
    this.#tag.update(piece);
    return sink(piece);
  }

  /**
   * Ends the computation. `amend` may change the expected checksum, for example to a value from the trailer.
   * @throws BadDigest if MD5 or checksum are not the expected ones
   */
  finish(amend: (expected: ExpectedChecksum) => ExpectedChecksum = (expected) => expected): BodyDigest {
    const etag = this.#tag.finish();
    const value = this.#checksum?.digest().toString('base64') ?? '';
    const checksum = this.#expected && requireSameChecksum(amend(this.#expected), value);
    return { size: this.size, etag, checksum };
  }
}

/**
 * Reads a request's body, hands it to `sink` piece by piece, and verifies its length, payload hash, chunk signatures,
 * Content-MD5 and x-amz-checksum-*. If the request names no checksum, `defaultChecksum` is computed, or a CRC-32 if
 * the entity tag is opaque. The caller must not keep the bytes unless this resolves.
 * @throws EntityTooLarge beyond `limit` bytes, IncompleteBody, BadDigest, SignatureDoesNotMatch and others
 */
export async function receiveBody(
  exchange: Exchange,
  limit: number,
  sink: Sink,
  defaultChecksum?: ChecksumAlgorithm,
): Promise<BodyDigest> {
  const { headers, authenticated } = exchange;
  const { payload } = authenticated;
  const declared = declaredLength(exchange);
  if (declared !== undefined && declared > limit) throw tooLarge(declared, limit);
  const sha256 = payload.kind === 'hashed' ? createHash('sha256') : undefined;
  let trailers: ReadonlyMap<string, string> = new Map();
  const tag = startEntityTag(declared, contentMd5(exchange));
  const asked = expectedChecksum(headers, payload.kind === 'chunked' && payload.trailer);
  const digest = new RunningDigest(tag, asked ?? unasked(defaultChecksum, tag), limit);
  const take = (piece: Buffer): Promise<void> | undefined => {
    sha256?.update(piece);
    return digest.take(piece, sink);
  };
  if (payload.kind === 'chunked') {
    const plain = decodeAwsChunked(exchange.body(), payload.signing, payload.trailer, (received) => {
      trailers = received;
    });
    for await (const piece of plain) await take(piece);
  } else {
    await exchange.body().flow(take);
  }
  if (declared !== undefined && digest.size !== declared) throw new S3Error('IncompleteBody');
  if (payload.kind === 'hashed' && sha256?.digest('hex') !== payload.sha256) {
    throw new S3Error('XAmzContentSHA256Mismatch');
  }
  return digest.finish((given) => withTrailer(given, trailers));
}

/**
 * Reads a body into memory, up to `limit` bytes.
 * @throws MaxMessageLengthExceeded for a longer body, and the errors of `receiveBody`
 */
export async function receiveSmallBody(exchange: Exchange, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    await receiveBody(exchange, limit, (piece) => {
      pieces.push(Buffer.from(piece));
      return undefined;
    });
  } catch (error) {
    if (error instanceof S3Error && error.code === 'EntityTooLarge') throw new S3Error('MaxMessageLengthExceeded');
    throw error;
  }
  return Buffer.concat(pieces);
}

/** The checksum to compute if the request names none. */
export function unasked(algorithm: ChecksumAlgorithm | undefined, tag: RunningEntityTag): ExpectedChecksum | undefined {
  const chosen = algorithm ?? (tag.opaque ? 'crc32' : undefined);
  return chosen && { algorithm: chosen, value: undefined };
}

/** Uses the value in the trailer if the headers had none. */
function withTrailer(expected: ExpectedChecksum, trailers: ReadonlyMap<string, string>): ExpectedChecksum {
  const value = trailers.get(`x-amz-checksum-${expected.algorithm}`);
  if (expected.value !== undefined || value === undefined) return expected;
  requireChecksumValue(expected.algorithm, value);
  return { algorithm: expected.algorithm, value };
}

/** The length of the data itself: of an aws-chunked body that is x-amz-decoded-content-length, which it must have. */
export function declaredLength({ headers, authenticated }: Exchange): number | undefined {
  const chunked = authenticated.payload.kind === 'chunked';
  const text = headers.get(chunked ? 'x-amz-decoded-content-length' : 'content-length');
  if (text === undefined) {
    if (!chunked && headers.has('transfer-encoding')) return undefined;
    throw new S3Error('MissingContentLength');
  }
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('InvalidArgument', 'The content length is not a number');
  return Number(text);
}

function contentMd5({ headers }: Exchange): Buffer | undefined {
  const text = headers.get('content-md5');
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 16 || bytes.toString('base64') !== text) throw new S3Error('InvalidDigest');
  return bytes;
}

/** The error for a body with too many bytes. */
export function tooLarge(size: number, limit: number): S3Error {
  return new S3Error('EntityTooLarge', undefined, { ProposedSize: String(size), MaxSizeAllowed: String(limit) });
}
