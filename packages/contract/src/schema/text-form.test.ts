import type { TString } from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  dayOrEmpty,
  emailAddress,
  formOf,
  nameList,
  patternOf,
  positionOrLatest,
  timeOrEmpty,
  uuidOrEmpty,
  wholeNumber,
  wholeNumberOrEmpty,
} from './text-form.js';

const matches = (schema: TString, text: string): boolean => patternOf(schema).test(text);

describe('whole numbers', () => {
  it.each([[1], [9], [10], [50], [60], [99], [100], [101], [200], [1000], [1985]])('from 1 to %i are exact', (most) => {
    const schema = wholeNumber(1, most, 'x');
    const accepted = Array.from({ length: 2100 }, (_, n) => n).filter((n) => matches(schema, String(n)));
    expect(accepted).toEqual(Array.from({ length: most }, (_, index) => index + 1));
  });

  it('up to the greatest number that JavaScript counts exactly', () => {
    const schema = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'x');
    const accepted = ['1', '999999999999999', '9007199254740989', '9007199254740991'];
    expect(accepted.filter((text) => !matches(schema, text))).toEqual([]);
    const refused = ['9007199254740992', '9007199254741000', '9100000000000000', '10000000000000000'];
    expect(refused.filter((text) => matches(schema, text))).toEqual([]);
  });

  it('takes 0 only where it is in the range, and the empty text only where it is a default', () => {
    expect(matches(wholeNumber(0, 60, 'x'), '0')).toBe(true);
    expect(matches(wholeNumber(1, 60, 'x'), '0')).toBe(false);
    expect(matches(wholeNumber(1, 60, 'x'), '')).toBe(false);
    expect(matches(wholeNumberOrEmpty(1, 60, 'x'), '')).toBe(true);
  });

  it.each(['01', '+1', '-1', '1.0', '1e1', ' 1', '1 ', '1\n', '１'])('does not take %j', (text) => {
    expect(matches(wholeNumber(0, 60, 'x'), text)).toBe(false);
  });

  it('says its form in words, which the contract does not show', () => {
    const schema = wholeNumber(1, 1000, 'x');
    expect(formOf(schema)).toBe('a whole decimal number from 1 to 1000');
    expect(Object.keys(JSON.parse(JSON.stringify(schema)))).toEqual(['type', 'pattern', 'description']);
  });
});

describe('days and times', () => {
  it('days are exactly those of the calendar', () => {
    const schema = dayOrEmpty('x');
    const isDay = (text: string): boolean => {
      const time = Date.parse(text);
      return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
    };
    const two = (number: number): string => String(number).padStart(2, '0');
    for (const year of ['1900', '1999', '2000', '2023', '2024', '2096', '2100', '2400']) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${two(month)}-${two(day)}`;
          expect(matches(schema, text), text).toBe(isDay(text));
        }
      }
    }
  });

  it.each(['', '2026-01-31', '2026-01-31T09:30Z', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456789+14:00'])(
    'a time may be %j',
    (text) => {
      expect(matches(timeOrEmpty('x'), text)).toBe(true);
    },
  );

  it.each([
    'now',
    '2026-02-30T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:30:00',
    '2026-01-31 09:30:00Z',
    '2026-01-31T09:30:00.Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:00Z\n',
  ])('a time is not %j', (text) => {
    expect(matches(timeOrEmpty('x'), text)).toBe(false);
  });
});

describe('names, ids, positions and addresses', () => {
  const names = nameList(['one', 'two'], 'x');

  it.each(['', 'one', 'two', 'one,two', ' one , two ', 'one,one'])('a list takes %j', (text) => {
    expect(matches(names, text)).toBe(true);
  });

  it.each(['three', 'onetwo', 'one,', ',one', 'one,,two', 'One', ' '])('a list does not take %j', (text) => {
    expect(matches(names, text)).toBe(false);
  });

  it('says which names there are', () => {
    expect(formOf(names)).toBe('one or several of one, two, with commas between them');
    expect(formOf(nameList(['one'], 'x'))).toBe('one');
  });

  it('an id is a UUID, and a position a whole number or latest', () => {
    const id = uuidOrEmpty('x');
    expect(
      ['01971f2e-6c00-7a11-8000-0000000000a1', 'ABCDEFAB-0000-0000-0000-000000000000', ''].map((text) =>
        matches(id, text),
      ),
    ).toEqual([true, true, true]);
    expect(['1', '01971f2e6c007a1180000000000000a1'].map((text) => matches(id, text))).toEqual([false, false]);
    const position = positionOrLatest('x');
    expect(['0', '17', 'latest', '9007199254740991'].map((text) => matches(position, text))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['', '-1', '01', 'last', '9007199254740992'].map((text) => matches(position, text))).not.toContain(true);
  });

  it.each(['a@b', 'ann@example.com', 'ü@exämple.com', "o'neill+x@a.b.c"])('%j is an e-mail address', (text) => {
    expect(matches(emailAddress('x'), text)).toBe(true);
  });

  it.each([
    '',
    'a',
    '@b',
    'a@',
    'a b@c',
    'a@b@c',
    'a@b..c',
    'a@.b',
    'a@b.',
    'a@b\u0000',
    'a\u2003@b',
    `${'a'.repeat(65)}@b`,
  ])('%j is not an e-mail address', (text) => {
    expect(matches(emailAddress('x'), text)).toBe(false);
  });
});
