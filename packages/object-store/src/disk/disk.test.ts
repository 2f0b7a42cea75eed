import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOf, recordFor } from '../testing/disk-objects.js';
import { temporaryDirectory } from '../testing/running-store.js';
import type { Bucket } from './bucket.js';
import { Disk } from './disk.js';
import { Gate, KeyedGates } from './gate.js';
import { objectPath } from './key-name.js';
import type { ObjectRecord } from './object-file.js';

let directory = '';
let disk: Disk;

beforeEach(async () => {
  directory = await temporaryDirectory();
  disk = await Disk.open(directory);
  await disk.createBucket('bucket', { created: 1, acl: 'private' });
});

afterEach(async () => {
  await disk.close();
  await rm(directory, { recursive: true, force: true });
});

async function store(
  bucket: Bucket,
  key: string,
  pieces: readonly Buffer[],
  more: Partial<ObjectRecord> = {},
): Promise<void> {
  const staged = await disk.stage(0, 'upload');
  for (const piece of pieces) await staged.write(piece);
  await staged.finish(recordFor(key, staged.size, more));
  await bucket.commit(key, staged);
}

describe('objects', () => {
  it('come back as they were written, however they were cut into pieces', async () => {
    const bucket = disk.bucket('bucket');
    for (const sizes of [[], [0], [1], [1_048_576], [1_048_575, 2], [700_000, 700_000, 700_000], [5_000_000]]) {
      const pieces = sizes.map((size) => randomBytes(size));
      await store(bucket, 'k', pieces);
      expect((await bytesOf(bucket, 'k')).equals(Buffer.concat(pieces))).toBe(true);
    }
  });

  it('may have a record larger than the first read', async () => {
    const bucket = disk.bucket('bucket');
    const metadata = { long: 'x'.repeat(20_000) };
    await store(bucket, 'k', [Buffer.from('data')], { metadata });
    expect((await bucket.read('k')).metadata).toEqual(metadata);
  });

  it('that were opened stay whole while they are replaced and deleted', async () => {
    const bucket = disk.bucket('bucket');
    await store(bucket, 'k', [Buffer.from('old')]);
    const opened = await bucket.open('k');
    await store(bucket, 'k', [Buffer.from('newer')]);
    await bucket.delete('k');
    const buffer = Buffer.alloc(3);
    await opened.handle.read(buffer, 0, 3, 0);
    await opened.handle.close();
    expect(buffer.toString()).toBe('old');
  });

  it('are copied by the system with a new record, unless they were replaced since they were opened', async () => {
    const bucket = disk.bucket('bucket');
    const bytes = randomBytes(3_000_000);
    await store(bucket, 'k', [bytes], { metadata: { long: 'x'.repeat(20_000) } });
    const source = await bucket.open('k');
    const copy = await disk.stageCopy(source);
    await copy?.finish(recordFor('copy', bytes.length));
    if (copy) await bucket.commit('copy', copy);
    expect((await bytesOf(bucket, 'copy')).equals(bytes)).toBe(true);
    expect(await bucket.read('copy')).toEqual(recordFor('copy', bytes.length));
    await store(bucket, 'k', [randomBytes(3_000_000)], { modified: 2 });
    expect(await disk.stageCopy(source)).toBeUndefined();
    await bucket.delete('k');
    expect(await disk.stageCopy(source)).toBeUndefined();
    await source.handle.close();
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
  });

  it('are copied by the system two at a time, which leaves threads for everybody else', async () => {
    const bucket = disk.bucket('bucket');
    await store(bucket, 'k', [randomBytes(1_000_000)]);
    const source = await bucket.open('k');
    const copies = await Promise.all([1, 2, 3].map(() => disk.stageCopy(source)));
    expect(copies.map((copy) => copy !== undefined)).toEqual([true, true, false]);
    const later = await disk.stageCopy(source);
    expect(later).toBeDefined();
    for (const copy of [...copies, later]) await copy?.discard();
    await source.handle.close();
  });

  it('that were damaged on disk are reported, not served, and can be replaced', async () => {
    const bucket = disk.bucket('bucket');
    await store(bucket, 'k', [Buffer.from('data')]);
    const { directory: shard, name } = objectPath('k');
    const path = join(bucket.path, 'objects', shard, name);
    const bytes = await readFile(path);
    for (const damage of [bytes.subarray(1), bytes.subarray(0, -1), Buffer.alloc(0), Buffer.alloc(100)]) {
      await writeFile(path, damage);
      await expect(bucket.open('k')).rejects.toThrow(/damaged/);
    }
    const flipped = Buffer.from(bytes);
    flipped[10] = 0xff;
    await writeFile(path, flipped);
    await expect(bucket.open('k')).rejects.toThrow(/damaged/);
    await store(bucket, 'k', [Buffer.from('again')]);
    expect((await bytesOf(bucket, 'k')).toString()).toBe('again');
  });

  it('with hashed names are found again by the index of a new process', async () => {
    const keys = ['short', 'x'.repeat(1000), 'Ä'.repeat(300)];
    for (const key of keys) await store(disk.bucket('bucket'), key, []);
    await disk.close();
    disk = await Disk.open(directory);
    const index = await disk.bucket('bucket').index();
    expect(index.size).toBe(3);
    await disk.bucket('bucket').delete('x'.repeat(1000));
    expect(index.size).toBe(2);
  });

  it('written while the index is being read are in it', async () => {
    const bucket = disk.bucket('bucket');
    for (let at = 0; at < 50; at++) await store(bucket, `before ${at}`, []);
    const writes = Array.from({ length: 50 }, (_, at) => store(bucket, `during ${at}`, []));
    await sleep(2);
    const index = bucket.index();
    await Promise.all(writes);
    expect((await index).size).toBe(100);
  });
});

describe('buckets', () => {
  it('that are deleted take no further object, and none is lost silently', async () => {
    const bucket = disk.bucket('bucket');
    const outcomes = await Promise.allSettled([
      store(bucket, 'k', []),
      disk.deleteBucket(bucket),
      store(bucket, 'l', []),
    ]);
    const gone = outcomes[1].status === 'fulfilled';
    expect(outcomes[0].status).toBe(gone ? 'rejected' : 'fulfilled');
    if (!gone) expect((await bucket.index()).size).toBeGreaterThan(0);
    if (gone) expect(() => disk.bucket('bucket')).toThrow(expect.objectContaining({ code: 'NoSuchBucket' }));
  });

  it('are made once when asked twice at a time', async () => {
    const make = () => disk.createBucket('twice', { created: 2, acl: 'private' });
    const outcomes = await Promise.allSettled([make(), make(), make()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
  });
});

describe('start', () => {
  it('sweeps what dead uploads left behind and keeps the rest', async () => {
    await store(disk.bucket('bucket'), 'k', [Buffer.from('data')]);
    const abandoned = await disk.stage(0, 'upload');
    await abandoned.write(randomBytes(10));
    await mkdir(join(directory, 'tmp', 'half-removed-bucket'));
    await disk.close();
    disk = await Disk.open(directory);
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
    expect((await bytesOf(disk.bucket('bucket'), 'k')).toString()).toBe('data');
    await abandoned.discard();
  });

  it('takes over the lock of a process that is gone, not that of a living one', async () => {
    await expect(Disk.open(directory)).rejects.toThrow(/in use by process/);
    await disk.close();
    const stale = [{ pid: 2 ** 22 - 1 }, { pid: process.pid, started: 'another boot/1' }, { pid: 'x' }, 'nonsense'];
    for (const lock of stale) {
      await writeFile(join(directory, 'lock'), JSON.stringify(lock));
      disk = await Disk.open(directory);
      await disk.close();
    }
    await writeFile(join(directory, 'lock'), '');
    disk = await Disk.open(directory);
  });

  it('knows the lock of a living process of an earlier version', async () => {
    await disk.close();
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const fields = (await readFile(`/proc/${process.pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
    const lock = { pid: process.pid, started: `${boot}/${fields[19]}`, id: randomUUID() };
    await writeFile(join(directory, 'lock'), JSON.stringify(lock));
    await expect(Disk.open(directory)).rejects.toThrow(/in use by process/);
    await rm(join(directory, 'lock'));
    disk = await Disk.open(directory);
  });
});

describe('staged files', () => {
  it('report a failed write to whoever writes next or finishes', async () => {
    const staged = await disk.stage(0, 'upload');
    const [name = ''] = await readdir(join(directory, 'tmp'));
    expect(name).not.toBe('');
    await staged.discard();
    await expect(
      (async () => {
        for (let at = 0; at < 4; at++) await staged.write(randomBytes(1_100_000));
        await staged.finish(recordFor('k', staged.size));
      })(),
    ).rejects.toThrow();
    const handle = await open(join(directory, 'tmp', 'free'), 'wx');
    await handle.close();
  });
});

describe('Gate', () => {
  it('lets shared callers overlap and exclusive ones not', async () => {
    const gate = new Gate();
    const log: string[] = [];
    const enter = (name: string, ms: number) => async () => {
      log.push(`+${name}`);
      await sleep(ms);
      log.push(`-${name}`);
    };
    const first = [gate.shared(enter('a', 20)), gate.shared(enter('b', 10))];
    await sleep(1);
    const second = [gate.exclusive(enter('X', 5)), gate.shared(enter('c', 1)), gate.exclusive(enter('Y', 5))];
    await Promise.all([...first, ...second]);
    expect(log.slice(0, 4)).toEqual(['+a', '+b', '-b', '-a']);
    expect(log.join('')).toMatch(/\+X-X/);
    expect(log.join('')).toMatch(/\+Y-Y/);
    expect(log.join('')).toMatch(/\+c-c/);
    expect(log.indexOf('+c')).toBeGreaterThan(log.indexOf('-X'));
  });

  it('goes on after a failure', async () => {
    const gates = new KeyedGates();
    await expect(gates.exclusive('k', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await gates.exclusive('k', async () => 'fine')).toBe('fine');
  });
});
