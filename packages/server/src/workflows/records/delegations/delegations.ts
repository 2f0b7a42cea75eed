import { readTotal } from '../../../filters/counting.js';
import type { Page } from '../../../filters/paging.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** Who decides tasks for whom, and when. */
export interface DelegationRow {
  readonly id: string;
  /** The person who is away. */
  readonly personId: string;
  readonly substituteId: string;
  readonly fromTs: Date;
  readonly untilTs: Date | null;
  /** Null: all workflows. */
  readonly workflowIds: readonly string[] | null;
  /** FEEL over the fields of the process; null: always. */
  readonly condition: string | null;
  readonly reason: string | null;
  readonly createdBy: string;
  readonly createdTs: Date;
}

/** More persons and substitutes of one person are not looked at. */
export const MOST_DELEGATIONS = 50;

const columns = sql`d.id, d.person_id as "personId", d.substitute_id as "substituteId", d.from_ts as "fromTs",
  d.until_ts as "untilTs", d.workflow_ids as "workflowIds", d.condition, d.reason, d.created_by as "createdBy",
  d.created_ts as "createdTs"`;

const notOver = (now: Date): Fragment => sql`d.ended_ts is null and (d.until_ts is null or d.until_ts > ${now})`;

/** Which delegations a substitute asks for. */
export interface ActiveSearch {
  readonly subProjectIds: readonly string[];
  readonly substituteId: string;
  /** Only those of this person. */
  readonly personId?: string | undefined;
  readonly now: Date;
}

/**
 * Delegations of a substitute that hold now, the oldest first.
 *
 * @param holding whether none of them ends before the transaction does
 */
export async function listActive(
  db: Queryable,
  { subProjectIds, substituteId, personId, now }: ActiveSearch,
  holding = false,
): Promise<readonly (DelegationRow & { readonly subProjectId: string })[]> {
  if (!isUuid(substituteId) || (personId !== undefined && !isUuid(personId))) return [];
  return db<DelegationRow & { subProjectId: string }>`
    select ${columns}, d.sub_project_id as "subProjectId" from delegations d
    where d.sub_project_id = any(${subProjectIds}::uuid[]) and d.substitute_id = ${substituteId} and ${notOver(now)}
      and d.from_ts <= ${now} ${personId === undefined ? sql`` : sql`and d.person_id = ${personId}`}
    order by d.created_ts, d.id limit ${MOST_DELEGATIONS * subProjectIds.length}
    ${sql.raw(holding ? 'for share' : '')}`;
}

/** The delegations of persons that hold now, the oldest first. */
export async function listActiveOf(
  db: Queryable,
  {
    subProjectId,
    personIds,
    now,
  }: { readonly subProjectId: string; readonly personIds: readonly string[]; readonly now: Date },
): Promise<readonly DelegationRow[]> {
  const known = personIds.filter((id) => isUuid(id));
  if (known.length === 0) return [];
  return db<DelegationRow>`
    select ${columns} from delegations d
    where d.sub_project_id = ${subProjectId} and d.person_id = any(${known}::uuid[]) and ${notOver(now)} and d.from_ts <= ${now}
    order by d.created_ts, d.id limit ${MOST_DELEGATIONS}`;
}

/** One page of the delegations that are not over, the newest first, and how many there are. @param of one of the two persons */
export async function listDelegations(
  tx: Transaction,
  { subProjectId, of, now }: { readonly subProjectId: string; readonly of: string | undefined; readonly now: Date },
  page: Page,
): Promise<{ readonly delegations: readonly DelegationRow[]; readonly total: number }> {
  const whose = of === undefined ? sql`true` : sql`(d.person_id = ${of} or d.substitute_id = ${of})`;
  const matching = sql`from delegations d where d.sub_project_id = ${subProjectId} and ${notOver(now)} and ${whose}`;
  const delegations = await tx<DelegationRow>`
    select ${columns} ${matching} order by d.created_ts desc, d.id desc limit ${page.limit} offset ${page.offset}`;
  return { delegations, total: await readTotal(tx, matching) };
}

/** How many delegations that are not over a person has, and a substitute. */
export async function countDelegations(
  tx: Transaction,
  subProjectId: string,
  { personId, substituteId }: Pick<DelegationRow, 'personId' | 'substituteId'>,
  now: Date,
): Promise<{ readonly ofPerson: number; readonly ofSubstitute: number }> {
  const [row] = await tx<{ ofPerson: number; ofSubstitute: number }>`
    select
      (select count(*) from delegations d
        where d.sub_project_id = ${subProjectId} and d.person_id = ${personId} and ${notOver(now)}) as "ofPerson",
      (select count(*) from delegations d
        where d.sub_project_id = ${subProjectId} and d.substitute_id = ${substituteId} and ${notOver(now)}) as "ofSubstitute"`;
  return row ?? { ofPerson: 0, ofSubstitute: 0 };
}

export async function insertDelegation(tx: Transaction, subProjectId: string, row: DelegationRow): Promise<void> {
  await tx`
    insert into delegations (sub_project_id, id, person_id, substitute_id, from_ts, until_ts, workflow_ids, condition, reason,
      created_by, created_ts)
    values (${subProjectId}, ${row.id}, ${row.personId}, ${row.substituteId}, ${row.fromTs}, ${row.untilTs},
      ${row.workflowIds}::uuid[], ${row.condition}, ${row.reason}, ${row.createdBy}, ${row.createdTs})`;
}

/** A delegation that is not over, locked until the transaction ends: after decisions that hold it. */
export async function lockDelegation(
  tx: Transaction,
  subProjectId: string,
  id: string,
  now: Date,
): Promise<DelegationRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx<DelegationRow>`
    select ${columns} from delegations d
    where d.sub_project_id = ${subProjectId} and d.id = ${id} and ${notOver(now)} for update`;
  return row;
}

export async function storeEnd(tx: Transaction, subProjectId: string, id: string, now: Date): Promise<void> {
  await tx`update delegations set ended_ts = ${now} where sub_project_id = ${subProjectId} and id = ${id}`;
}
