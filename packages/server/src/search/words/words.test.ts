import { describe, expect, test } from 'vitest';
import { excerptOf } from './excerpt.js';
import { readQuery } from './read-query.js';
import { wordsOf } from './words-of.js';

const words = (text: string) => wordsOf(text).map(({ word }) => word);

describe('words of a text', () => {
  test.each([
    ['Acme GmbH & Co. KG', ['acme', 'gmbh', 'co', 'kg']],
    ['A-2026-17/b_c@d', ['a', '2026', '17', 'b', 'c', 'd']],
    ['Straße MÜLLER Ångström ½', ['strasse', 'muller', 'angstrom', '1', '2']],
    ['東京、大阪', ['東京', '大阪']],
    ['Привет – мир', ['привет', 'мир']],
    [' .,;\n\t', []],
  ])('%s', (text, expected) => expect(words(text)).toEqual(expected));

  test('of a long word 50 characters', () => expect(words('x'.repeat(80))).toEqual(['x'.repeat(50)]));
});

describe('a query', () => {
  test('a word that another one begins with asks for nothing more', () => {
    expect(readQuery('acme ac Acmé 17').words).toEqual(['acme', '17']);
  });
  test('more than 10 words are refused', () => {
    expect(() => readQuery('a b c d e f g h i j k')).toThrow('Use at most 10');
  });
  test.each([
    ['01971f2e', '01971f2e-0000-0000-0000-000000000000', '01971f2e-ffff-ffff-ffff-ffffffffffff', 8],
    [' 01971F2E-6C', '01971f2e-6c00-0000-0000-000000000000', '01971f2e-6cff-ffff-ffff-ffffffffffff', 11],
    [
      '01971f2e6c007a1180000000000000a1',
      '01971f2e-6c00-7a11-8000-0000000000a1',
      '01971f2e-6c00-7a11-8000-0000000000a1',
      36,
    ],
  ])('the beginning of an id: %s', (text, from, to, length) => {
    expect(readQuery(text).ids).toEqual({ from, to, length });
  });
  test.each(['0197', 'Acme', '01971f2g', '01971f2e-6c00-7a11-8000-0000000000a1f'])(
    'no beginning of an id: %s',
    (text) => {
      expect(readQuery(text).ids).toBeUndefined();
    },
  );
});

describe('the excerpt of a text', () => {
  const shown = (text: string, ...query: string[]) => {
    const excerpt = excerptOf(text, query);
    return excerpt?.ranges.map(({ start, length }) => excerpt.text.slice(start, start + length));
  };
  test('what matches, as it is written', () => {
    expect(shown('Die Straßen von MÜNCHEN', 'strass', 'mun')).toEqual(['Straß', 'MÜN']);
    expect(shown('Mu\u0308nchen', 'mun')).toEqual(['Mu\u0308n']);
  });
  test('undefined without a match: inside a word is none', () =>
    expect(excerptOf('Rechnung', ['nung'])).toBeUndefined());
  test('of a long text the part around the first match, on both sides of which it goes on', () => {
    const excerpt = excerptOf(`${'lorem '.repeat(50)}Acme ${'ipsum '.repeat(50)}`, ['acme']);
    expect(excerpt?.text).toMatch(/^….*Acme.*…$/);
    expect(excerpt?.text.length).toBeLessThanOrEqual(202);
    const [range] = excerpt?.ranges ?? [];
    expect(excerpt?.text.slice(range?.start, (range?.start ?? 0) + (range?.length ?? 0))).toBe('Acme');
  });
});
