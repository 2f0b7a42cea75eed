import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';

/** How often a rule applied in one transaction of a run. */
export interface RuleHit {
  readonly definitionId: string;
  readonly tableId: string;
  readonly ruleId: string;
  readonly count: number;
}

/** The statement that adds the hits of one transaction. Rows are only added, so runs do not wait for each other. */
export const insertRuleHits = (subProjectId: string, hits: readonly RuleHit[], at: Date): Fragment => sql`
  insert into decision_rule_deltas (sub_project_id, definition_id, table_id, rule_id, day, count)
  select ${subProjectId}::uuid, "definitionId", "tableId", "ruleId", (${at}::timestamptz at time zone 'UTC')::date, count
  from json_to_recordset(${sql.json(hits)}::json) as hit
    ("definitionId" uuid, "tableId" text, "ruleId" text, count integer)`;

/** Which hits are counted: those of a definition, from one day to another, both included. */
export interface RuleHitSearch {
  readonly subProjectId: string;
  readonly definitionId: string;
  /** YYYY-MM-DD in UTC; undefined: no bound. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** How often the rules of a definition applied: by table, then by rule. Rules that never applied are absent. */
export async function countRuleHits(
  db: Queryable,
  { subProjectId, definitionId, from, to }: RuleHitSearch,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const wanted = sql`sub_project_id = ${subProjectId} and definition_id = ${definitionId}
    and day between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')`;
  const rows = await db<{ tableId: string; ruleId: string; count: number }>`
    select table_id as "tableId", rule_id as "ruleId", sum(count)::bigint as count from (
      select table_id, rule_id, count from decision_rule_hits where ${wanted}
      union all
      select table_id, rule_id, count from decision_rule_deltas where ${wanted}) hit
    group by table_id, rule_id`;
  const tables = new Map<string, Map<string, number>>();
  for (const { tableId, ruleId, count } of rows) {
    const rules = tables.get(tableId) ?? new Map<string, number>();
    rules.set(ruleId, Number(count));
    tables.set(tableId, rules);
  }
  return tables;
}

/** Other maintenance waits for this, so it ends also while runs add hits as fast as it takes them. */
const MOST_BATCHES = 100;

/**
 * Adds hits of all sub-projects to the counts of their days and deletes them, a batch in one statement. Several servers may do
 * so at the same time: each takes other rows, and all lock the counts in one order.
 *
 * @returns how many it took
 */
export async function foldRuleHits(db: Queryable, batch = 10_000): Promise<number> {
  let total = 0;
  for (let batches = 0; batches < MOST_BATCHES; batches += 1) {
    const taken = await foldBatch(db, batch);
    total += taken;
    if (taken < batch) break;
  }
  return total;
}

async function foldBatch(db: Queryable, limit: number): Promise<number> {
  const [row] = await db<{ taken: number }>`
    with taken as (
      delete from decision_rule_deltas where (sub_project_id, id) in (
        select sub_project_id, id from decision_rule_deltas limit ${limit} for update skip locked)
      returning sub_project_id, definition_id, table_id, rule_id, day, count),
    counted as (
      insert into decision_rule_hits as h (sub_project_id, definition_id, table_id, rule_id, day, count)
      select sub_project_id, definition_id, table_id, rule_id, day, sum(count) from taken
      group by sub_project_id, definition_id, table_id, rule_id, day
      order by sub_project_id, definition_id, table_id, rule_id, day
      on conflict (sub_project_id, definition_id, table_id, rule_id, day)
        do update set count = h.count + excluded.count)
    select count(*) as taken from taken`;
  return row?.taken ?? 0;
}
