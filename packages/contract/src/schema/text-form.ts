import type { TString } from 'typebox';
import { Type } from './type.js';

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Marks the schema of a text with its form in words. JSON does not show it. */
const FORM = Symbol('form');

/** The form of a text in words, such as "a whole decimal number from 1 to 1000"; undefined for a schema without one. */
export const formOf = (schema: object): string | undefined => (schema as { readonly [FORM]?: string })[FORM];

/**
 * A text that matches a pattern.
 *
 * @param form the pattern in words: what the server says to whom sent another text
 */
export const formedText = (pattern: string, form: string, description: string, more: Bounds = {}): TString =>
  Type.String({ ...more, pattern, description, ...{ [FORM]: form } });

/** What the texts of a schema match; the server checks them alike. */
export const patternOf = (schema: TString): RegExp =>
  new RegExp((schema as { readonly pattern?: string }).pattern ?? '', 'u');

/** A whole number as decimal digits, without a sign and without leading zeros. */
export const wholeNumber = (from: 0 | 1, to: number, description: string, more?: Bounds): TString =>
  formedText(
    `^(${from === 0 ? '0|' : ''}${numbersUpTo(to)})$`,
    `a whole decimal number from ${from} to ${to}`,
    description,
    more,
  );

/** As {@link wholeNumber}; the empty text stands for the default. */
export const wholeNumberOrEmpty = (from: 0 | 1, to: number, description: string): TString =>
  formedText(
    `^(${from === 0 ? '0|' : ''}${numbersUpTo(to)})?$`,
    `a whole decimal number from ${from} to ${to}`,
    description,
  );

/** A regular expression of the whole numbers from 1 to `most`. */
function numbersUpTo(most: number): string {
  const digits = [...String(most)].map(Number);
  const longest = digits.length;
  if (digits.every((digit) => digit === 9)) return `[1-9]${any(longest - 1, 0)}`;
  const shorter = longest > 1 ? [`[1-9]${any(longest - 2, 0)}`] : [];
  const lower = digits.flatMap((digit, at) => {
    const [least, last] = [at === 0 ? 1 : 0, digit - 1];
    if (last < least) return [];
    const range = least === last ? String(least) : `[${least}-${last}]`;
    return [`${digits.slice(0, at).join('')}${range}${any(longest - at - 1)}`];
  });
  return [...shorter, ...lower, String(most)].join('|');
}

/** `count` digits, or `least` to `count`. */
function any(count: number, least = count): string {
  if (count === 0) return '';
  if (least === count) return count === 1 ? '[0-9]' : `[0-9]{${count}}`;
  return count === 1 ? '[0-9]?' : `[0-9]{${least},${count}}`;
}
