import type { TString } from 'typebox';
import { Type } from './type.js';

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Marks the schema of a text with its form in words. JSON does not show it. */
const FORM = Symbol('form');

/** The form of a text in words, such as "a whole decimal number from 1 to 1000"; some say more to whom sent another text. */
export type Form = string | ((sent: string) => string);

/** The form of a text in words for whom sent another text; undefined for a schema without one. */
export function formOf(schema: object, sent?: unknown): string | undefined {
  const form = (schema as { readonly [FORM]?: Form })[FORM];
  return typeof form === 'function' ? form(typeof sent === 'string' ? sent : '') : form;
}

/** What a schema takes, in words: for the answer to whom sent something else. */
export const inWords = (form: string): object => ({ [FORM]: form });

/**
 * A text that matches a pattern.
 *
 * @param form the pattern in words: what the server says to whom sent another text
 */
export const formedText = (pattern: string, form: Form, description: string, more: Bounds = {}): TString =>
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

/** Names with commas between them, and spaces beside those; the empty text stands for the default. */
export const nameList = (names: readonly string[], description: string, form = commaForm(names)): TString => {
  const name = ` *(${names.join('|')}) *`;
  return formedText(`^(${name}(,${name})*)?$`, form, description);
};

const commaForm = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `one or several of ${names.join(', ')}, with commas between them`;

/** One of some words; the empty text stands for the default. */
export const wordOrEmpty = (words: readonly string[], description: string): TString =>
  formedText(`^(${words.join('|')})?$`, `one of ${words.join(', ')}`, description);

const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
const DAY_OF_ANY_YEAR =
  '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))';
const HOUR_AND_MINUTE = '([01][0-9]|2[0-3]):[0-5][0-9]';
const DAY = `([0-9]{4}-${DAY_OF_ANY_YEAR}|${LEAP_YEAR}-02-29)`;
const TIME = `${DAY}(T${HOUR_AND_MINUTE}(:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-]${HOUR_AND_MINUTE}))?`;

/** A day of the calendar; the empty text stands for the default. */
export const dayOrEmpty = (description: string): TString =>
  formedText(`^(${DAY})?$`, 'a day such as 2026-01-31', description);

/** A point in time with its zone, or a day, which stands for its first instant in UTC; the empty text stands for the default. */
export const timeOrEmpty = (description: string): TString =>
  formedText(
    `^(${TIME})?$`,
    'an ISO 8601 timestamp with a time zone, such as "2026-01-31T09:30:00.000Z", or a date',
    description,
  );

/** A position in a log, or `latest`. */
export const positionOrLatest = (description: string): TString =>
  formedText(
    `^(latest|0|${numbersUpTo(Number.MAX_SAFE_INTEGER)})$`,
    `a whole decimal number from 0 to ${Number.MAX_SAFE_INTEGER}, or latest`,
    description,
  );

/** White space, control characters and the @, written so that generated code of every language can hold them. */
const NOT_IN_ADDRESS = String.raw`\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff@`;

/**
 * One `@` with something before it and a host name after it, 254 characters at most (RFC 5321). Whether an address takes mail
 * only a mail can tell, so the rule refuses what is surely wrong and nothing else.
 */
export const emailAddress = (description: string): TString =>
  formedText(
    `^[^${NOT_IN_ADDRESS}]{1,64}@[^${NOT_IN_ADDRESS}.]+([.][^${NOT_IN_ADDRESS}.]+)*$`,
    'an e-mail address of 254 characters at most',
    description,
    { minLength: 1, maxLength: 254 },
  );

const HEX = '[0-9A-Fa-f]';
const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`;

/** An id that the service made, where another text is refused. */
export const uuid = (description: string): TString => formedText(`^${UUID}$`, 'a UUID', description, { minLength: 1 });

/** As {@link uuid}; the empty text stands for the default. */
export const uuidOrEmpty = (description: string): TString => formedText(`^(${UUID})?$`, 'a UUID', description);

/** The last millisecond of the year 9999, since 1970. */
const LAST_TIME = 253_402_300_799_999;

/** A place in a list that is newest first: what the service gave as `next`; the empty text stands for its beginning. */
export const cursorOrEmpty = (description: string): TString =>
  formedText(`^((0|${numbersUpTo(LAST_TIME)})[.]${UUID})?$`, 'the "next" of a page of this list', description);

/** A place in evidence: a row, the number of a seal, and the number of the last seal that counts. */
export const evidencePlaceOrEmpty = (description: string): TString => {
  const number = `(0|${numbersUpTo(LAST_SEAL)})`;
  const form = `^((0|${numbersUpTo(LAST_TIME)})[.]${UUID}[.]${number}[.]${number})?$`;
  return formedText(form, 'the "next" of a page of this list', description);
};

const LAST_SEAL = 999_999_999_999;

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
