import { logPositions } from '../../events/records/event-log.js';
import type { Queryable, Transaction } from '../../postgres/database.js';

/** Up to where a log has become clocks. */
export interface ClockPosition {
  readonly position: number;
  /** Fingerprint of the rules. */
  readonly rules: string;
  readonly silentTs: Date;
}

/**
 * A deployment: what clocks reached until now by other rules tells nobody. A sub-project without clocks that never had any is left out.
 *
 * @param rules fingerprint of the rules; empty: there are none
 */
export async function registerClocks(tx: Transaction, subProjectId: string, rules: string): Promise<void> {
  await tx`
    update clock_positions set silent_ts = now() where sub_project_id = ${subProjectId} and rules <> ${rules}`;
  if (rules === '') return;
  await tx`
    insert into clock_positions (sub_project_id, position, rules, silent_ts) values (${subProjectId}, 0, '', now())
    on conflict do nothing`;
}

/** Sub-projects with clocks whose log has events that are not part of them. */
export async function findBehind(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select c.sub_project_id as id from clock_positions c join (${logPositions}) p on p.sub_project_id = c.sub_project_id
    where p.last_position > c.position`;
  return rows.map(({ id }) => id);
}

/** The position, locked until the transaction ends; undefined when another transaction has it. */
export async function lockPosition(tx: Transaction, subProjectId: string): Promise<ClockPosition | undefined> {
  const [row] = await tx<ClockPosition>`
    select c.position, c.rules, c.silent_ts as "silentTs" from clock_positions c
    where c.sub_project_id = ${subProjectId} for update skip locked`;
  return row;
}

export async function storePosition(tx: Transaction, subProjectId: string, position: number): Promise<void> {
  await tx`update clock_positions set position = ${position} where sub_project_id = ${subProjectId}`;
}

/** The clocks begin anew, by other rules. */
export async function startOver(tx: Transaction, subProjectId: string, rules: string): Promise<void> {
  await tx`
    update clock_positions set position = 0, rules = ${rules} where sub_project_id = ${subProjectId}`;
}
