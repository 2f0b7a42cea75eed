import { type Fragment, sql } from '../../../postgres/database.js';

/** A process as the database holds it; `fields` also has values of fields that are no longer declared (D18). */
export interface ProcessRow {
  readonly id: string;
  readonly subProjectId: string;
  readonly state: string;
  readonly priority: string;
  readonly stageKey: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** From 1, one more with every change (D17). */
  readonly version: number;
  readonly createdTs: Date;
  readonly updatedTs: Date;
  /** Id of the user who created it; null: created before this was kept. */
  readonly createdBy: string | null;
}

/** The select list of {@link ProcessRow} over the alias `p`; the names are those of the type. */
export const processColumns: Fragment = sql`p.id, p.sub_project_id as "subProjectId", p.state, p.priority,
  p.stage_key as "stageKey", p.fields, p.version, p.created_ts as "createdTs", p.updated_ts as "updatedTs",
  p.created_by as "createdBy"`;

/**
 * The process `p` that a row of another table names: what stands after `join` or `left join`.
 *
 * @param row alias of a table with `sub_project_id` and `process_id`
 */
export const processOf = (row: Fragment): Fragment =>
  sql`processes p on p.sub_project_id = ${row}.sub_project_id and p.id = ${row}.process_id`;

/**
 * The lock of a transaction that changes a process. Changes wait for each other, but other transactions may insert rows
 * that refer to the process: with `for update`, two transactions that insert a run and then lock its process would be a
 * deadlock.
 */
export const ROW_LOCK = 'for no key update';

/** The lock of a transaction that will store something that refers to the process: nobody deletes it meanwhile. */
export const KEEPING_LOCK = 'for key share';

/** The ids of processes in a range and before one, the greatest first. */
export const processIdsBetween = (
  subProjectId: string,
  { from, to, before, budget }: { from: string; to: string; before: string | undefined; budget: number },
): Fragment => sql`
  select p.id from processes p
  where p.sub_project_id = ${subProjectId}::uuid and p.id between ${from}::uuid and ${to}::uuid
    and ${before === undefined ? sql`true` : sql`p.id < ${before}::uuid`}
  order by p.id desc limit ${budget}`;
