import type { Evaluation } from '../evaluation/evaluation.js';
import { Builtin, form } from './builtin.js';
import { list, nullable, number, optional, text } from './parameter.js';

const SURROGATES = /[\ud800-\udfff]/;

/** Texts are sequences of code points, not of UTF-16. */
function charactersOf(e: Evaluation, value: string): readonly string[] {
  e.budget.spend(value.length / 4);
  return SURROGATES.test(value) ? [...value] : value.split('');
}

function lengthOf(e: Evaluation, value: string): number {
  e.budget.spend(value.length / 64);
  return SURROGATES.test(value) ? charactersOf(e, value).length : value.length;
}

/** Counts a text that a function makes or searches. */
function made(e: Evaluation, value: string): string {
  e.budget.spend(value.length / 64);
  e.budget.allocate(value.length * 2);
  return value;
}

function trimmed(e: Evaluation, value: string): string {
  searched(e, value);
  return made(e, value.trim());
}

function searched(e: Evaluation, ...values: readonly string[]): void {
  e.budget.spend(values.reduce((sum, { length }) => sum + length, 0) / 32);
}

function substring(e: Evaluation, value: string, start: number, length: number | null): string | null {
  const first = Math.trunc(start);
  if (length !== null && length < 1) return null;
  const count = lengthOf(e, value);
  if (first === 0 || Math.abs(first) > count) return null;
  const from = first > 0 ? first - 1 : count + first;
  const to = length === null ? count : Math.min(from + Math.trunc(length), count);
  if (!SURROGATES.test(value)) return made(e, value.slice(from, to));
  return made(e, charactersOf(e, value).slice(from, to).join(''));
}

function join(e: Evaluation, values: readonly unknown[], delimiter: string | null): string | null {
  const texts = values.filter((value) => value !== null);
  if (!texts.every((value) => typeof value === 'string')) return e.warn(() => 'string join needs a list of texts');
  const length = texts.reduce((sum, value) => sum + value.length + (delimiter?.length ?? 0), 0);
  e.budget.allocate(length * 2);
  return made(e, texts.join(delimiter ?? ''));
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const REPLACEMENT = 0xff_fd;

/** Half of a surrogate pair alone becomes the replacement character. */
function utf8(value: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of value) {
    const read = character.codePointAt(0) ?? 0;
    const point = read >= 0xd8_00 && read <= 0xdf_ff ? REPLACEMENT : read;
    const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
    if (point < 0x80) bytes.push(point);
    else if (point < 0x8_00) bytes.push(0xc0 | (point >> 6), tail(0));
    else if (point < 0x1_00_00) bytes.push(0xe0 | (point >> 12), tail(6), tail(0));
    else bytes.push(0xf0 | (point >> 18), tail(12), tail(6), tail(0));
  }
  return bytes;
}

/** Base 64 of the UTF-8 bytes. */
function toBase64(e: Evaluation, value: string): string {
  e.budget.spend(20 + value.length * 4);
  const bytes = utf8(value);
  e.budget.allocate(bytes.length * 4);
  let encoded = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => BASE64.charAt((bits >> shift) & 63));
    const used = Math.min(bytes.length - at, 3) + 1;
    encoded += digits.slice(0, used).join('').padEnd(4, '=');
  }
  return encoded;
}

export const textFunctions: readonly Builtin[] = [
  new Builtin('substring', [
    form([text('string'), number('start position'), optional(nullable(number('length')))], substring),
  ]),
  new Builtin('string length', [form([text('string')], lengthOf)]),
  new Builtin('upper case', [form([text('string')], (e, value) => made(e, value.toUpperCase()))]),
  new Builtin('lower case', [form([text('string')], (e, value) => made(e, value.toLowerCase()))]),
  new Builtin('substring before', [
    form([text('string'), text('match')], (e, value, match) => {
      searched(e, value, match);
      const at = value.indexOf(match);
      return at < 0 ? '' : made(e, value.slice(0, at));
    }),
  ]),
  new Builtin('substring after', [
    form([text('string'), text('match')], (e, value, match) => {
      searched(e, value, match);
      const at = value.indexOf(match);
      return at < 0 ? '' : made(e, value.slice(at + match.length));
    }),
  ]),
  new Builtin('contains', [
    form([text('string'), text('match')], (e, value, match) => {
      searched(e, value, match);
      return value.includes(match);
    }),
  ]),
  new Builtin('starts with', [
    form([text('string'), text('match')], (e, value, match) => {
      searched(e, match);
      return value.startsWith(match);
    }),
  ]),
  new Builtin('ends with', [
    form([text('string'), text('match')], (e, value, match) => {
      searched(e, match);
      return value.endsWith(match);
    }),
  ]),
  new Builtin('string join', [
    form([list('list'), optional(nullable(text('delimiter')))], join),
    form(
      [list('list'), optional(nullable(text('delimiter'))), text('prefix'), text('suffix')],
      (e, values, delimiter, prefix, suffix) => {
        const joined = join(e, values, delimiter);
        return joined === null ? null : made(e, `${prefix}${joined}${suffix}`);
      },
    ),
  ]),
  new Builtin('trim', [form([text('string')], trimmed)]),
  new Builtin('is blank', [
    form([text('string')], (e, value) => {
      searched(e, value);
      return value.trim() === '';
    }),
  ]),
  new Builtin('to base64', [form([text('value')], toBase64)]),
];
