import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SlabWriter } from './slab-writer.js';
import { Slabs, slabBytes } from './slabs.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'slab-writer-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** Counts those that are out. */
class CountedSlabs extends Slabs {
  out = 0;

  override take(): Buffer {
    this.out++;
    return super.take();
  }

  override giveBack(slab: Buffer): void {
    this.out--;
    super.giveBack(slab);
  }
}

/** Hands out slabs that do not begin with a page, and says they do. */
class CrookedSlabs extends Slabs {
  override take(): Buffer {
    return Buffer.alloc(slabBytes + 8).subarray(8);
  }

  override isKept(): boolean {
    return true;
  }

  override giveBack(): void {
    // None is used again.
  }
}

/** Undefined where the temporary directory's file system has no such thing. */
function openDirect(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | (constants.O_DIRECT ?? 0));
  } catch {
    return undefined;
  }
}

async function withFile<T>(flags: string, use: (descriptor: number, path: string) => Promise<T>): Promise<T> {
  const path = join(directory, 'file');
  closeSync(openSync(path, 'w'));
  const descriptor = openSync(path, flags);
  try {
    return await use(descriptor, path);
  } finally {
    closeSync(descriptor);
  }
}

describe('writing through slabs', () => {
  it('leaves the bytes of all pieces in their order, whatever their sizes', async () => {
    const size = fc.oneof(fc.nat(10), fc.nat(3 * slabBytes), fc.constantFrom(slabBytes - 1, slabBytes, 9 * slabBytes));
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 12 }), fc.boolean(), fc.boolean(), async (sizes, together, past) => {
        await withFile('w', async (descriptor, path) => {
          const slabs = new CountedSlabs();
          const direct = past ? openDirect(path) : undefined;
          const writer = new SlabWriter(descriptor, slabs, 0, direct);
          const expected: Buffer[] = [];
          for (const [index, length] of sizes.entries()) {
            const piece = Buffer.alloc(length, `${index} of ${sizes.length}, `);
            expected.push(Buffer.from(piece));
            const taken = writer.write(piece);
            if (taken || !together) await taken;
            // Slabs and pieces are used again.
            piece.fill('x');
          }
          await writer.flush();
          await writer.close();
          if (direct !== undefined) closeSync(direct);
          expect(readFileSync(path).equals(Buffer.concat(expected))).toBe(true);
          expect(slabs.out).toBe(0);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('goes through the page cache where the system refuses to go past it', async () => {
    await withFile('w', async (descriptor, path) => {
      const direct = openDirect(path);
      const writer = new SlabWriter(descriptor, new CrookedSlabs(), 0, direct);
      const bytes = Buffer.alloc(3 * slabBytes, 'crooked');
      await writer.write(bytes);
      await writer.flush();
      await writer.close();
      if (direct !== undefined) closeSync(direct);
      expect(readFileSync(path).equals(bytes)).toBe(true);
    });
  });

  it('makes the sender wait when eight slabs are full', async () => {
    await withFile('w', async (descriptor) => {
      const slabs = new CountedSlabs();
      const writer = new SlabWriter(descriptor, slabs, 0);
      expect(writer.write(Buffer.alloc(8 * slabBytes))).toBeUndefined();
      const waiting = writer.write(Buffer.alloc(1));
      expect(waiting).toBeInstanceOf(Promise);
      expect(slabs.out).toBe(8);
      await waiting;
      await writer.flush();
      await writer.close();
    });
  });

  it('tells who writes, waits or flushes of what went wrong, and gives everything back', async () => {
    await withFile('r', async (descriptor) => {
      const slabs = new CountedSlabs();
      const writer = new SlabWriter(descriptor, slabs, 0);
      expect(writer.write(Buffer.alloc(8 * slabBytes))).toBeUndefined();
      await expect(writer.write(Buffer.alloc(1))).rejects.toThrow(/EBADF/);
      expect(() => writer.write(Buffer.alloc(1))).toThrow(/EBADF/);
      await expect(writer.flush()).rejects.toThrow(/EBADF/);
      await writer.close();
      expect(slabs.out).toBe(0);
    });
  });

  it('lets nobody wait for ever when it is closed in the middle', async () => {
    await withFile('w', async (descriptor, path) => {
      const slabs = new CountedSlabs();
      const writer = new SlabWriter(descriptor, slabs, 0);
      expect(writer.write(Buffer.alloc(8 * slabBytes))).toBeUndefined();
      const waiting = writer.write(Buffer.alloc(1));
      await Promise.all([expect(waiting).rejects.toThrow('closed'), writer.close()]);
      expect(slabs.out).toBe(0);
      const { length } = readFileSync(path);
      expect(length % slabBytes).toBe(0);
      expect(length).toBeLessThan(8 * slabBytes);
    });
  });
});
