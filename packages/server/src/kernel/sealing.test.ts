import { describe, expect, test } from 'vitest';
import { ConfigError } from './config.js';
import { checkSecretKeys, createSealing } from './sealing.js';

const [old, next] = [1, 2].map((n) => Buffer.alloc(32, n).toString('base64')) as [string, string];

describe('sealing', () => {
  test.each(['', 'a', 'plain.', 'ümlaut 🙂', 'A256GCM.x.y.z.w', 'x'.repeat(100_000)])(
    'what was sealed opens again: %.20s',
    (text) => {
      for (const sealing of [createSealing([old]), createSealing([])]) {
        const stored = sealing.seal('secret:one', text);
        expect(sealing.open('secret:one', stored)).toBe(text);
        expect(sealing.isCurrent(stored)).toBe(true);
      }
      if (text.length > 3) expect(createSealing([old]).seal('secret:one', text)).not.toContain(text);
    },
  );

  test('the same text is stored differently each time', () => {
    const sealing = createSealing([old]);
    expect(sealing.seal('a', 'text')).not.toBe(sealing.seal('a', 'text'));
  });

  test('the first key seals, all of them open; another first key makes it out of date', () => {
    const stored = createSealing([old]).seal('a', 'text');
    const both = createSealing([next, old]);
    expect(both.open('a', stored)).toBe('text');
    expect(both.isCurrent(stored)).toBe(false);
    expect(both.isCurrent(both.seal('a', 'text'))).toBe(true);
    expect(createSealing([old]).isCurrent(createSealing([]).seal('a', 'text'))).toBe(false);
  });

  test.each([
    [
      'moved to another place',
      (stored: string) => createSealing([old]).open('b', stored),
      /^b: the stored value was changed/,
    ],
    ['changed', (stored: string) => createSealing([old]).open('a', `${stored.slice(0, -4)}AAA=`), /was changed/],
    ['in no form of ours', () => createSealing([old]).open('a', 'text'), /was changed/],
    [
      'sealed with a key that is not given',
      (stored: string) => createSealing([next]).open('a', stored),
      /encrypted with key/,
    ],
    [
      'sealed, without any key',
      (stored: string) => createSealing([]).open('a', stored),
      /MILLRACE_SECRET_KEY: is not set/,
    ],
  ])('refuses what was %s', (_name, open, message) => {
    const stored = createSealing([old]).seal('a', 'text');
    expect(() => open(stored)).toThrow(ConfigError);
    expect(() => open(stored)).toThrow(message);
  });

  test('a key of another length is named as wrong, and never shown', () => {
    expect(checkSecretKeys([old])).toEqual([]);
    expect(checkSecretKeys([old, 'c2hvcnQ=']).join()).toMatch(/^MILLRACE_SECRET_KEY: each key is 32 random bytes/);
    expect(checkSecretKeys(['c2hvcnQ=']).join()).not.toContain('c2hvcnQ=');
  });
});
