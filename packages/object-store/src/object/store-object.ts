import type { Bucket, Precondition } from '../disk/bucket.js';
import { type ObjectRecord, type OpenObject, readRange } from '../disk/object-file.js';
import type { Purpose } from '../disk/space.js';
import type { StagedFile } from '../disk/staged-file.js';
import type { Exchange } from '../request/exchange.js';
import { type BodyDigest, declaredLength, type Sink, tooLarge } from '../request/receive-body.js';
import type { ObjectAttributes } from './attributes.js';

/** The length in bytes of what is going to be stored (0: not known), and whether a client sends it or the store has it. */
export interface Incoming {
  readonly bytes: number;
  readonly purpose: Purpose;
}

/**
 * What a request's body brings: a body of unknown length is 0.
 * @throws EntityTooLarge if it is declared to be longer than an object may be
 */
export function incomingBody(exchange: Exchange): Incoming {
  const bytes = declaredLength(exchange) ?? 0;
  const { objectBytes } = exchange.settings.limits;
  if (bytes > objectBytes) throw tooLarge(bytes, objectBytes);
  return { bytes, purpose: 'upload' };
}

/**
 * Runs `fill` on a new file, for an object or a part. Removes the file afterwards unless it was committed, so that a refused
 * or broken upload leaves nothing on the disk.
 * @throws InsufficientStorage before anything is read if there is not enough space
 */
export async function withStagedFile<T>(
  exchange: Exchange,
  { bytes, purpose }: Incoming,
  fill: (staged: StagedFile) => Promise<T>,
): Promise<T> {
  return await discarding(await exchange.disk.stage(bytes, purpose), fill);
}

/** Like `withStagedFile`, but the file already has the bytes of `source`; `fill` only adds the record. */
export async function withStagedCopy<T>(
  exchange: Exchange,
  source: OpenObject,
  fill: (staged: StagedFile) => Promise<T>,
): Promise<T> {
  const copied = await exchange.disk.stageCopy(source);
  if (copied) return await discarding(copied, fill);
  const { size } = source.record;
  return await withStagedFile(exchange, { bytes: size, purpose: 'copy' }, async (staged) => {
    for await (const piece of readRange(source, { start: 0, end: size })) await staged.write(piece);
    return await fill(staged);
  });
}

async function discarding<T>(staged: StagedFile, fill: (staged: StagedFile) => Promise<T>): Promise<T> {
  try {
    return await fill(staged);
  } finally {
    await staged.discard();
  }
}

/** An object that is going to be stored. */
export interface NewObject {
  readonly key: string;
  readonly attributes: ObjectAttributes;
  readonly precondition?: Precondition | undefined;
  readonly incoming: Incoming;
}

/** Stores the bytes that `receive` hands to its sink as an object, durably, and returns its record. */
export async function storeObject(
  exchange: Exchange,
  bucket: Bucket,
  { key, attributes, precondition, incoming }: NewObject,
  receive: (sink: Sink) => Promise<BodyDigest>,
): Promise<ObjectRecord> {
  return await withStagedFile(exchange, incoming, async (staged) => {
    const digest = await receive((piece) => staged.write(piece));
    const record = { key, ...recordOf(exchange, digest), ...attributes };
    await staged.finish(record);
    await bucket.commit(key, staged, precondition);
    return record;
  });
}

/** The part of a record that is computed from the bytes and the clock. */
export function recordOf(
  exchange: Exchange,
  digest: BodyDigest,
): Pick<ObjectRecord, 'size' | 'etag' | 'modified' | 'checksum'> {
  return {
    size: digest.size,
    etag: digest.etag,
    modified: exchange.settings.clock(),
    ...(digest.checksum === undefined ? {} : { checksum: digest.checksum }),
  };
}

/** ETag and checksum headers of an object. */
export function digestHeaders(record: Pick<ObjectRecord, 'etag' | 'checksum'>): Record<string, string> {
  const { checksum } = record;
  return {
    etag: `"${record.etag}"`,
    ...(checksum && {
      [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
      'x-amz-checksum-type': checksum.type,
    }),
  };
}
