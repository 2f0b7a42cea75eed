import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileWriter } from './file-writer.js';

const MEBIBYTE = 1024 * 1024;

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-writer-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function withFile<T>(flags: string, use: (handle: FileHandle, path: string) => Promise<T>): Promise<T> {
  const path = join(directory, 'file');
  await (await open(path, 'w')).close();
  const handle = await open(path, flags);
  try {
    return await use(handle, path);
  } finally {
    await handle.close();
  }
}

/** A file whose writes take at most `most` bytes at once, as the system may do. */
function shortWriting(handle: FileHandle, most: number): FileHandle {
  const writev = async ([first = new Uint8Array()]: readonly Uint8Array[], position: number) =>
    await handle.write(first, 0, Math.min(most, first.length), position);
  return { writev } as unknown as FileHandle;
}

describe('writing a file', () => {
  it('leaves the bytes of all pieces in their order, whatever their sizes', async () => {
    const size = fc.oneof(fc.nat(10), fc.nat(2 * MEBIBYTE), fc.constantFrom(MEBIBYTE - 1, MEBIBYTE));
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 12 }), fc.nat(10), async (sizes, position) => {
        await withFile('w', async (handle, path) => {
          const writer = new FileWriter(handle, position);
          const pieces = sizes.map((length, index) => Buffer.alloc(length, `${index} of ${sizes.length}, `));
          for (const piece of pieces) await writer.write(piece);
          await writer.flush();
          await writer.close();
          const written = (await readFile(path)).subarray(position);
          expect(written.equals(Buffer.concat(pieces))).toBe(true);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('goes on where the system wrote less than it was given', async () => {
    await withFile('w', async (handle, path) => {
      const writer = new FileWriter(shortWriting(handle, 7), 0);
      for (const text of ['a longer piece', '', 'b', 'the last of the pieces']) await writer.write(Buffer.from(text));
      await writer.flush();
      expect(await readFile(path, 'utf8')).toBe('a longer pieceb' + 'the last of the pieces');
    });
  });

  it('makes the caller wait when a mebibyte is queued', async () => {
    await withFile('w', async (handle) => {
      const writer = new FileWriter(handle, 0);
      // The first piece is being written at once and is not queued.
      expect(writer.write(Buffer.alloc(1))).toBeUndefined();
      expect(writer.write(Buffer.alloc(MEBIBYTE - 1))).toBeUndefined();
      const waiting = writer.write(Buffer.alloc(1));
      expect(waiting).toBeInstanceOf(Promise);
      await waiting;
      expect(writer.write(Buffer.alloc(1))).toBeUndefined();
      await writer.flush();
      await writer.close();
    });
  });

  it('throws the error of a write to the caller that writes, waits or flushes', async () => {
    await withFile('r', async (handle) => {
      const writer = new FileWriter(handle, 0);
      expect(writer.write(Buffer.alloc(1))).toBeUndefined();
      await expect(writer.write(Buffer.alloc(2 * MEBIBYTE))).rejects.toThrow(/EBADF/);
      expect(() => writer.write(Buffer.alloc(1))).toThrow(/EBADF/);
      await expect(writer.flush()).rejects.toThrow(/EBADF/);
      await writer.close();
    });
  });

  it('ends the waiting of a caller when it is closed in the middle', async () => {
    await withFile('w', async (handle, path) => {
      const writer = new FileWriter(handle, 0);
      expect(writer.write(Buffer.alloc(MEBIBYTE))).toBeUndefined();
      const waiting = writer.write(Buffer.alloc(2 * MEBIBYTE));
      await Promise.all([expect(waiting).rejects.toThrow('closed'), writer.close()]);
      expect(await readFile(path)).toHaveLength(MEBIBYTE);
    });
  });
});
