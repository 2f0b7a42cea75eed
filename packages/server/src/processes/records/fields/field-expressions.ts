import { numberOf, textOf } from '../../../filters/json-value.js';
import { type Fragment, sql } from '../../../postgres/database.js';

/**
 * A name as a literal of the statement's text. Indexes of fields are over expressions with the name in them, and a plan
 * made once for all values of its parameters can use them only if the name is no parameter.
 */
export const literal = (text: string): Fragment => sql.raw(`'${text.replaceAll("'", "''")}'::text`);

/** The column of the process `p`; definitions of indexes have another one, without the alias. */
export const fieldsOfProcess: Fragment = sql`p.fields`;

/** The stored value of a dynamic field, as jsonb; null when it has none. */
export const storedField = (name: string, fields = fieldsOfProcess): Fragment => sql`(${fields} -> ${literal(name)})`;

/** A btree refuses entries beyond 2,700 bytes, so texts are indexed by their beginning: 200 characters, 800 bytes. */
export const INDEXED_CHARACTERS = 200;

/** The part of a text that is indexed for ranges and sorting. It sorts as the text does, but for ties. */
export const beginningOf = (text: Fragment): Fragment =>
  sql`left(${text}, ${sql.raw(String(INDEXED_CHARACTERS))}) collate "C"`;

/** What ranges and sort orders of a field read first, as its index has it; undefined for fields without an order. */
export function sortKeyOf(
  { name, type }: { readonly name: string; readonly type: 'string' | 'number' | 'boolean' | 'json' },
  fields = fieldsOfProcess,
): Fragment | undefined {
  switch (type) {
    case 'string':
      return beginningOf(textOf(storedField(name, fields)));
    case 'number':
      return numberOf(storedField(name, fields));
    default:
      return undefined;
  }
}
