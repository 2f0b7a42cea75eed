import { logEnds, logPositions } from '../../events/records/event-log.js';
import type { Queryable, Transaction } from '../../postgres/database.js';

/** Sub-projects whose log has events that are not in the stays of their processes. Grows with the sub-projects. */
export async function findBehind(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select p.sub_project_id as id from (${logPositions}) p
    left join statistics_positions s on s.sub_project_id = p.sub_project_id
    where p.last_position > coalesce(s.position, 0)`;
  return rows.map(({ id }) => id);
}

/** Where a sub-project's log is counted up to. */
export interface StatisticsPosition {
  readonly position: number;
  /** The first change that is known, where older ones were not; null: all are. */
  readonly sinceTs: Date | null;
}

/**
 * The position of a sub-project, locked until the transaction ends.
 *
 * @returns undefined when another transaction has it
 */
export async function lockPosition(tx: Transaction, subProjectId: string): Promise<StatisticsPosition | undefined> {
  await tx`insert into statistics_positions (sub_project_id, position) values (${subProjectId}, 0) on conflict do nothing`;
  const [row] = await tx<StatisticsPosition>`
    select position, since_ts as "sinceTs" from statistics_positions where sub_project_id = ${subProjectId}
    for update skip locked`;
  return row;
}

export async function storePosition(
  tx: Transaction,
  subProjectId: string,
  { position, sinceTs }: StatisticsPosition,
): Promise<void> {
  await tx`
    update statistics_positions set position = ${position}, since_ts = ${sinceTs} where sub_project_id = ${subProjectId}`;
}

/** How far the stays of a sub-project are. */
export interface Progress {
  /** Events of the log that are not counted. */
  readonly behind: number;
  readonly sinceTs: Date | null;
}

export async function readProgress(db: Queryable, subProjectId: string): Promise<Progress> {
  const { latest } = await logEnds(db, subProjectId);
  const [row] = await db<StatisticsPosition>`
    select position, since_ts as "sinceTs" from statistics_positions where sub_project_id = ${subProjectId}`;
  return { behind: Math.max(0, latest - (row?.position ?? 0)), sinceTs: row?.sinceTs ?? null };
}
