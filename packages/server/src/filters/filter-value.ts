import type { FilterKeyType, FilterScalar } from './filter.js';

/** What is wrong with a value, for people. */
export interface ValueProblem {
  readonly problem: string;
}

/**
 * A value as its key's type compares it: timestamps become UTC ISO 8601 with milliseconds, everything else stays.
 *
 * @returns the value, or what would be right
 */
export function readScalar(type: FilterKeyType, value: unknown): { readonly value: FilterScalar } | ValueProblem {
  if (value === null) return { value };
  switch (type) {
    case 'text':
    case 'id':
      return typeof value === 'string' ? readText(value) : wrong('a string', value);
    case 'timestamp':
      return readTimestamp(value);
    case 'boolean':
      return typeof value === 'boolean' ? { value } : wrong('true or false', value);
    case 'number':
      return typeof value === 'number' ? readNumber(value) : wrong('a number', value);
    case 'json':
      if (typeof value === 'string') return readText(value);
      if (typeof value === 'number') return readNumber(value);
      return typeof value === 'boolean' ? { value } : wrong('a string, a number, true, false or null', value);
  }
}

export const isProblem = (read: object): read is ValueProblem => 'problem' in read;

/** PostgreSQL cannot hold U+0000, and half a surrogate pair would be replaced on the way and match something else. */
function readText(value: string): { readonly value: string } | ValueProblem {
  if (value.includes('\0')) return { problem: 'must not contain a NUL character' };
  if (/\p{Surrogate}/u.test(value)) return { problem: 'must not contain half of a surrogate pair' };
  return { value };
}

/** JSON.parse makes a number beyond the range of a double infinite. */
function readNumber(value: number): { readonly value: number } | ValueProblem {
  return Number.isFinite(value) ? { value } : { problem: 'must be within the range of a double' };
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/;

/** A date alone is its first instant in UTC; digits after the millisecond are cut off, as rows have none. */
function readTimestamp(value: unknown): { readonly value: string } | ValueProblem {
  const problem = {
    problem: `must be an ISO 8601 timestamp with a time zone, such as "2026-01-31T09:30:00.000Z", or a date, not ${show(value)}`,
  };
  const parts = typeof value === 'string' ? ISO.exec(value) : null;
  if (parts === null) return problem;
  const number = (index: number): number => Number(parts[index] ?? 0);
  const [year, month, day] = [number(1), number(2), number(3)];
  const [hour, minute, second] = [number(4), number(5), number(6)];
  const offset = (number(9) * 60 + number(10)) * (parts[8] === '-' ? -1 : 1);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return problem;
  if (hour > 23 || minute > 59 || second > 59 || number(9) > 23 || number(10) > 59) return problem;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second, Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3)));
  // Other years are written with six digits, which PostgreSQL does not read.
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? { value: date.toISOString() } : problem;
}

const daysIn = (year: number, month: number): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
};

const wrong = (right: string, value: unknown): ValueProblem => ({ problem: `must be ${right}, not ${show(value)}` });

function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
