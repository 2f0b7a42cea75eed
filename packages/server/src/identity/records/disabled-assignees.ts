import type { Queryable } from '../../postgres/database.js';

/** People that a hand-over looks at: those who were disabled first. */
const MOST_PEOPLE = 20_000;

/** The people who are disabled, by every name that a task can be assigned to: the user id and the ids of clients. */
export async function disabledAssignees(
  db: Queryable,
): Promise<ReadonlyMap<string, { readonly userId: string; readonly name: string }>> {
  const rows = await db<{ assignee: string; userId: string; name: string }>`
    with gone as (select id, name from users where disabled order by id limit ${MOST_PEOPLE})
    select id::text as assignee, id as "userId", name from gone
    union all
    select c.id, g.id, g.name from gone g join clients c on c.user_id = g.id`;
  return new Map(rows.map(({ assignee, ...person }) => [assignee, person]));
}
