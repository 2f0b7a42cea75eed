import { readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, recordFor } from '../testing/disk-objects.js';
import { temporaryDirectory } from '../testing/running-store.js';
import type { Bucket } from './bucket.js';
import { Disk } from './disk.js';
import { objectPath } from './key-name.js';
import { readObjectFile, trailerOf } from './object-file.js';
import { Space } from './space.js';
import { LONG_OBJECT_BYTES, StagedFile } from './staged-file.js';

let directory = '';
let disk: Disk;
let bucket: Bucket;

beforeEach(async () => {
  directory = await temporaryDirectory();
  disk = await Disk.open(directory);
  await disk.createBucket('bucket', { created: 1, acl: 'private' });
  bucket = disk.bucket('bucket');
});

afterEach(async () => {
  await disk.close();
  await rm(directory, { recursive: true, force: true });
});

const restart = async () => {
  await disk.close();
  disk = await Disk.open(directory);
  bucket = disk.bucket('bucket');
};

/** Long bytes that can be told from others at every place. */
const long = (of: string): Buffer => Buffer.alloc(LONG_OBJECT_BYTES + 1, `${of}, `);

async function store(key: string, bytes: Buffer): Promise<void> {
  const staged = await disk.stage(0, 'upload');
  await staged.write(bytes);
  await staged.finish(recordFor(key, bytes.length));
  await bucket.commit(key, staged);
}

async function copy(from: string, to: string): Promise<void> {
  const source = await bucket.open(from);
  const staged = await disk.stageCopy(source);
  await source.handle.close();
  await staged?.finish(recordFor(to, source.record.size));
  if (staged) await bucket.commit(to, staged);
}

const load = (key: string) => bytesOf(bucket, key);
const pathOf = (key: string): string => {
  const { directory: shard, name } = objectPath(key);
  return join(bucket.path, 'objects', shard, name);
};
const dataPath = (name: string): string => join(bucket.path, 'data', name);
const dataOf = async (key: string): Promise<string> => (await readObjectFile(pathOf(key))).data ?? '';
const dataNames = () => readdir(join(bucket.path, 'data'));
const notes = () => readdir(join(bucket.path, 'changes'));
const note = (name: string, content: Buffer) => writeFile(join(bucket.path, 'changes', name), content);

describe('long objects', () => {
  it('have a file to themselves for their bytes, which goes with them', async () => {
    await store('k', long('first'));
    expect((await load('k')).equals(long('first'))).toBe(true);
    expect((await stat(pathOf('k'))).size).toBeLessThan(1000);
    const first = await dataOf('k');
    expect(await dataNames()).toEqual([first]);
    await store('k', long('second'));
    expect((await load('k')).equals(long('second'))).toBe(true);
    expect(await dataOf('k')).not.toBe(first);
    expect(await dataNames()).toEqual([await dataOf('k')]);
    await store('k', Buffer.from('short'));
    expect((await load('k')).toString()).toBe('short');
    expect(await dataNames()).toEqual([]);
    await store('k', long('third'));
    expect(await bucket.delete('k')).toBe(true);
    expect([...(await dataNames()), ...(await notes())]).toEqual([]);
  });

  it('are those of eight MiB and more', async () => {
    for (const [size, files] of [
      [LONG_OBJECT_BYTES - 1, 0],
      [LONG_OBJECT_BYTES, 1],
    ] as const) {
      await store('k', Buffer.alloc(size));
      expect((await load('k')).length).toBe(size);
      expect(await dataNames()).toHaveLength(files);
    }
  });

  it('share their bytes with their copies, until the last of them goes', async () => {
    await store('k', long('shared'));
    await copy('k', 'copy');
    await copy('k', 'k');
    expect(await dataNames()).toHaveLength(2);
    const [one, other] = await Promise.all(['k', 'copy'].map(async (key) => stat(dataPath(await dataOf(key)))));
    expect(one?.ino).toBe(other?.ino);
    await store('k', long('other'));
    expect((await load('copy')).equals(long('shared'))).toBe(true);
    await bucket.delete('copy');
    expect((await load('k')).equals(long('other'))).toBe(true);
    expect(await dataNames()).toEqual([await dataOf('k')]);
  });

  it('are copied where their bytes cannot be shared', async () => {
    await store('k', long('copied'));
    const source = await bucket.open('k');
    const allowance = await new Space(directory, 0, undefined).admit(source.record.size, 'copy');
    const staged = await StagedFile.createCopy(join(directory, 'tmp'), source, allowance);
    await source.handle.close();
    await staged?.finish(recordFor('copy', source.record.size));
    if (staged) await bucket.commit('copy', staged);
    expect((await load('copy')).equals(long('copied'))).toBe(true);
    expect((await stat(dataPath(await dataOf('copy')))).nlink).toBe(1);
  });

  it('are one version for whoever opens them while they are replaced', async () => {
    const versions = [long('a'), long('b'), long('c')];
    await store('k', long('a'));
    let over = false;
    const readers = Array.from({ length: 3 }, async () => {
      let seen = 0;
      for (; !over; seen++) {
        const bytes = await load('k');
        expect(versions.some((version) => version.equals(bytes))).toBe(true);
      }
      return seen;
    });
    for (let at = 0; at < 12; at++) await store('k', versions[at % 3] ?? long('a'));
    over = true;
    for (const seen of await Promise.all(readers)) expect(seen).toBeGreaterThan(1);
    expect(await dataNames()).toHaveLength(1);
  });

  it('whose bytes are gone or cut are reported, not served, and can be replaced', async () => {
    await store('k', long('cut'));
    await truncate(dataPath(await dataOf('k')), LONG_OBJECT_BYTES);
    await expect(bucket.open('k')).rejects.toThrow(/damaged/);
    await rm(dataPath(await dataOf('k')));
    await expect(bucket.open('k')).rejects.toThrow(/damaged/);
    await store('k', long('whole'));
    expect((await load('k')).equals(long('whole'))).toBe(true);
    expect(await dataNames()).toHaveLength(1);
  });

  it('can be removed where there is no room for a note of it', async () => {
    await store('k', long('full'));
    await rm(join(bucket.path, 'changes'), { recursive: true });
    expect(await bucket.delete('k')).toBe(true);
    expect(await dataNames()).toEqual([]);
  });

  it('that cannot be put in their place leave the old ones and nothing else', async () => {
    await store('k', long('old'));
    await rm(join(bucket.path, 'changes'), { recursive: true });
    await expect(store('k', long('new'))).rejects.toThrow(/ENOENT/);
    expect((await load('k')).equals(long('old'))).toBe(true);
    expect(await dataNames()).toEqual([await dataOf('k')]);
  });
});

describe('a start after a process that died', () => {
  const untouched = async () => {
    expect((await load('k')).equals(long('old'))).toBe(true);
    expect(await dataNames()).toEqual([await dataOf('k')]);
    expect(await notes()).toEqual([]);
  };
  beforeEach(() => store('k', long('old')));

  it('while it wrote the note of an upload keeps the old object', async () => {
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES), 'new').subarray(0, -1));
    await restart();
    await untouched();
  });

  it('before the bytes of an upload were in their place keeps the old object', async () => {
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES), 'new'));
    await restart();
    await untouched();
  });

  it('before an upload became the object removes its bytes', async () => {
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES), 'new'));
    await writeFile(dataPath('new'), long('new'));
    await note('m', trailerOf(recordFor('another', LONG_OBJECT_BYTES), 'alone'));
    await writeFile(dataPath('alone'), long('alone'));
    await restart();
    await untouched();
  });

  it('after an upload became the object removes the old bytes', async () => {
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES + 1), await dataOf('k')));
    await writeFile(dataPath('new'), long('new'));
    await writeFile(join(bucket.path, 'changes', 'm'), trailerOf(recordFor('k', LONG_OBJECT_BYTES + 1), 'new'));
    await rename(join(bucket.path, 'changes', 'm'), pathOf('k'));
    await restart();
    expect((await load('k')).equals(long('new'))).toBe(true);
    expect(await dataNames()).toEqual(['new']);
    expect(await notes()).toEqual([]);
  });

  it('before an object was removed keeps it', async () => {
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES + 1), await dataOf('k')));
    await restart();
    await untouched();
  });

  it('after an object was removed removes its bytes', async () => {
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES + 1), await dataOf('k')));
    await rm(pathOf('k'));
    await restart();
    expect([...(await dataNames()), ...(await notes())]).toEqual([]);
    await expect(bucket.open('k')).rejects.toMatchObject({ code: 'NoSuchKey' });
  });

  it('keeps bytes that a damaged object may name', async () => {
    const name = await dataOf('k');
    await note('n', trailerOf(recordFor('k', LONG_OBJECT_BYTES + 1), name));
    await truncate(pathOf('k'), 10);
    await restart();
    expect(await dataNames()).toEqual([name]);
  });

  it('of the version before finds no directories and makes them', async () => {
    await bucket.delete('k');
    await rm(join(bucket.path, 'data'), { recursive: true });
    await rm(join(bucket.path, 'changes'), { recursive: true });
    await store('short', Buffer.from('kept'));
    await restart();
    expect((await load('short')).toString()).toBe('kept');
    await store('k', long('old'));
    await untouched();
  });
});
