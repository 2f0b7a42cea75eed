import { sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';

/** What the stays of a process are told apart by. */
export type Dimension = 'state' | 'stageKey';

/** A process came into a state or stage. */
export interface Entry {
  readonly processId: string;
  readonly dimension: Dimension;
  readonly value: string;
  readonly at: Date;
  /** Of the event in the log. */
  readonly position: number;
}

/**
 * Ends the stays that the entries end, and begins theirs. Of a process that was deleted meanwhile nothing is written: the lock
 * on its row holds back the deletion, which takes the stays too.
 *
 * @param entries in the order of the log
 */
export async function storeEntries(tx: Transaction, subProjectId: string, entries: readonly Entry[]): Promise<void> {
  const given = sql.json(
    entries.map(({ processId, dimension, value, at, position }) => ({
      process_id: processId,
      dimension,
      value,
      at: at.toISOString(),
      position,
    })),
  );
  const rows = sql`(
    select ${subProjectId}::uuid as sub_project_id, g.*, lead(g.at) over stay as "until", row_number() over stay as number
    from json_to_recordset(${given}::json) as g
      (process_id uuid, dimension text, value text, at timestamptz, position bigint)
    window stay as (partition by g.process_id, g.dimension order by g.position)
  ) g`;
  await tx`
    update process_stays s set left_ts = greatest(s.entered_ts, g.at) from ${rows}
    where s.sub_project_id = ${subProjectId} and s.process_id = g.process_id and s.dimension = g.dimension
      and s.left_ts = 'infinity' and g.number = 1`;
  await tx`
    insert into process_stays (sub_project_id, process_id, dimension, position, value, entered_ts, left_ts)
    select g.sub_project_id, g.process_id, g.dimension, g.position, g.value, g.at,
      case when g."until" is null then 'infinity' else greatest(g.at, g."until") end
    from ${rows} join ${processOf(sql`g`)}
    order by g.process_id, g.dimension, g.position for key share of p`;
}

/** Deletes the stays of a process. */
export async function eraseStaysOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`delete from process_stays where sub_project_id = ${subProjectId} and process_id = ${processId}`;
}
