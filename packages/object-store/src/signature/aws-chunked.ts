import { createHash, type Hash } from 'node:crypto';
import { S3Error } from '../kernel/error.js';
import type { ChunkSigning } from './caller.js';
import { sameSignature, scopeText, signV4 } from './signature-v4.js';

const emptyHash = createHash('sha256').digest('hex');
/** A chunk header is a size and a signature, some 90 bytes. */
const MAX_LINE_BYTES = 1024;
const MAX_TRAILER_BYTES = 16 * 1024;

/** Receives the trailing headers, lower-case names, once the whole body has been read. */
export type TrailerSink = (trailers: ReadonlyMap<string, string>) => void;

/**
 * Decodes an aws-chunked body and yields its data as it comes; nothing is buffered but chunk headers. A chunk's signature
 * can only be checked at its end, so the caller must not keep what was yielded before this generator has finished.
 * @throws SignatureDoesNotMatch, IncompleteBody or InvalidRequest at the first error
 */
export async function* decodeAwsChunked(
  body: AsyncIterable<Buffer>,
  signing: ChunkSigning | undefined,
  trailer: boolean,
  onTrailers: TrailerSink,
): AsyncGenerator<Buffer> {
  const chain = signing ? new SignatureChain(signing) : undefined;
  let pending: Buffer = Buffer.alloc(0);
  let state = 'header' as 'header' | 'data' | 'data-end' | 'trailer';
  let remaining = 0;

  for await (const piece of body) {
    pending = pending.length === 0 ? piece : Buffer.concat([pending, piece]);
    for (;;) {
      if (state === 'header') {
        const end = pending.indexOf('\r\n');
        if (end < 0) {
          if (pending.length > MAX_LINE_BYTES) throw malformed();
          break;
        }
        remaining = beginChunk(pending.toString('latin1', 0, end), chain);
        pending = pending.subarray(end + 2);
        state = remaining === 0 ? 'trailer' : 'data';
        if (remaining === 0) chain?.endChunk();
      } else if (state === 'data') {
        if (pending.length === 0) break;
        const data = pending.subarray(0, remaining);
        pending = pending.subarray(data.length);
        remaining -= data.length;
        chain?.update(data);
        yield data;
        if (remaining === 0) {
          chain?.endChunk();
          state = 'data-end';
        }
      } else if (state === 'data-end') {
        if (pending.length < 2) break;
        if (pending[0] !== 0x0d || pending[1] !== 0x0a) throw malformed();
        pending = pending.subarray(2);
        state = 'header';
      } else {
        if (pending.length > MAX_TRAILER_BYTES) throw malformed();
        break;
      }
    }
  }
  if (state !== 'trailer') throw new S3Error('IncompleteBody');
  onTrailers(readTrailers(pending, chain, trailer));
}

function beginChunk(line: string, chain: SignatureChain | undefined): number {
  const match = /^([0-9a-fA-F]{1,13})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (!match) throw malformed();
  chain?.beginChunk(match[2]);
  return Number.parseInt(match[1] ?? '', 16);
}

/** The rest of the body: header lines, and for signed chunks the signature over them last. */
function readTrailers(rest: Buffer, chain: SignatureChain | undefined, expected: boolean): ReadonlyMap<string, string> {
  const trailers = new Map<string, string>();
  for (const line of rest
    .toString('latin1')
    .split('\n')
    .map((text) => text.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon <= 0) throw malformed();
    trailers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const signature = trailers.get('x-amz-trailer-signature');
  trailers.delete('x-amz-trailer-signature');
  if (!expected && trailers.size > 0) throw malformed();
  if (expected && chain) {
    chain.verifyTrailer([...trailers].map(([name, value]) => `${name}:${value}\n`).join(''), signature);
  }
  return trailers;
}

/** Each chunk's signature covers the one before it, beginning with the request's own. */
class SignatureChain {
  readonly #signing: ChunkSigning;
  #previous: string;
  #given: string | undefined;
  #hash: Hash | undefined;

  constructor(signing: ChunkSigning) {
    this.#signing = signing;
    this.#previous = signing.seed;
  }

  beginChunk(given: string | undefined): void {
    this.#given = given;
    this.#hash = createHash('sha256');
  }

  update(data: Buffer): void {
    this.#hash?.update(data);
  }

  endChunk(): void {
    const hash = this.#hash?.digest('hex') ?? emptyHash;
    this.#hash = undefined;
    this.#advance('AWS4-HMAC-SHA256-PAYLOAD', [emptyHash, hash], this.#given);
  }

  verifyTrailer(text: string, given: string | undefined): void {
    this.#advance('AWS4-HMAC-SHA256-TRAILER', [createHash('sha256').update(text, 'latin1').digest('hex')], given);
  }

  #advance(algorithm: string, hashes: readonly string[], given: string | undefined): void {
    const { amzDate, scope, key } = this.#signing;
    const expected = signV4(key, [algorithm, amzDate, scopeText(scope), this.#previous, ...hashes].join('\n'));
    if (given === undefined || !sameSignature(expected, given)) throw new S3Error('SignatureDoesNotMatch');
    this.#previous = expected;
  }
}

function malformed(): S3Error {
  return new S3Error('InvalidRequest', 'The aws-chunked body is not well-formed');
}
