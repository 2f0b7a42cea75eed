import { _, type Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { canonicalText } from './canonical-text.js';
import type { CheckBudget } from './check-budget.js';

/** What applying a sub-schema to a value costs, in units of the budget. */
const STEP = 5;

/** The budget of the check that runs: Ajv calls keywords without a place for it, and checks are synchronous. */
export interface Meter {
  budget: CheckBudget | undefined;
}

/**
 * Stands in for `type` in every sub-schema, also in those without one: its value is the type or `true`. It runs before
 * all other keywords, so that nothing is checked without being counted.
 */
export const stepKeyword = '$millraceStep';

/**
 * Replaces the keywords whose time grows with the square of a value, or with the product of value and schema, and adds
 * the one that counts.
 */
export function addBoundedKeywords(ajv: Ajv2020, meter: Meter): void {
  for (const keyword of ['uniqueItems', 'enum', 'const']) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    errors: false,
    error: { message: 'must be one of the values', params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
    compile: (allowedValues: unknown[]) => {
      const allowed = new Set(allowedValues.map((value) => canonicalText(value)));
      return (data) => allowed.has(canonicalText(data, meter.budget));
    },
  });
  ajv.addKeyword({
    keyword: 'const',
    errors: false,
    error: { message: 'must be the value', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    compile: (allowedValue: unknown) => {
      const allowed = canonicalText(allowedValue);
      return (data) => allowed === canonicalText(data, meter.budget);
    },
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    error: { message: 'must not hold the same item twice' },
    compile: (unique: boolean) => (items) => !unique || !Array.isArray(items) || areUnique(items, meter),
  });
  addStep(ajv, meter);
}

function addStep(ajv: Ajv2020, meter: Meter): void {
  ajv.addKeyword({
    keyword: stepKeyword,
    errors: false,
    error: { message: 'must be of the type', params: ({ schemaCode }) => _`{type: ${schemaCode}}` },
    compile: (type: unknown) => {
      const types = Array.isArray(type) ? type : [type];
      return (data) => {
        meter.budget?.charge(STEP);
        return type === true || types.some((one) => isOfType(data, one));
      };
    },
  });
  runFirst(ajv, stepKeyword);
  // Ajv 8.20 leaves out what follows `prefixItems` when an array is empty; of that only `contains` can fail.
  runFirst(ajv, 'contains');
}

/** Rules run in their order, by groups, and a check ends at the first error. */
function runFirst({ RULES: { rules: groups } }: Ajv2020, keyword: string): void {
  for (const group of groups) {
    const index = group.rules.findIndex((rule) => rule.keyword === keyword);
    const [rule] = index < 0 ? [] : group.rules.splice(index, 1);
    if (rule === undefined) continue;
    if (group.type === undefined) groups.unshift({ rules: [rule] });
    else group.rules.unshift(rule);
    return;
  }
}

/** An error of the keyword that stands in for `type` as one of `type`. */
export const asDeclared = (error: ErrorObject): ErrorObject =>
  error.keyword === stepKeyword ? { ...error, keyword: 'type' } : error;

function areUnique(items: readonly unknown[], meter: Meter): boolean {
  const seen = new Set<string>();
  for (const item of items) seen.add(canonicalText(item, meter.budget));
  return seen.size === items.length;
}

function isOfType(data: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return data === null;
    case 'array':
      return Array.isArray(data);
    case 'object':
      return typeof data === 'object' && data !== null && !Array.isArray(data);
    case 'integer':
      return Number.isInteger(data);
    default:
      return typeof data === type;
  }
}
