import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Checksum } from '../checksum/checksum.js';

/** Headers that are stored with an object and sent back as they came, by lower-case name. */
export type StoredHeaders = Readonly<Record<string, string>>;

/** Everything known about an object but its bytes. */
export interface ObjectRecord {
  readonly key: string;
  readonly size: number;
  /** MD5 in hexadecimal, or `<MD5 of the parts' tags>-<count>`, or of a long body `<random>-1`; without quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** content-type and its kin. */
  readonly headers: StoredHeaders;
  /** User metadata: names without `x-amz-meta-`. */
  readonly metadata: StoredHeaders;
  /** Canned access list; `private` unless said otherwise. */
  readonly acl: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
}

const magic = Buffer.from('MILLRACEOBJ1');
/** CRC-32 of the record, its length, and the magic. */
const footerBytes = 4 + 4 + magic.length;
/** Enough for nearly every record and its footer, so that opening an object is one read. */
const tailBytes = 4096;

/**
 * An object is one file: its bytes, then its record as JSON, then a footer. Data and metadata therefore change together by
 * one rename, and whoever has the file open keeps one version of both.
 */
export function trailerOf(record: ObjectRecord): Buffer {
  const json = Buffer.from(JSON.stringify(record), 'utf8');
  const footer = Buffer.alloc(footerBytes);
  footer.writeUInt32BE(crc32(json), 0);
  footer.writeUInt32BE(json.length, 4);
  magic.copy(footer, 8);
  return Buffer.concat([json, footer]);
}

/** An object opened for reading. The opener closes it. */
export interface OpenObject {
  readonly record: ObjectRecord;
  /** Where it was opened; another version may be there since. */
  readonly path: string;
  readonly handle: FileHandle;
}

/** Opens an object's file. Throws the system's ENOENT if there is none and an Error if the file is damaged. */
export async function openObject(path: string): Promise<OpenObject> {
  const handle = await open(path, 'r');
  try {
    return { record: await readRecord(handle, path), path, handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads only the record of an object's file. Throws like `openObject`. */
export async function readObjectRecord(path: string): Promise<ObjectRecord> {
  const { record, handle } = await openObject(path);
  await handle.close();
  return record;
}

/** The bytes of a range, from the open file, which stays open. */
export async function* readRange(
  source: OpenObject,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const length = Math.min(1024 * 1024, end - position);
    const { bytesRead, buffer } = await source.handle.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead === 0) throw new Error('an object file is shorter than its record says');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readRecord(handle: FileHandle, path: string): Promise<ObjectRecord> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - tailBytes), Math.min(size, tailBytes));
  const footer = tail.subarray(-footerBytes);
  if (footer.length !== footerBytes || !footer.subarray(8).equals(magic)) throw damaged(path);
  const length = footer.readUInt32BE(4);
  const start = size - footerBytes - length;
  if (start < 0) throw damaged(path);
  const json =
    length + footerBytes <= tail.length
      ? tail.subarray(tail.length - footerBytes - length, tail.length - footerBytes)
      : await readAt(handle, start, length);
  if (crc32(json) !== footer.readUInt32BE(0)) throw damaged(path);
  const record: ObjectRecord = JSON.parse(json.toString('utf8'));
  if (record.size !== start) throw damaged(path);
  return record;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function damaged(path: string): Error {
  return new Error(`damaged object file ${path}`);
}
