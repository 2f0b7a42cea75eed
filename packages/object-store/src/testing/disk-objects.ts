import type { Bucket } from '../disk/bucket.js';
import type { ObjectRecord } from '../disk/object-file.js';

/** The record of an object, of which only key and size matter. */
export function recordFor(key: string, size: number, more: Partial<ObjectRecord> = {}): ObjectRecord {
  return { key, size, etag: 'e', modified: 1, headers: {}, metadata: {}, acl: 'private', tags: {}, ...more };
}

/**
 * The bytes of an object, all of them.
 * @throws NoSuchKey, or an Error if its file is shorter than its record says
 */
export async function bytesOf(bucket: Bucket, key: string): Promise<Buffer> {
  const { handle, record } = await bucket.open(key);
  try {
    const buffer = Buffer.alloc(record.size);
    const { bytesRead } = await handle.read(buffer, 0, record.size, 0);
    if (bytesRead !== record.size) throw new Error(`${bytesRead} bytes were read of ${record.size}`);
    return buffer;
  } finally {
    await handle.close();
  }
}
