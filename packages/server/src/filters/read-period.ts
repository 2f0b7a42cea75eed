import { invalidMember } from '../kernel/errors/request-errors.js';
import { isProblem, readScalar } from './filter-value.js';

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;

/** A time, its beginning included, its end not. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

interface Query {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The parameters `from` and `to` of statistics: the last 30 days by default.
 *
 * @throws CatalogueError 1200 for text that is no time, and for a time without length
 */
export function readPeriod(query: Query): Period {
  const to = readTime(query, 'to') ?? new Date();
  const from = readTime(query, 'from') ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
  if (from >= to) throw invalidMember('/from', 'from must be before to.');
  return { from, to };
}

function readTime(query: Query, name: 'from' | 'to'): Date | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const scalar = readScalar('timestamp', text);
  if (isProblem(scalar)) throw invalidMember(`/${name}`, `${name} ${scalar.problem}.`);
  return new Date(String(scalar.value));
}
