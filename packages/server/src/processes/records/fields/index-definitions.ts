import { createHash } from 'node:crypto';
import { textOf } from '../../../filters/filter-column.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, sortKeyOf, storedField } from './process-fields.js';

/** A field of processes. All sub-projects that mean the same type by a name share its indexes. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'json';
}

/** An index that should be there. */
export interface IndexDefinition {
  readonly name: string;
  /** What stands after `on processes`; it has no parameters, as commands on indexes take none. */
  readonly definition: Fragment;
}

/** Prefix of the names of all indexes that are made and dropped here. */
export const prefix = 'processes_field_';

/**
 * Finds the few processes of a rare state, priority and stage; the first migration makes it, and here it is made
 * again.
 */
export const groupIndex: IndexDefinition = {
  name: 'processes_by_group',
  definition: sql`(sub_project_id, state, priority, stage_key, created_ts desc, id desc)`,
};

/**
 * What `x-indexed` makes of a field (D18): equality in the order of lists; of texts and numbers ranges and sorting in both
 * directions; of texts also parts, where PostgreSQL has trigrams. Only equality has the processes without a value: each change
 * of a process writes into every index that it is in, whether or not the field changed.
 *
 * @param trigrams the operator class of trigrams, qualified and quoted; undefined where there is none
 */
export function indexesOf(field: Field, trigrams: Fragment | undefined): readonly IndexDefinition[] {
  const fields = sql`fields`;
  const indexes: IndexDefinition[] = [
    {
      name: equalityIndexOf(field.name),
      definition: sql`(sub_project_id, (${facetOfField(field.name, fields)}), created_ts desc, id desc)`,
    },
  ];
  const key = sortKeyOf(field, fields);
  if (key !== undefined) {
    indexes.push({
      name: nameOf(field, 'order'),
      definition: sql`(sub_project_id, (${key}), id) where (${key}) is not null`,
    });
  }
  if (field.type === 'string' && trigrams !== undefined) {
    const text = textOf(storedField(field.name, fields));
    indexes.push({
      name: nameOf(field, 'parts'),
      definition: sql`using gin ((${text}) ${trigrams}) where (${text}) is not null`,
    });
  }
  return indexes;
}

/** Name of the index of equality; of no type, since a facet tells values of different types apart. */
export const equalityIndexOf = (name: string): string => nameOf({ name, type: 'json' }, 'eq');

/** Readable, unique, and within the 63 bytes of an identifier. Another type of the field is another index. */
function nameOf(field: Field, kind: string): string {
  const readable = field.name.replace(/[^A-Za-z0-9]/g, '_').slice(0, 20);
  const hash = createHash('sha256').update(`${field.type}:${field.name}`).digest('hex').slice(0, 12);
  return `${prefix}${kind}_${readable}_${hash}`;
}
