import { foldText } from '../kernel/text/fold-text.js';

/** Operators of the filter language (D5). */
export const filterOperators = [
  'eq',
  'ne',
  'in',
  'nin',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'startsWith',
  'icontains',
  'istartsWith',
  'ieq',
  'exists',
] as const;
/** One of {@link filterOperators}. */
export type FilterOperator = (typeof filterOperators)[number];

/** A value that a condition compares with. */
export type FilterScalar = string | number | boolean | null;

/** A parsed filter; how it reads on the wire is in `parse-filter.ts`, what it means in SQL in `compile-filter.ts`. */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'condition';
      readonly key: string;
      readonly operator: FilterOperator;
      readonly value: FilterScalar | readonly FilterScalar[];
    };

type Operand = FilterScalar | readonly FilterScalar[];

const isList = (value: Operand): value is readonly FilterScalar[] => Array.isArray(value);

/** The values of a condition as a list, also where the operator takes one value. */
export const operandsOf = (value: Operand): readonly FilterScalar[] => (isList(value) ? value : [value]);

/** The values of `in` and `nin`, and whether null is one of them. */
export function listOf(value: Operand): {
  readonly values: readonly (string | number | boolean)[];
  readonly hasNull: boolean;
} {
  const list = operandsOf(value);
  const values = list.filter((one) => one !== null);
  return { values, hasNull: values.length < list.length };
}

/** The one value of every other operator; parse-filter.ts never makes a list there. */
export function scalarOf(value: Operand): FilterScalar {
  if (isList(value)) throw new Error('a list where the operator takes one value');
  return value;
}

/** The operand of `icontains`, `istartsWith` and `ieq`, to compare with `fold_text` of a text. */
export const foldedOf = (value: Operand): string => foldText(String(scalarOf(value)));

/** How the values of a key compare; `json` is for fields that may hold anything. */
export type FilterKeyType = 'text' | 'id' | 'timestamp' | 'boolean' | 'number' | 'json';

/** One key of the filter language. */
export interface FilterKey {
  readonly type: FilterKeyType;
  /** False where a row has no single value to sort by. */
  readonly sortable?: boolean;
}

/** The keys of one operation by their names; dynamic fields stand under `fields.<name>`. */
export type FilterKeys = ReadonlyMap<string, FilterKey>;

const equality = ['eq', 'ne', 'in', 'nin', 'exists'] as const;
const ordering = ['lt', 'lte', 'gt', 'gte'] as const;
const texts = ['contains', 'startsWith', 'icontains', 'istartsWith', 'ieq'] as const;

/** The operators that mean something for a type; another one is malformed (D5). */
export const operatorsOf: { readonly [T in FilterKeyType]: readonly FilterOperator[] } = {
  text: [...equality, ...ordering, ...texts],
  id: equality,
  timestamp: [...equality, ...ordering],
  boolean: equality,
  number: [...equality, ...ordering],
  json: [...equality, ...ordering, ...texts],
};

/** Prefix of dynamic fields in keys (D5). */
export const FIELD_PREFIX = 'fields.';

/** What the filter language needs to know of a dynamic field. */
export interface FilterableField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
}

/** The keys of getProcess and of the row filters of roles (D5, D12): fixed ones and one per given field. */
export function processFilterKeys(fields: Iterable<FilterableField>): FilterKeys {
  const keys = new Map<string, FilterKey>([
    ['subProjectId_id', { type: 'id' }],
    ['id', { type: 'id' }],
    ['state', { type: 'text' }],
    ['priority', { type: 'text' }],
    ['stageKey', { type: 'text' }],
    ['createdTs', { type: 'timestamp' }],
    ['updatedTs', { type: 'timestamp' }],
    ['createdBy', { type: 'text' }],
  ]);
  for (const field of fields) {
    keys.set(FIELD_PREFIX + field.name, { type: field.type === 'string' ? 'text' : field.type });
  }
  return keys;
}
