import { isUuid } from '../../kernel/identifiers.js';
import { type Queryable, sql } from '../../postgres/database.js';

/** Names of the people and groups among the ids, disabled people included, in one statement; other texts are left out. */
export async function namesOf(db: Queryable, ids: Iterable<string>): Promise<Record<string, string>> {
  const known = [...new Set(ids)].filter(isUuid);
  if (known.length === 0) return {};
  const given = sql`${known}::uuid[]`;
  const rows = await db<{ id: string; name: string }>`
    select id::text, name from users where id = any(${given})
    union all select id::text, name from groups where id = any(${given})`;
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
