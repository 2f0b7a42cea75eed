import { type Queryable, sql } from '../../../postgres/database.js';

/**
 * Ids of the processes that stand in one of the stages, in order, after the given one: one page of a walk over all of
 * them. Grows with the processes of the sub-project that stand elsewhere.
 */
export async function listProcessesInStages(
  db: Queryable,
  subProjectId: string,
  stageKeys: readonly string[],
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly string[]> {
  const after = page.after === undefined ? sql`true` : sql`p.id > ${page.after}`;
  const rows = await db<{ id: string }>`
    select p.id from processes p
    where p.sub_project_id = ${subProjectId} and p.stage_key = any(${stageKeys}::text[]) and ${after}
    order by p.id limit ${page.limit}`;
  return rows.map((row) => row.id);
}
