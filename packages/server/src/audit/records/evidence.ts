import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { type AuditSelection, sourceOf } from './list-audit-logs.js';

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

/** The oldest rows that a reader gets. */
export async function listEvidence(
  db: Queryable,
  selection: AuditSelection,
  limit: number,
): Promise<readonly EvidenceRow[]> {
  const { from } = sourceOf(selection);
  return db.run<EvidenceRow>(sql`select ${columns} ${from} order by a.created_ts, a.id limit ${limit}`);
}

/** More seals that end after a row are not looked at: late rows are sealed soon. */
const SEALS_OF_A_ROW = 100;

/** How much earlier than the id of a row the time of its seal can be: the id is made after the time. */
const ID_LATER_MS = 1000;

/**
 * Where rows are sealed: the number of the seal, and the position of the leaf from 0. Rows that are not sealed are left out. The time
 * in their ids leads to the seal, so a row whose time was changed is still found.
 */
export const findPlaces = (
  db: Queryable,
  subProjectId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly number: number; readonly position: number }[]> => db`
  select r.id, found.number::float8 as number, found.position - 1 as position
  from unnest(${ids}::uuid[], ${ids.map((id) => new Date(timeOfId(id) - ID_LATER_MS).toISOString())}::timestamptz[])
    as r (id, ended)
  cross join lateral (
    select s.number, array_position(s.row_ids, r.id) as position from (
      select a.number, a.row_ids from audit_seals a where a.sub_project_id = ${subProjectId} and a.until_ts >= r.ended
      order by a.until_ts limit ${SEALS_OF_A_ROW}
    ) s where r.id = any(s.row_ids) limit 1
  ) found`;

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
): Promise<readonly (SealRow & { readonly leaves: Buffer })[]> => db`
  select number::float8 as number, signed, signature, key_id as "keyId", leaves from audit_seals
  where sub_project_id = ${subProjectId} and number = any(${numbers}::bigint[]) order by number`;

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
