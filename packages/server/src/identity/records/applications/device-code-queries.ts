import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** A row of device_codes. */
export interface DeviceCodeRow {
  readonly hash: string;
  readonly userCode: string;
  readonly applicationId: string;
  readonly scopes: readonly string[];
  readonly expiresTs: Date;
  /** The application may ask again at this time. */
  readonly nextPollTs: Date;
  readonly intervalSeconds: number;
  readonly decision: 'open' | 'allowed' | 'denied';
  /** Who allowed it, and how that person had signed in. */
  readonly userId: string | null;
  readonly authenticatedTs: Date | null;
  readonly amr: readonly string[] | null;
}

const columns = sql`hash, user_code as "userCode", application_id as "applicationId", scopes, expires_ts as "expiresTs",
  next_poll_ts as "nextPollTs", interval_seconds as "intervalSeconds", decision, user_id as "userId",
  authenticated_ts as "authenticatedTs", amr`;

/** @returns false when another code in force has this user code */
export async function insertDeviceCode(
  tx: Transaction,
  code: Pick<DeviceCodeRow, 'hash' | 'userCode' | 'applicationId' | 'scopes' | 'expiresTs' | 'intervalSeconds'> & {
    readonly network: string;
  },
): Promise<boolean> {
  const inserted = await tx`
    insert into device_codes (hash, user_code, application_id, scopes, network, created_ts, expires_ts, next_poll_ts,
      interval_seconds)
    values (${code.hash}, ${code.userCode}, ${code.applicationId}, ${code.scopes}, ${code.network}, now(),
      ${code.expiresTs}, now(), ${code.intervalSeconds})
    on conflict (user_code) do nothing`;
  return inserted.count > 0;
}

/**
 * Codes that a network has asked for in the last minute. Another transaction that counts them waits until this one has ended, so that
 * requests sent at once do not all find room.
 */
export async function countDeviceCodes(tx: Transaction, network: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`device codes ${network}`}, 0))`;
  const [row] = await tx<{ total: number }>`
    select count(*) as total from device_codes where network = ${network} and created_ts > now() - interval '1 minute'`;
  return row?.total ?? 0;
}

/** The code that a person typed, while nobody has decided about it. */
export async function findOpenDeviceCode(db: Queryable, userCode: string): Promise<DeviceCodeRow | undefined> {
  const [row] = await db<DeviceCodeRow>`
    select ${columns} from device_codes where user_code = ${userCode} and decision = 'open' and expires_ts > now()`;
  return row;
}

/** @returns false when the code has ended or somebody else has decided meanwhile */
export async function decideDeviceCode(
  tx: Transaction,
  userCode: string,
  decision: {
    readonly decision: 'allowed' | 'denied';
    readonly userId: string;
    readonly authenticatedTs: Date;
    readonly amr: readonly string[];
  },
): Promise<boolean> {
  const updated = await tx`
    update device_codes set decision = ${decision.decision}, user_id = ${decision.userId},
      authenticated_ts = ${decision.authenticatedTs}, amr = ${decision.amr}
    where user_code = ${userCode} and decision = 'open' and expires_ts > now()`;
  return updated.count > 0;
}

/** The code of an application that asks whether a person has decided; locked. */
export async function lockDeviceCode(tx: Transaction, hash: string): Promise<DeviceCodeRow | undefined> {
  const [row] = await tx<DeviceCodeRow>`select ${columns} from device_codes where hash = ${hash} for update`;
  return row;
}

/** Notes that the application asked, and when it may ask again. */
export async function noteDevicePoll(
  tx: Transaction,
  hash: string,
  { intervalSeconds, nextPollTs }: Pick<DeviceCodeRow, 'intervalSeconds' | 'nextPollTs'>,
): Promise<void> {
  await tx`
    update device_codes set interval_seconds = ${intervalSeconds}, next_poll_ts = ${nextPollTs} where hash = ${hash}`;
}

export async function deleteDeviceCode(tx: Transaction, hash: string): Promise<void> {
  await tx`delete from device_codes where hash = ${hash}`;
}
