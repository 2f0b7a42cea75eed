import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTarget, percentDecode, Query, uriEncode, uriEncodePath } from './uri.js';

describe('uriEncode', () => {
  it('leaves only A-Z a-z 0-9 - . _ ~, and percentDecode reverses it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(uriEncode(text)).toMatch(/^([A-Za-z0-9._~-]|%[0-9A-F]{2})*$/);
        expect(percentDecode(uriEncode(text))).toBe(text);
        expect(percentDecode(uriEncodePath(text))).toBe(text);
      }),
    );
    expect(uriEncode("/ !'()*")).toBe('%2F%20%21%27%28%29%2A');
  });
});

describe('percentDecode', () => {
  it.each(['%', '%1', '%zz', '%ff', 'a%c3', '%ed%a0%80'])('refuses %s', (text) => {
    expect(() => percentDecode(text)).toThrow(expect.objectContaining({ code: 'InvalidURI' }));
  });
});

describe('parseTarget', () => {
  const cases: [string, string | undefined, string | undefined][] = [
    ['/', undefined, undefined],
    ['/bucket', 'bucket', undefined],
    ['/bucket/', 'bucket', undefined],
    ['/bucket/a/b?c=d/e', 'bucket', 'a/b'],
    ['/bucket//a', 'bucket', '/a'],
    ['/bucket/../a', 'bucket', '../a'],
    ['/bucket/a%2Fb%20+', 'bucket', 'a/b +'],
  ];
  it.each(cases)('%s', (url, bucket, key) => {
    expect(parseTarget(url)).toMatchObject({ bucket, key });
  });

  it('refuses what is no absolute path', () => {
    expect(() => parseTarget('http://host/x')).toThrow(expect.objectContaining({ code: 'InvalidURI' }));
  });
});

it('Query keeps order, repetition and empty values, and reads + as a space', () => {
  const query = Query.parse('b=1&a=x%3Dy&b=+2&acl&&=');
  expect(query.pairs).toEqual([
    ['b', '1'],
    ['a', 'x=y'],
    ['b', ' 2'],
    ['acl', ''],
    ['', ''],
  ]);
  expect([query.get('b'), query.count('b'), query.has('acl'), query.get('none')]).toEqual(['1', 2, true, undefined]);
});
