import { printNumber } from '../../src/expression/numbers/digits.js';
import { printTemporal } from '../../src/expression/temporal/print-temporal.js';
import { isDuration, isTemporal } from '../../src/expression/temporal/temporal-values.js';
import { FeelObject } from '../../src/expression/values/feel-object.js';
import { FeelRange } from '../../src/expression/values/feel-range.js';

/** An expression and the printed form of its value. */
export type FeelCase = readonly [source: string, printed: string];

/** A value of FEEL in one line, with its type where the text alone does not tell it; numbers to 15 digits. */
export function printed(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return printNumber(Number(value.toPrecision(15)));
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`;
  if (isDuration(value)) return `duration ${printTemporal(value)}`;
  if (isTemporal(value)) return `${value.type} ${printTemporal(value)}`;
  if (value instanceof FeelRange) {
    const { start, end, startIncluded, endIncluded } = value;
    return `range ${startIncluded ? '[' : '('}${printed(start)}..${printed(end)}${endIncluded ? ']' : ')'}`;
  }
  if (value instanceof FeelObject) return value.type;
  return `{${Object.entries(value as object)
    .map(([key, entry]) => `${key}: ${printed(entry)}`)
    .join(', ')}}`;
}
