import { describe, expect, test } from 'vitest';
import { byteSize, fit, shortTime, valueText, widthOf } from './text.js';

describe('text', () => {
  test('sizes are written in binary units with at most one decimal', () => {
    expect([0, 1023, 1024, 1536, 102_400, 5 * 1024 ** 3].map(byteSize)).toEqual([
      '0 B',
      '1023 B',
      '1 KiB',
      '1.5 KiB',
      '100 KiB',
      '5 GiB',
    ]);
  });

  test('[D3] times are shown to the second; anything else as it is', () => {
    expect(shortTime('2026-11-21T01:46:42.123Z')).toBe('2026-11-21 01:46:42');
    expect(shortTime(null)).toBe('');
    expect(shortTime('tomorrow')).toBe('tomorrow');
  });

  test('wide characters are never cut in half', () => {
    expect(widthOf('日本語')).toBe(6);
    expect(fit('日本語', 4)).toBe('日…');
    expect(fit('abc', 3)).toBe('abc');
    expect(fit('abcd', 3)).toBe('ab…');
  });

  test('values are text as they are and everything else as JSON', () => {
    expect([null, undefined, 'a b', 1.5, true, { a: [1] }].map(valueText)).toEqual([
      '',
      '',
      'a b',
      '1.5',
      'true',
      '{"a":[1]}',
    ]);
  });
});
