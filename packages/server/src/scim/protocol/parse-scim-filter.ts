import { type Filter, parse } from 'scim2-parse-filter';
import type { Comparison, ScimFilter } from '../../identity/records/scim/compile-scim-filter.js';
import { ENTERPRISE, GROUP, USER } from './schemas.js';
import { invalid, type ScimError } from './scim-error.js';

/** Filters of identity providers have a hundred characters; the parser recurses. */
const LONGEST_FILTER = 2000;
/** Comparisons that make a condition of sensible size. */
const MOST_COMPARISONS = 50;

const PREFIXES = [USER, GROUP, ENTERPRISE].map((urn) => `${urn.toLowerCase()}:`);

/** The name of an attribute without its schema. */
export function plainAttribute(name: string): string {
  const prefix = PREFIXES.find((one) => name.toLowerCase().startsWith(one));
  return prefix === undefined ? name : name.slice(prefix.length);
}

/**
 * Reads a filter; `emails[type eq "work" and value eq "x"]` becomes comparisons of `emails.type` and `emails.value`.
 *
 * @throws ScimError 400 (invalidFilter)
 */
export function parseScimFilter(text: string): ScimFilter {
  if (text.length > LONGEST_FILTER) {
    throw invalid('invalidFilter', `The filter has more than ${LONGEST_FILTER} characters.`);
  }
  const count = { left: MOST_COMPARISONS };
  return convert(parsed(text), '', count);
}

function parsed(text: string): Filter {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw invalid('invalidFilter', `The filter cannot be read: ${reason.slice(0, 200)}`);
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);
const isComparison = (op: string): op is Comparison => COMPARISONS.has(op);

function convert(filter: Filter, inside: string, count: { left: number }): ScimFilter {
  count.left -= 1;
  if (count.left < 0) throw invalid('invalidFilter', `The filter has more than ${MOST_COMPARISONS} parts.`);
  const { op } = filter;
  if (op === 'and' || op === 'or') return { op, filters: filter.filters.map((one) => convert(one, inside, count)) };
  if (op === 'not') return { op, filter: convert(filter.filter, inside, count) };
  if (op === '[]') return convert(filter.valFilter, `${inside}${plainAttribute(filter.attrPath)}.`, count);
  if (!('attrPath' in filter)) throw noOperator(op);
  const attribute = `${inside}${plainAttribute(filter.attrPath)}`;
  if (op === 'pr') return { op, attribute };
  if (isComparison(op) && 'compValue' in filter) return { op, attribute, value: filter.compValue };
  throw noOperator(op);
}

const noOperator = (op: string): ScimError => invalid('invalidFilter', `"${op.slice(0, 50)}" is no operator.`);
