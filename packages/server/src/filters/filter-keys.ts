import type { FilterOperator } from './filter.js';

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
const texts = ['contains', 'startsWith'] as const;

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
  ]);
  for (const field of fields) {
    keys.set(FIELD_PREFIX + field.name, { type: field.type === 'string' ? 'text' : field.type });
  }
  return keys;
}
