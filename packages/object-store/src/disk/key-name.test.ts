import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfName, objectPath } from './key-name.js';

const key = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
  fc.stringMatching(/^[./aA~%0é]{1,8}$/),
  fc.string({ minLength: 200, maxLength: 1024 }),
);

describe('objectPath', () => {
  it('is a plain, short, lower-case ASCII name without dots in front, whatever the key', () => {
    fc.assert(
      fc.property(key, (text) => {
        const { directory, name } = objectPath(text);
        expect(directory).toMatch(/^[0-9a-f]{2}$/);
        expect(name).toMatch(/^(~[0-9a-f]{64}|[a-z0-9_%-][a-z0-9_.%-]{0,239})$/);
      }),
    );
  });

  it('differs for different keys, also where case is ignored', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        const [pathA, pathB] = [objectPath(a), objectPath(b)];
        const same = `${pathA.directory}/${pathA.name}` === `${pathB.directory}/${pathB.name}`;
        expect(same).toBe(Buffer.from(a).equals(Buffer.from(b)));
      }),
    );
  });

  it('gives the key back unless the name is hashed', () => {
    fc.assert(
      fc.property(key, (text) => {
        const { name } = objectPath(text);
        const found = keyOfName(name);
        if (!name.startsWith('~')) expect(found).toBe(Buffer.from(text).toString());
        else expect(found).toBeUndefined();
      }),
    );
  });
});
