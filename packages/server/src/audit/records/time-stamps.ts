import type { Queryable, Transaction } from '../../postgres/database.js';

/** A seal whose time the authority is to say. */
export interface WantedStamp {
  readonly subProjectId: string;
  readonly number: number;
  /** The text of the seal. */
  readonly signed: string;
}

/** Asks for the time stamp of a seal, in the transaction that makes it. */
export async function wantStamp(tx: Transaction, subProjectId: string, number: number): Promise<void> {
  await tx`insert into audit_time_stamps (sub_project_id, number, tried_ts) values (${subProjectId}, ${number}, now())
    on conflict do nothing`;
}

/** Seals without a time stamp; those that were tried last come last. */
export const listWantedStamps = (db: Queryable, limit: number): Promise<readonly WantedStamp[]> => db<WantedStamp>`
  select t.sub_project_id as "subProjectId", t.number::float8 as number, s.signed
  from audit_time_stamps t join audit_seals s on s.sub_project_id = t.sub_project_id and s.number = t.number
  where t.token is null order by t.tried_ts limit ${limit}`;

export async function storeStamp(
  db: Queryable,
  { subProjectId, number }: WantedStamp,
  { token, at }: { readonly token: Buffer; readonly at: Date },
): Promise<void> {
  await db`update audit_time_stamps set token = ${token}, stamped_ts = ${at}, failure = null, tried_ts = now()
    where sub_project_id = ${subProjectId} and number = ${number} and token is null`;
}

export async function storeStampFailure(
  db: Queryable,
  { subProjectId, number }: WantedStamp,
  failure: string,
): Promise<void> {
  await db`update audit_time_stamps set failure = ${failure}, tried_ts = now()
    where sub_project_id = ${subProjectId} and number = ${number} and token is null`;
}
