import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import type { Facts } from '../clock/judge.js';

/** What the conditions of clocks know of processes, by their ids. */
export async function factsOf(
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
): Promise<Map<string, Facts>> {
  const rows = await db<{ processId: string; facts: Facts }>`
    select f.process_id as "processId", f.facts from clock_facts f
    where f.sub_project_id = ${subProjectId} and f.process_id = any(${processIds}::uuid[])`;
  return new Map(rows.map(({ processId, facts }) => [processId, facts]));
}

/** Those of processes that are gone are left out. */
export async function storeFacts(
  tx: Transaction,
  subProjectId: string,
  facts: ReadonlyMap<string, Facts>,
): Promise<void> {
  if (facts.size === 0) return;
  const given = [...facts].map(([processId, members]) => ({ process_id: processId, facts: members }));
  await tx`
    insert into clock_facts (sub_project_id, process_id, facts)
    select g.sub_project_id, g.process_id, g.facts
    from (
      select ${subProjectId}::uuid as sub_project_id, given.* from json_to_recordset(${sql.json(given)}::json) as given
        (process_id uuid, facts jsonb)
    ) g join ${processOf(sql`g`)}
    order by g.process_id for key share of p
    on conflict (sub_project_id, process_id) do update set facts = excluded.facts`;
}

/** Deletes what clocks know of a process. */
export async function eraseFactsOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`delete from clock_facts where sub_project_id = ${subProjectId} and process_id = ${processId}`;
}

/** Deletes what the clocks of a sub-project know. @returns whether there may be more */
export async function clearFacts(tx: Transaction, subProjectId: string, limit: number): Promise<boolean> {
  const gone = await tx<object>`
    delete from clock_facts where sub_project_id = ${subProjectId} and ctid in (select ctid from clock_facts where sub_project_id = ${subProjectId} limit ${limit})
    returning 1 as one`;
  return gone.length === limit;
}
