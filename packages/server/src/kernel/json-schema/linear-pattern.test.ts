import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, PatternError } from './linear-pattern.js';

const native = (source: string, text: string): boolean => new RegExp(source, 'u').test(text);

describe('patterns mean what they mean in ECMAScript with the flag u', () => {
  const texts = [
    '',
    'a',
    'ab-12',
    'É',
    'ß1',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '\n',
    '\r',
    '😀',
    'Ω',
    'AB123456',
    'x_y',
    'a\nb',
    '\u180e',
    '１',
    'a/b',
    '\u0001',
    '\b',
    '𝒜',
    'ー',
    '漢字',
    '^',
    ']',
    '\\',
  ];
  it.each([
    '^[A-Z]{2}[0-9]{6}$',
    '^\\s*$',
    '^\\S+$',
    '[\\s-]',
    '[^\\s]',
    '[\\S]',
    '[^\\S]',
    '^.$',
    '^[^]$',
    '[]',
    '^\\w+$',
    '\\W',
    '[\\W\\d]',
    '^\\D*$',
    '\\bb',
    '\\Bb',
    '^\\p{L}+$',
    '^\\P{L}+$',
    '^[\\p{Lu}_]+$',
    '^[^\\p{Lu}]+$',
    '^[\\P{Lu}]+$',
    '\\p{Letter}',
    '\\p{General_Category=Uppercase_Letter}',
    '\\p{gc=Nd}',
    '\\p{Script=Greek}',
    '\\p{sc=Grek}',
    '\\p{scx=Kana}',
    '\\p{Script_Extensions=Hiragana}',
    '\\p{ASCII}',
    '\\P{ASCII}',
    '[^\\P{ASCII}a]',
    '\\p{Any}',
    '\\p{Emoji}',
    '\\p{Alphabetic}',
    '\\p{White_Space}',
    '\\p{Lowercase}',
    '\\u{1F600}',
    '\\ud83d\\ude00',
    '[\\u0041-\\u005A]',
    '\\x41',
    '\\cA',
    '[\\b]',
    '\\/',
    '\\0',
    '[\\]\\\\^-]',
    '^(?<year>a)?b?$',
    '(a|b|)+$',
    '(?:)',
    '(?:a{0}){3}$',
    '^a{2,}|b{0,3}$',
    'a*?b+?',
    '',
    '|',
  ])('%s', (source) => {
    const pattern = compilePattern(source);
    for (const text of texts) expect([source, text, pattern.test(text)]).toEqual([source, text, native(source, text)]);
  });

  it('for random patterns of what RE2 can do', () => {
    const atom = fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        '-',
        '\\.',
        '.',
        '\\d',
        '\\w',
        '\\s',
        '\\b',
        '\\B',
        '^',
        '$',
        '[ab]',
        '[^a]',
        '\\p{L}',
        '[\\p{N}a-c]',
      ),
    );
    const quantified = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
      .map(([one, times]) => (/^(\\[bB]|[\^$])$/.test(one) ? one : one + times));
    const pattern = fc.letrec<{ all: string }>((tie) => ({
      all: fc
        .array(
          fc.oneof(
            { weight: 4, arbitrary: quantified },
            fc.tuple(tie('all'), fc.constantFrom('', '*', '{1,2}')).map(([inner, times]) => `(${inner})${times}`),
          ),
          { maxLength: 4 },
        )
        .chain((parts) => fc.constantFrom(parts.join(''), parts.join('|'))),
    })).all;
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', '-', '.', '1', ' ', '\n', 'é', '😀'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(pattern, text, (source, given) => {
        fc.pre(source.length <= 60);
        expect(compilePattern(source).test(given)).toBe(native(source, given));
      }),
      { numRuns: 300 },
    );
  });
});

describe('patterns are matched in linear time', () => {
  it.each([
    ['^(\\p{L}|\\w)*$', `${'a'.repeat(4_000)}!`],
    ['^(a|a)*$', `${'a'.repeat(4_000)}!`],
    ['^a*a*a*a*a*b$', 'a'.repeat(5_000)],
    ['^(a+)+$', `${'a'.repeat(4_000)}!`],
    ['^([a-z]+)*$', `${'a'.repeat(4_000)}!`],
    ['^(.*a){10}x$', 'a'.repeat(5_000)],
    ['^(x+x+)+y$', 'x'.repeat(5_000)],
    ['(?:a?){150}a{150}$', 'a'.repeat(149)],
  ])('%s', (source, text) => {
    const pattern = compilePattern(source);
    const begun = performance.now();
    expect(pattern.test(text)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('texts of more than 5,000 characters never match', () => {
    expect(compilePattern('a').test('a'.repeat(5_000))).toBe(true);
    expect(compilePattern('a').test('a'.repeat(5_001))).toBe(false);
  });
});

describe('what cannot be matched in linear time is refused with what to do', () => {
  it.each([
    ['^(a)\\1$', /\\1 at character 4 refers back .*no back references/],
    ['^(?<q>a)\\k<q>$', /\\k<q> at character 8 refers back/],
    ['^(?=.*\\d)x', /\(\?=\.\*\\d\) at character 1 looks ahead.*allOf/],
    ['^(?!x)', /looks ahead/],
    ['(?<=a)b', /looks behind/],
    ['(?<!a)b', /looks behind/],
    ['(', /must be a regular expression \(ECMAScript, with the flag u\): Unterminated group/],
    ['\\-', /must be a regular expression/],
    ['a{2000}', /the pattern repeats too much: .* at most 500.*maxLength/],
    ['((a{1,10}){1,10}){1,10}', /repeats too much/],
    ['(?:(?:(?:a{1000}){1000}){1000}){1000}', /repeats too much/],
    ['a'.repeat(501), /has 501 characters; at most 500/],
  ])('%s', (source, message) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
    expect(() => compilePattern(source)).toThrow(message);
  });
});
