import type { Evaluation } from '../evaluation/evaluation.js';
import { printNumber } from '../numbers/digits.js';
import { printTemporal } from '../temporal/print-temporal.js';
import { isDuration, isTemporal } from '../temporal/temporal-values.js';
import { FeelObject } from '../values/feel-object.js';
import { FeelRange } from '../values/feel-range.js';
import { admit } from './admit.js';

const WORD = /^[\p{L}_?][\p{L}\p{N}_ ]*$/u;

/** What `string()` gives: a text as it is, everything else as FEEL writes it. */
export function print(e: Evaluation, value: unknown): string {
  return typeof value === 'string' ? value : counted(e, literal(e, value));
}

/** The value as it stands inside of a list or context: texts are quoted. */
function literal(e: Evaluation, value: unknown): string {
  e.budget.spend(10);
  switch (typeof value) {
    case 'string':
      return counted(e, `"${value.replace(/[\\"]/g, '\\$&')}"`);
    case 'number':
      return printNumber(value);
    case 'object':
      return value === null ? 'null' : printObject(e, value);
    default:
      return String(value);
  }
}

function printObject(e: Evaluation, value: object): string {
  if (Array.isArray(value)) return counted(e, `[${value.map((element) => literal(e, admit(element))).join(', ')}]`);
  if (isTemporal(value) || isDuration(value)) return printTemporal(value);
  if (value instanceof FeelRange) return printRange(e, value);
  if (value instanceof FeelObject) return 'function';
  const entries = Object.entries(value).map(([key, entry]) => {
    const name = WORD.test(key) ? key : `"${key.replace(/[\\"]/g, '\\$&')}"`;
    return `${name}: ${literal(e, admit(entry))}`;
  });
  return counted(e, `{${entries.join(', ')}}`);
}

export function printRange(e: Evaluation, { start, end, startIncluded, endIncluded }: FeelRange): string {
  return `${startIncluded ? '[' : '('}${literal(e, start)}..${literal(e, end)}${endIncluded ? ']' : ')'}`;
}

function counted(e: Evaluation, text: string): string {
  e.budget.spend(text.length / 32);
  e.budget.allocate(text.length * 2);
  return text;
}
