import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { AuditScope } from './list-audit-logs.js';

/** A whole row of the audit log: what a leaf stands for. */
export interface EvidenceRow {
  readonly id: string;
  readonly subProjectId: string;
  readonly createdTs: Date;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly processId: string | null;
  readonly byId: string;
  readonly byName: string;
  readonly traceId: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly statement: string | null;
}

const columns: Fragment = sql`a.id, a.sub_project_id as "subProjectId", a.created_ts as "createdTs", a.action,
  a.subject_type as "subjectType", a.subject_id as "subjectId", a.process_id as "processId", a.by_id as "byId",
  a.by_name as "byName", a.trace_id as "traceId", a.before, a.after, a.statement`;

/** First four bytes of SHA-256('millrace audit seals'). */
const SEALING_LOCK = 1_371_094_220;

/** Whether this transaction may seal; else another server does. */
export async function tryLockSealing(tx: Transaction): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }>`select pg_try_advisory_xact_lock(${SEALING_LOCK}) as locked`;
  return row?.locked === true;
}

/** Up to when rows are sealed. */
export async function findSealedUntil(db: Queryable): Promise<Date> {
  const [row] = await db<{ sealedUntil: Date }>`select sealed_until as "sealedUntil" from audit_sealing`;
  if (row === undefined) throw new Error('audit_sealing has no row');
  return row.sealedUntil;
}

export async function storeSealedUntil(tx: Transaction, until: Date): Promise<void> {
  await tx`update audit_sealing set sealed_until = greatest(sealed_until, ${until})`;
}

/** Rows of a time, later than `from`. */
export interface SealedTime {
  readonly from: Date;
  readonly until: Date;
}

/** The sub-projects with rows of a time. */
export async function findSubProjectsToSeal(db: Queryable, { from, until }: SealedTime): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select distinct a.sub_project_id as id from audit_log a where a.created_ts > ${from} and a.created_ts <= ${until}`;
  return rows.map(({ id }) => id);
}

/** The oldest rows of a time that no seal has. */
export const findUnsealed = (
  db: Queryable,
  subProjectId: string,
  { from, until }: SealedTime,
  limit: number,
): Promise<readonly EvidenceRow[]> => db<EvidenceRow>`
  select ${columns} from audit_log a
  where a.sub_project_id = ${subProjectId} and a.created_ts > ${from} and a.created_ts <= ${until}
    and a.id not in (
      select unnest(s.row_ids) from audit_seals s where s.sub_project_id = ${subProjectId} and s.until_ts > ${from})
  order by a.created_ts, a.id limit ${limit}`;

export interface SealRow {
  readonly number: number;
  readonly signed: string;
  readonly signature: string;
  readonly keyId: string;
}

export async function findLastSeal(db: Queryable, subProjectId: string): Promise<SealRow | undefined> {
  const [row] = await db<SealRow>`
    select number::float8 as number, signed, signature, key_id as "keyId" from audit_seals
    where sub_project_id = ${subProjectId} order by number desc limit 1`;
  return row;
}

/** A seal with its leaves. */
export interface NewSeal extends SealRow {
  readonly untilTs: Date;
  readonly rowIds: readonly string[];
  readonly leaves: Buffer;
}

export async function insertSeal(tx: Transaction, subProjectId: string, seal: NewSeal): Promise<void> {
  const { number, untilTs, rowIds, leaves, signed, signature, keyId } = seal;
  await tx`
    insert into audit_seals (sub_project_id, number, until_ts, row_ids, leaves, signed, signature, key_id)
    values (${subProjectId}, ${number}, ${untilTs}, ${rowIds}::uuid[], ${leaves}, ${signed}, ${signature}, ${keyId})`;
}

/** A row of a process, as evidence reads it. */
export type ProcessRowOfLog = EvidenceRow & {
  /** False: the reader does not see it, and gets nothing of it but its id. */
  readonly seen: boolean;
};

/** Where a page of {@link listEvidence} begins: after this row. */
export interface EvidencePosition {
  readonly createdTs: Date;
  readonly id: string;
}

/** The oldest rows of a process after a position. */
export const listEvidence = (
  db: Queryable,
  { subProjectId, processId, visible }: AuditScope & { readonly processId: string },
  { createdTs, id }: EvidencePosition,
  limit: number,
): Promise<readonly ProcessRowOfLog[]> => db<ProcessRowOfLog>`
  select ${columns}, coalesce((${visible.rows}), false) as seen from audit_log a ${visible.join}
  where a.sub_project_id = ${subProjectId} and a.process_id = ${processId} and (a.created_ts, a.id) > (${createdTs}, ${id}::uuid)
  order by a.created_ts, a.id limit ${limit}`;

/** What a seal says of a process. */
export interface SealEntry {
  readonly processId: string;
  readonly number: number;
  /** Of its leaf. */
  readonly position: number;
  /** Of the leaves of the rows. */
  readonly positions: readonly number[];
  /** How many rows of the process the entries before have, and the number of the last of them. */
  readonly rowsBefore: number;
  readonly previous: number | null;
}

const entryColumns = sql`e.process_id as "processId", e.number::float8 as number, e.position, e.positions,
  e.rows_before::float8 as "rowsBefore", e.previous::float8 as previous`;

/** The last entries of processes: at most one each. */
export const findLastEntries = (
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
): Promise<readonly SealEntry[]> => db<SealEntry>`
  select last.* from unnest(${processIds}::uuid[]) as wanted (id)
  cross join lateral (
    select ${entryColumns} from audit_seal_entries e
    where e.sub_project_id = ${subProjectId} and e.process_id = wanted.id order by e.number desc limit 1
  ) last`;

export async function insertEntries(
  tx: Transaction,
  subProjectId: string,
  entries: readonly SealEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ processId, positions, rowsBefore, ...entry }) => ({
    sub_project_id: subProjectId,
    process_id: processId,
    positions: sql`${positions}::integer[]`,
    rows_before: rowsBefore,
    ...entry,
  }));
  await tx`insert into audit_seal_entries ${sql.rows(rows)}`;
}

/** What seals after `after`, and not after `until`, say of a process, with the ids of the rows; the oldest first. */
export const listEntries = (
  db: Queryable,
  { subProjectId, processId }: { readonly subProjectId: string; readonly processId: string },
  { after, until }: { readonly after: number; readonly until: number },
  limit: number,
): Promise<readonly (SealEntry & { readonly rowIds: readonly string[] })[]> => db`
  select ${entryColumns},
    array(select coalesce(s.row_ids[at.position + 1], '00000000-0000-0000-0000-000000000000') from unnest(e.positions) with ordinality as at (position, nth) order by nth) as "rowIds"
  from audit_seal_entries e
  left join audit_seals s on s.sub_project_id = e.sub_project_id and s.number = e.number
  where e.sub_project_id = ${subProjectId} and e.process_id = ${processId} and e.number > ${after} and e.number <= ${until}
  order by e.number limit ${limit}`;

/** More entries are not counted. */
const COUNTED_ENTRIES = 1_000_000;

/** How many entries, of any process, seals after this one have; undefined: more than are counted. */
export async function countLaterEntries(
  db: Queryable,
  subProjectId: string,
  number: number,
): Promise<number | undefined> {
  const [row] = await db<{ count: number }>`
    select count(*)::float8 as count from (
      select from audit_seal_entries e where e.sub_project_id = ${subProjectId} and e.number > ${number}
      limit ${COUNTED_ENTRIES + 1}
    ) later`;
  return row === undefined || row.count > COUNTED_ENTRIES ? undefined : row.count;
}

/** The signed head of a sub-project. */
export type HeadRow = Pick<SealRow, 'signed' | 'signature' | 'keyId'>;

export async function findHead(db: Queryable, subProjectId: string): Promise<HeadRow | undefined> {
  const [row] = await db<HeadRow>`
    select signed, signature, key_id as "keyId" from audit_heads where sub_project_id = ${subProjectId}`;
  return row;
}

export async function storeHead(
  tx: Transaction,
  subProjectId: string,
  { signed, signature, keyId }: HeadRow,
): Promise<void> {
  await tx`
    insert into audit_heads (sub_project_id, signed, signature, key_id) values (${subProjectId}, ${signed}, ${signature}, ${keyId})
    on conflict (sub_project_id) do update set signed = excluded.signed, signature = excluded.signature, key_id = excluded.key_id`;
}

/** More gaps, and older seals, are not looked for. */
const GAPS = 100;
const LOOKED_BACK = 100_000;

/** Numbers without a seal up to that of the head. */
export const findMissingSeals = (
  db: Queryable,
  subProjectId: string,
  head: number,
): Promise<readonly { readonly from: number; readonly until: number }[]> => db`
  select (n.before + 1)::float8 as "from", (n.number - 1)::float8 as until from (
    select known.number, lag(known.number, 1, ${Math.max(0, head - LOOKED_BACK)}::bigint) over (order by known.number) as before from (
      select s.number from audit_seals s
      where s.sub_project_id = ${subProjectId} and s.number > ${head - LOOKED_BACK} and s.number <= ${head}
      union all select ${head + 1}::bigint
    ) known
  ) n where n.number > n.before + 1 order by n.number limit ${GAPS}`;

/** More of the changes of the installation are not looked at. */
const INSTALLATION_ROWS = 10_000;

/** The time before which the retention has removed rows; undefined: it has removed nothing. */
export async function findForgottenUntil(db: Queryable): Promise<string | undefined> {
  const [row] = await db<{ untilTs: string }>`
    select one.after ->> 'untilTs' as "untilTs" from (
      select a.created_ts, a.action, a.after from audit_log a where a.sub_project_id = ${INSTALLATION_ID}
      order by a.created_ts desc limit ${INSTALLATION_ROWS}
    ) one where one.action = 'audit.forget' order by one.created_ts desc limit 1`;
  return row?.untilTs;
}

/** More seals that end after a row are not looked at: late rows are sealed soon. */
const SEALS_OF_A_ROW = 100;

/** How much earlier than the id of a row the time of its seal can be: the id is made after the time. */
const ID_LATER_MS = 1000;

/**
 * Where rows are sealed: the number of the seal, and the position of the leaf from 0. Rows that are not sealed are left out. The time
 * in their ids leads to the seal, so a row whose time was changed is still found.
 *
 * @param until number of the last seal that counts
 */
export const findPlaces = (
  db: Queryable,
  subProjectId: string,
  ids: readonly string[],
  until: number,
): Promise<readonly { readonly id: string; readonly number: number; readonly position: number }[]> => db`
  select r.id, found.number::float8 as number, found.position - 1 as position
  from unnest(${ids}::uuid[], ${ids.map((id) => new Date(timeOfId(id) - ID_LATER_MS).toISOString())}::timestamptz[])
    as r (id, ended)
  cross join lateral (
    select s.number, array_position(s.row_ids, r.id) as position from (
      select a.number, a.row_ids from audit_seals a where a.sub_project_id = ${subProjectId} and a.until_ts >= r.ended
      order by a.until_ts limit ${SEALS_OF_A_ROW}
    ) s where r.id = any(s.row_ids) limit 1
  ) found where found.number <= ${until}`;

/** Milliseconds since 1970, of a UUID of version 7 (RFC 9562, 5.7); of another one, the end of time that PostgreSQL knows. */
function timeOfId(id: string): number {
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return Math.min(time, LATEST_MS);
}

const LATEST_MS = Date.UTC(9999, 0);

export const findSeals = (
  db: Queryable,
  subProjectId: string,
  numbers: readonly number[],
): Promise<readonly ProvedSeal[]> => db<ProvedSeal>`
  select s.number::float8 as number, s.signed, s.signature, s.key_id as "keyId", s.leaves, t.token, t.stamped_ts as "stampedTs"
  from audit_seals s left join audit_time_stamps t on t.sub_project_id = s.sub_project_id and t.number = s.number
  where s.sub_project_id = ${subProjectId} and s.number = any(${numbers}::bigint[]) order by s.number`;

/** A seal with what proves its rows and its time. */
export interface ProvedSeal extends SealRow {
  readonly leaves: Buffer;
  /** Of an authority (RFC 3161), DER; null: it has not answered yet, or there is none. */
  readonly token: Buffer | null;
  readonly stampedTs: Date | null;
}

/** A key that signs seals. */
export interface EvidenceKeyRow {
  readonly id: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The keys, the newest first: the one that signs. */
export const listEvidenceKeys = (db: Queryable): Promise<readonly EvidenceKeyRow[]> => db<EvidenceKeyRow>`
  select id, private_key as "privateKey", public_key as "publicKey" from evidence_keys order by created_ts desc, id limit 100`;

export async function insertEvidenceKey(tx: Transaction, key: EvidenceKeyRow, now: Date): Promise<void> {
  await tx`insert into evidence_keys (id, private_key, public_key, created_ts)
    values (${key.id}, ${key.privateKey}, ${key.publicKey}, ${now})`;
}

export async function replacePrivateKey(tx: Transaction, id: string, privateKey: string): Promise<void> {
  await tx`update evidence_keys set private_key = ${privateKey} where id = ${id}`;
}
