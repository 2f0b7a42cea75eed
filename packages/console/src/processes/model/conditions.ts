import type { Kind } from './schema.js';

export type Filters = Readonly<Record<string, unknown>>;

/** One condition of a filter, as a chip shows it. */
export interface Condition {
  readonly key: string;
  readonly operator: Operator;
  readonly value: unknown;
}

export type Operator =
  | 'in'
  | 'nin'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'startsWith'
  | 'icontains'
  | 'istartsWith'
  | 'ieq'
  | 'exists';

/** The operators that a kind of values offers, the most useful first. */
export function operatorsOf(kind: Kind): readonly Operator[] {
  switch (kind) {
    case 'state':
    case 'priority':
    case 'stage':
      return ['in', 'nin'];
    case 'choice':
    case 'user':
      return ['in', 'nin', 'exists'];
    case 'text':
      return ['icontains', 'istartsWith', 'ieq', 'exists'];
    case 'number':
      return ['gte', 'lte', 'eq', 'exists'];
    case 'boolean':
      return ['eq', 'exists'];
    case 'date':
    case 'instant':
      return ['gte', 'lt', 'exists'];
    case 'clocks':
    case 'file':
    case 'other':
      return ['exists'];
  }
}

const isObject = (value: unknown): value is Filters =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The conditions of a filter that chips can show; `rest` is what they cannot: conditions joined by "or". */
export function readConditions(filters: Filters): {
  readonly conditions: readonly Condition[];
  readonly rest: Filters;
} {
  const conditions: Condition[] = [];
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(filters)) {
    if (key === 'and' || key === 'or') rest[key] = value;
    else if (Array.isArray(value)) conditions.push({ key, operator: 'in', value });
    else if (!isObject(value)) {
      conditions.push(value === null ? { key, operator: 'exists', value: false } : { key, operator: 'eq', value });
    } else {
      for (const [operator, operand] of Object.entries(value)) {
        conditions.push({ key, operator: operator as Operator, value: operand });
      }
    }
  }
  return { conditions, rest };
}

/** The filter of conditions; of two with the same key and operator the last counts. */
export function writeConditions(conditions: readonly Condition[], rest: Filters = {}): Filters {
  const filters: Record<string, unknown> = { ...rest };
  for (const { key, operator, value } of conditions) {
    const known = filters[key];
    filters[key] = { ...(isObject(known) ? known : {}), [operator]: value };
  }
  return filters;
}

/** The filter with a condition in the place of another one, or after all. */
export function withCondition(filters: Filters, condition: Condition, replaced?: Condition): Filters {
  const { conditions, rest } = readConditions(filters);
  const index = conditions.findIndex((one) => one.key === replaced?.key && one.operator === replaced.operator);
  const next = index < 0 ? [...conditions, condition] : conditions.with(index, condition);
  return writeConditions(next, rest);
}

export function withoutCondition(filters: Filters, removed: Condition): Filters {
  const { conditions, rest } = readConditions(filters);
  return writeConditions(
    conditions.filter((one) => one.key !== removed.key || one.operator !== removed.operator),
    rest,
  );
}
