import { describe, expect, it } from 'vitest';
import { ListedObjects } from './listed-objects.js';
import type { ObjectRecord } from './object-file.js';

const record = (key: string, size: number): ObjectRecord => ({
  key,
  size,
  etag: `tag-${size}`,
  modified: size,
  headers: {},
  metadata: {},
  acl: 'private',
  tags: {},
});

/** Of the file that an object is read from. */
const file = { ino: 1, ctimeMs: 1 };

describe('what was listed of objects', () => {
  it('is read once, and again after a change', async () => {
    const listed = new ListedObjects();
    await listed.read('a', file, async () => record('a', 1));
    expect(listed.get('a', file)).toEqual({ key: 'a', size: 1, etag: 'tag-1', modified: 1, checksum: undefined });
    listed.forget('a');
    expect(listed.get('a', file)).toBeUndefined();
    expect(await listed.read('a', file, async () => record('a', 2))).toMatchObject({ size: 2 });
    expect(listed.get('a', file)).toMatchObject({ size: 2 });
  });

  it('is not kept when the object changes while it is read', async () => {
    const listed = new ListedObjects();
    const old = await listed.read('a', file, async () => {
      listed.forget('a');
      return record('a', 1);
    });
    expect(old).toMatchObject({ size: 1 });
    expect(listed.get('a', file)).toBeUndefined();
    await listed.read('a', file, async () => record('a', 2));
    expect(listed.get('a', file)).toMatchObject({ size: 2 });
  });

  it('does not count for another file, nor for one that changed', async () => {
    const listed = new ListedObjects();
    await listed.read('a', file, async () => record('a', 1));
    expect(listed.get('a', { ino: 2, ctimeMs: 1 })).toBeUndefined();
    expect(listed.get('a', { ino: 1, ctimeMs: 2 })).toBeUndefined();
    expect(listed.get('a', file)).toMatchObject({ size: 1 });
  });

  it('of an object that is gone is nothing', async () => {
    const listed = new ListedObjects();
    expect(await listed.read('a', file, async () => undefined)).toBeUndefined();
    expect(listed.get('a', file)).toBeUndefined();
  });

  it('forgets first what was listed longest ago', async () => {
    const listed = new ListedObjects(2);
    for (const key of ['a', 'b', 'a', 'c']) await listed.read(key, file, async () => record(key, 1));
    expect(['a', 'b', 'c'].map((key) => listed.get(key, file)?.key)).toEqual(['a', undefined, 'c']);
  });
});
