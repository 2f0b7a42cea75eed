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
import { S3Error } from '../error.js';
import { decodeAwsChunked } from '../signature/aws-chunked.js';
import type { Exchange } from './exchange.js';

/** What was found out about a body that has been read to its end and agrees with all its signatures and checksums. */
export interface BodyDigest {
  readonly size: number;
  /** In hexadecimal. */
  readonly md5: string;
  readonly checksum: Checksum | undefined;
}

/** Takes a piece of the body; a promise makes the sender wait. */
export type Sink = (piece: Buffer) => Promise<void> | undefined;

/**
 * Reads a request's body, hands it to `sink` piece by piece, and verifies its length, payload hash, chunk signatures,
 * Content-MD5 and x-amz-checksum-*; `defaultChecksum` is computed if the request names none. Only what returns from here may be kept. Throws EntityTooLarge beyond `limit` bytes,
 * IncompleteBody, BadDigest, SignatureDoesNotMatch and their kin.
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
  const expectedMd5 = contentMd5(exchange);
  const expected =
    expectedChecksum(headers, payload.kind === 'chunked' && payload.trailer) ??
    (defaultChecksum && { algorithm: defaultChecksum, value: undefined });
  const checksum = expected && startChecksum(expected.algorithm);
  const sha256 = payload.kind === 'hashed' ? createHash('sha256') : undefined;
  let trailers: ReadonlyMap<string, string> = new Map();
  let size = 0;

  const md5 = exchange.md5.start(declared);
  const wire = exchange.body();
  const plain =
    payload.kind === 'chunked'
      ? decodeAwsChunked(wire, payload.signing, payload.trailer, (received) => {
          trailers = received;
        })
      : wire;
  try {
    for await (const piece of plain) {
      size += piece.length;
      if (size > limit) throw tooLarge(size, limit);
      sha256?.update(piece);
      checksum?.update(piece);
      await md5.update(piece);
      await sink(piece);
    }
    if (declared !== undefined && size !== declared) throw new S3Error('IncompleteBody');
    if (payload.kind === 'hashed' && sha256?.digest('hex') !== payload.sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch');
    }
    const md5Bytes = await md5.digest();
    if (expectedMd5 && !expectedMd5.equals(md5Bytes)) throw new S3Error('BadDigest');
    return {
      size,
      md5: md5Bytes.toString('hex'),
      checksum:
        expected &&
        checksum &&
        requireSameChecksum(withTrailer(expected, trailers), checksum.digest().toString('base64')),
    };
  } finally {
    md5.release();
  }
}

/** Reads a body into memory, up to `limit` bytes. Throws MaxMessageLengthExceeded beyond and like `receiveBody`. */
export async function receiveSmallBody(exchange: Exchange, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    await receiveBody(exchange, limit, (piece) => {
      pieces.push(piece);
      return undefined;
    });
  } catch (error) {
    if (error instanceof S3Error && error.code === 'EntityTooLarge') throw new S3Error('MaxMessageLengthExceeded');
    throw error;
  }
  return Buffer.concat(pieces);
}

/** A value in the trailer counts like one in the header. */
function withTrailer(expected: ExpectedChecksum, trailers: ReadonlyMap<string, string>): ExpectedChecksum {
  const value = trailers.get(`x-amz-checksum-${expected.algorithm}`);
  if (expected.value !== undefined || value === undefined) return expected;
  requireChecksumValue(expected.algorithm, value);
  return { algorithm: expected.algorithm, value };
}

/** The length of the data itself: of an aws-chunked body that is x-amz-decoded-content-length, which it must have. */
function declaredLength({ headers, authenticated }: Exchange): number | undefined {
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

function tooLarge(size: number, limit: number): S3Error {
  return new S3Error('EntityTooLarge', undefined, { ProposedSize: String(size), MaxSizeAllowed: String(limit) });
}
