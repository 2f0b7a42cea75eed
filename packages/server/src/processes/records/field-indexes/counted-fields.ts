import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../../postgres/database.js';

/** A field whose values are counted in one sub-project. */
export interface CountedField {
  readonly subProjectId: string;
  readonly field: string;
}

/**
 * From now on changes note the values of exactly these fields. When it resolves, no transaction is under way that changes
 * processes without noting them.
 */
export async function noteFields(session: Queryable, fields: readonly CountedField[]): Promise<void> {
  const subProjectIds = fields.map(({ subProjectId }) => subProjectId);
  const names = fields.map(({ field }) => field);
  await session`
    delete from process_counted_fields c where not exists (
      select from unnest(${subProjectIds}::uuid[], ${names}::text[]) as wanted (sub_project_id, field)
      where wanted.sub_project_id = c.sub_project_id and wanted.field = c.field)`;
  await session`
    insert into process_counted_fields (sub_project_id, field)
    select * from unnest(${subProjectIds}::uuid[], ${names}::text[]) on conflict do nothing`;
  // Also for fields that were noted before: whoever noted them may not have got this far.
  const [uncounted] = await session`select from process_counted_fields where not ready limit 1`;
  if (uncounted !== undefined) await oldWritersGone(session);
}

/** Waits for the transactions that have written processes so far: their triggers may not have seen the new fields. */
export async function oldWritersGone(session: Queryable): Promise<void> {
  const writers = await writersOfProcesses(session);
  for (;;) {
    const now = new Set(await writersOfProcesses(session));
    if (!writers.some((writer) => now.has(writer))) return;
    await sleep(50);
  }
}

async function writersOfProcesses(session: Queryable): Promise<readonly string[]> {
  const rows = await session<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where relation = 'processes'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.map((row) => row.writer);
}

/** The fields whose values are noted and not counted yet. */
export const findUncountedFields = (db: Queryable): Promise<readonly CountedField[]> =>
  db<CountedField>`
    select sub_project_id as "subProjectId", field from process_counted_fields where not ready order by 1, 2`;

/** The fields that have counters and are no longer to be counted. */
export const findForgottenFields = (db: Queryable): Promise<readonly CountedField[]> =>
  db<CountedField>`
    select distinct c.sub_project_id as "subProjectId", c.field from process_chains c
    where c.field <> '' and not exists (select from process_counted_fields f
      where f.sub_project_id = c.sub_project_id and f.field = c.field)`;

/** Names of the fields of a sub-project whose values are counted. */
export async function findReadyFields(db: Queryable, subProjectId: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ field: string }>`
    select field from process_counted_fields where sub_project_id = ${subProjectId} and ready`;
  return new Set(rows.map(({ field }) => field));
}
