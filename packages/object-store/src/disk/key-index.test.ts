import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPrefix, fromBytes, KeyIndex, toBytes } from './key-index.js';

const key = fc.stringMatching(/^[ab/é😀\ue000]{1,4}$/u);

function all(index: KeyIndex): string[] {
  const keys: string[] = [];
  for (let at = index.seek(''); at !== undefined; at = index.seek(`${at}\0`)) keys.push(fromBytes(at));
  return keys;
}

function inByteOrder(keys: Iterable<string>): string[] {
  return [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

describe('KeyIndex', () => {
  it('holds what a set would, in byte order, after any additions and deletions', () => {
    const change = fc.record({ key, add: fc.boolean() });
    fc.assert(
      fc.property(fc.array(key), fc.array(change, { maxLength: 60 }), (start, changes) => {
        const index = KeyIndex.of(start.map(toBytes));
        const model = new Set(start);
        for (const { key: changed, add } of changes) {
          if (add) index.add(changed);
          else index.delete(changed);
          if (add) model.add(changed);
          else model.delete(changed);
        }
        expect(all(index)).toEqual(inByteOrder(model));
        expect(index.size).toBe(model.size);
      }),
    );
  });

  it('stays sorted over many chunks', () => {
    const index = KeyIndex.of([]);
    const keys = Array.from({ length: 5000 }, (_, at) => `k${(at * 7919) % 5000}`);
    for (const text of keys) index.add(text);
    expect(all(index)).toEqual(inByteOrder(keys));
    for (const text of keys.slice(0, 4990)) index.delete(text);
    expect(all(index)).toEqual(inByteOrder(keys.slice(4990)));
  });

  it('seeks to the first key at or behind a place', () => {
    fc.assert(
      fc.property(fc.array(key), key, (keys, from) => {
        const found = KeyIndex.of(keys.map(toBytes)).seek(toBytes(from));
        const expected = inByteOrder(keys).find((text) => Buffer.compare(Buffer.from(text), Buffer.from(from)) >= 0);
        expect(found === undefined ? undefined : fromBytes(found)).toBe(expected);
      }),
    );
  });
});

it('afterPrefix is behind everything with the prefix and not behind anything else', () => {
  fc.assert(
    fc.property(key, key, (prefix, text) => {
      const after = afterPrefix(toBytes(prefix)) ?? '';
      const bytes = toBytes(text);
      expect(bytes < after).toBe(bytes < toBytes(prefix) || bytes.startsWith(toBytes(prefix)));
    }),
  );
  expect(afterPrefix('\u00ff\u00ff')).toBeUndefined();
});
