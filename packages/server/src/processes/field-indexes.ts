import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../postgres/pool.js';
import { createQueryable } from '../postgres/queryable.js';
import type { FieldDefinition, SubProject } from '../sub-projects/sub-project.js';

/** Session lock of whoever builds indexes: the first four bytes of SHA-256('millrace field indexes'). */
const LOCK = 4_127_001_646;

export interface FieldIndexReport {
  readonly created: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * Makes the indexes that a configuration asks for with `x-indexed` (D18) and drops those it no longer asks for, without
 * blocking reads or writes. To be called after a deployment and again now and then: it takes up what was interrupted.
 * While another server does the same it does nothing. Building that outlasts the driver's read timeout rejects with
 * `DatabaseUnavailableError`, but PostgreSQL goes on, holding the lock, and a later call finds what it made.
 *
 * An index serves `eq` and `in` on the field, of numbers ranges as well. Each is partial, of one sub-project; planning a
 * statement on processes costs some microseconds more for every index there is, so ask for few.
 */
export async function syncFieldIndexes(db: Database, subProject: SubProject): Promise<FieldIndexReport> {
  const connection = await db.acquire();
  try {
    const session = createQueryable(connection);
    const [lock] = await session<{ taken: boolean }>`select pg_try_advisory_lock(${LOCK}) as taken`;
    if (lock?.taken !== true) return { created: [], dropped: [] };
    // Building over a large table takes as long as it takes.
    await connection.script('set statement_timeout = 0');
    return await sync(session, subProject);
  } finally {
    // Closing the connection gives back the lock and forgets the setting.
    connection.release(true);
  }
}

async function sync(session: Queryable, subProject: SubProject): Promise<FieldIndexReport> {
  const fields = [...subProject.fields.values()].filter((field) => field.indexed);
  const wanted = new Map(fields.map((field) => [indexName(subProject.id, field), field]));
  const existing = await session<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'processes'::regclass and starts_with(c.relname, ${prefixOf(subProject.id)})`;
  // One that is not valid was interrupted while it was built.
  const dropped = existing.filter(({ name, valid }) => !valid || !wanted.has(name)).map(({ name }) => name);
  for (const name of dropped) await runFormatted(session, 'drop index concurrently if exists %1$I', [name]);
  const usable = new Set(existing.map(({ name }) => name).filter((name) => !dropped.includes(name)));
  const missing = [...wanted].filter(([name]) => !usable.has(name));
  for (const [name, field] of missing) {
    await runFormatted(session, `create index concurrently %1$I on processes using ${methods[field.type]}`, [
      name,
      field.name,
      subProject.id,
    ]);
  }
  return { created: missing.map(([name]) => name), dropped };
}

/**
 * By type of the field, over the expressions that filters use (`json-value.ts`). Hash indexes where texts may be longer
 * than an entry of a btree, which would refuse the row.
 */
const methods: { readonly [T in FieldDefinition['type']]: string } = {
  string: `hash ((case when jsonb_typeof(fields -> %2$L::text) = 'string' then (fields -> %2$L::text) #>> '{}' end))
    where sub_project_id = %3$L::uuid`,
  number: `btree ((case when jsonb_typeof(fields -> %2$L::text) = 'number' then fields -> %2$L::text end))
    where sub_project_id = %3$L::uuid`,
  boolean: 'hash ((fields -> %2$L::text)) where sub_project_id = %3$L::uuid',
  json: 'hash ((fields -> %2$L::text)) where sub_project_id = %3$L::uuid',
};

/** Commands on indexes take no parameters: PostgreSQL itself quotes the values into the text. */
async function runFormatted(session: Queryable, format: string, values: readonly string[]): Promise<void> {
  const [row] = await session<{ text: string }>`select format(${format}, variadic ${values}::text[]) as text`;
  if (row !== undefined) await session.script(row.text);
}

const prefixOf = (subProjectId: string): string => `processes_field_${subProjectId.replaceAll('-', '')}_`;

/** 61 of the 63 bytes PostgreSQL gives a name. Another type of the field is another index. */
function indexName(subProjectId: string, field: FieldDefinition): string {
  const hash = createHash('sha256').update(`${field.type}:${field.name}`).digest('hex');
  return prefixOf(subProjectId) + hash.slice(0, 12);
}
