import type { TString } from 'typebox';
import { describe, expect, it } from 'vitest';
import { formOf, patternOf, wholeNumber, wholeNumberOrEmpty } from './text-form.js';

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
