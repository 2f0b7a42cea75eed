import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Checksum } from '../checksum/checksum.js';

/** Headers that are stored with an object and returned unchanged, by lower-case name. */
export type StoredHeaders = Readonly<Record<string, string>>;

/** The metadata of an object. */
export interface ObjectRecord {
  readonly key: string;
  readonly size: number;
  /** MD5 in hexadecimal, or `<MD5 of the parts' tags>-<count>`, or `<random>-1` for a long body (ADR 0005); without quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Content-Type, Cache-Control and the other headers in `storedHeaderNames`. */
  readonly headers: StoredHeaders;
  /** User metadata: names without `x-amz-meta-`. */
  readonly metadata: StoredHeaders;
  /** Canned access list; `private` unless said otherwise. */
  readonly acl: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
  /** The multipart upload that made the object, so that its completion can be repeated. */
  readonly uploadId?: string;
  /** The parts that the object was joined from, in their order. A copy of the object has none, as on S3. */
  readonly parts?: readonly ObjectPart[];
}

/** A part of an object: its bytes, and its checksum (base64) if the upload asked for one. A short form, as there may be 10,000. */
export type ObjectPart = readonly [size: number, checksum?: string];

const magic = Buffer.from('MILLRACEOBJ1');
/** CRC-32 of the record, its length, and the magic. */
const FOOTER_BYTES = 4 + 4 + magic.length;
/** Enough for nearly every record and its footer, so that opening an object is one read. */
const TAIL_BYTES = 4096;

/**
 * An object is one file: its bytes, then its record as JSON, then a footer. One rename
 * therefore changes data and metadata together, and a reader with an open file keeps one version of both. The file of a
 * long object has no bytes; `data` names the file that has them (see `DataFiles`).
 */
export function trailerOf(record: ObjectRecord, data?: string): Buffer {
  const json = Buffer.from(JSON.stringify({ ...record, data }), 'utf8');
  const footer = Buffer.alloc(FOOTER_BYTES);
  footer.writeUInt32BE(crc32(json), 0);
  footer.writeUInt32BE(json.length, 4);
  magic.copy(footer, 8);
  return Buffer.concat([json, footer]);
}

/** An object that is open for reading. The caller that opened it closes it. */
export interface OpenObject {
  readonly record: ObjectRecord;
  /** Path of the object's file. The path may hold another version by now. */
  readonly path: string;
  /** The file that starts with the object's bytes. */
  readonly handle: FileHandle;
  /** Path of that file if it holds the bytes only. Its content never changes; it is removed with the object. */
  readonly data?: string;
}

/** The content of an object's file. */
export interface ObjectFile {
  readonly record: ObjectRecord;
  /** Name of the data file that has the bytes. Undefined if this file has them. */
  readonly data: string | undefined;
}

/**
 * Opens an object's file.
 * @throws the system's ENOENT if there is none and an Error if the file is damaged
 */
export async function openObjectFile(path: string): Promise<ObjectFile & { readonly handle: FileHandle }> {
  const handle = await open(path, 'r');
  try {
    return { ...(await readTrailer(handle, path)), handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Reads an object's file.
 * @throws like `openObjectFile`
 */
export async function readObjectFile(path: string): Promise<ObjectFile> {
  const { record, data, handle } = await openObjectFile(path);
  await handle.close();
  return { record, data };
}

/**
 * Reads the bytes of a range. The file stays open.
 * @throws Error if the file is shorter than its record says
 */
export async function* readRange(
  source: OpenObject,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncGenerator<Buffer> {
  for (let position = start; position < end; ) {
    const length = Math.min(1024 * 1024, end - position);
    const { bytesRead, buffer } = await source.handle.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead === 0) throw new Error('the object file is shorter than its record says');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readTrailer(handle: FileHandle, path: string): Promise<ObjectFile> {
  const { size } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
  const footer = tail.subarray(-FOOTER_BYTES);
  if (footer.length !== FOOTER_BYTES || !footer.subarray(8).equals(magic)) throw damaged(path);
  const length = footer.readUInt32BE(4);
  const start = size - FOOTER_BYTES - length;
  if (start < 0) throw damaged(path);
  const json =
    length + FOOTER_BYTES <= tail.length
      ? tail.subarray(tail.length - FOOTER_BYTES - length, tail.length - FOOTER_BYTES)
      : await readAt(handle, start, length);
  if (crc32(json) !== footer.readUInt32BE(0)) throw damaged(path);
  const { data, ...record }: ObjectRecord & { readonly data?: string } = JSON.parse(json.toString('utf8'));
  if (start !== (data === undefined ? record.size : 0)) throw damaged(path);
  return { record, data };
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

/** The error for a file whose content is not what the store wrote. */
export function damaged(path: string): Error {
  return new Error(`damaged object file ${path}`);
}
