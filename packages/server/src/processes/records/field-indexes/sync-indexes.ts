import type { Log } from '../../../kernel/log.js';
import type { Connection, Queryable } from '../../../postgres/database.js';
import { compile, type Fragment, isPassing, sql, sqlState } from '../../../postgres/database.js';
import { type Field, groupIndex, indexesOf, prefix } from '../fields/index-definitions.js';

/**
 * Makes the indexes of the given fields and drops those of others, concurrently: neither reads nor writes wait for it. What
 * was interrupted is made again. The connection must have no statement timeout: an index of a large table takes long.
 *
 * @returns the errors by the names of the indexes that PostgreSQL refused; the others are made all the same
 * @throws when the connection is lost, and the reason of `signal` when it aborts between two indexes
 */
export async function syncIndexes(
  session: Queryable,
  connection: Connection,
  fields: readonly Field[],
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, unknown>> {
  const trigrams = await trigramOperators(session, connection, log);
  const definitions = [groupIndex, ...fields.flatMap((field) => indexesOf(field, trigrams))];
  const wanted = new Map(definitions.map(({ name, definition }) => [name, definition]));
  const drop = async (name: string): Promise<void> => {
    await connection.script(textOf(sql`drop index concurrently if exists ${sql.id(name)}`));
    log.info({ index: name }, 'index of a field dropped');
  };
  const unwanted: string[] = [];
  const failures = new Map<string, unknown>();
  for (const { name, valid } of await findIndexes(session)) {
    if (!valid) await drop(name);
    else if (!wanted.delete(name)) unwanted.push(name);
  }
  for (const [name, definition] of wanted) {
    signal?.throwIfAborted();
    const started = performance.now();
    try {
      await connection.script(textOf(sql`create index concurrently ${sql.id(name)} on processes ${definition}`));
      log.info({ index: name, ms: Math.round(performance.now() - started) }, 'index of a field built');
    } catch (error) {
      if (sqlState(error) === undefined || isPassing(error)) throw error;
      log.warn({ err: error, index: name }, 'the index of a field could not be built');
      failures.set(name, error);
    }
  }
  // Last, so that what replaces an index is there before it goes.
  for (const name of unwanted) await drop(name);
  // Statistics of the new expressions; without them the planner guesses.
  if (wanted.size > failures.size) await connection.script('analyze processes');
  return failures;
}

/** The indexes there are; one whose build was cut off is not valid. */
export const findIndexes = (db: Queryable): Promise<readonly { readonly name: string; readonly valid: boolean }[]> =>
  db<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'processes'::regclass
      and (starts_with(c.relname, ${prefix}) or c.relname = ${groupIndex.name})`;

/**
 * The operator class of pg_trgm, wherever it is installed. Whoever may create in the database may install it; elsewhere
 * `contains` on indexed texts looks at every process, as on any other.
 */
async function trigramOperators(session: Queryable, connection: Connection, log: Log): Promise<Fragment | undefined> {
  const find = async () => {
    const [row] = await session<{ schema: string }>`
      select n.nspname as schema from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace
      where o.opcname = 'gin_trgm_ops'`;
    return row && sql.id(row.schema, 'gin_trgm_ops');
  };
  const found = await find();
  if (found !== undefined) return found;
  try {
    await connection.script('create extension if not exists pg_trgm');
  } catch (error) {
    log.warn({ err: error }, 'no trigrams (extension pg_trgm): "contains" on indexed fields has no index');
  }
  return find();
}

/** Commands on indexes take no parameters, so there must be none. */
function textOf(fragment: Fragment): string {
  const { text, values } = compile(fragment);
  if (values.length > 0) throw new Error('a command on indexes was given parameters');
  return text;
}
