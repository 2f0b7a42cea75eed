import type { Variables } from '@millrace/engine';
import type { RunKey } from '../../jobs/records/job.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** What a message is matched by. */
export interface MessageAddress {
  readonly subProjectId: string;
  readonly name: string;
  readonly correlationKey: string;
}

/** How long a message that no run waits for is kept when its publisher does not say. */
export const DEFAULT_TIME_TO_LIVE_MS = 3_600_000;

/** A message that was published before a run waited for it. */
export interface BufferedMessage {
  readonly id: string;
  readonly messageId: string | null;
  readonly variables: Variables;
  /** Of the subscription it fits. */
  readonly key: number;
}

/** A message that was published with an id, and what became of it. */
export interface KeptMessage {
  readonly outcome: 'buffered' | 'correlated' | 'started';
  readonly runId: string | null;
}

/** A message that is to be kept: it is buffered, or its id must be recognised when it is published again. */
export interface NewMessage extends MessageAddress {
  readonly id: string;
  readonly messageId: string | null;
  readonly variables: Variables;
  readonly outcome: KeptMessage['outcome'];
  /** The process that the message is about, where there is one: it goes with it. */
  readonly processId: string | null;
  readonly runId: string | null;
  readonly createdTs: Date;
  readonly expiresTs: Date;
}

/**
 * Until the transaction ends no other one buffers or takes messages of these addresses. Without this lock a message could
 * be buffered while a run begins to wait for it, and neither would see the other. The locks are taken in one order, so that
 * two runs that wait for the same messages do not wait for each other.
 */
export async function lockAddresses(tx: Transaction, addresses: readonly MessageAddress[]): Promise<void> {
  const texts = addresses.map((address) =>
    JSON.stringify([address.subProjectId, address.name, address.correlationKey]),
  );
  await tx`
    select pg_advisory_xact_lock(address) from (
      select distinct hashtextextended(text, 7) as address from unnest(${texts}::text[]) as text order by address
    ) as addresses`;
}

/** Serialises publications of one message id. Taken before any other lock. */
export async function lockMessageId(tx: Transaction, address: MessageAddress, messageId: string): Promise<void> {
  const text = JSON.stringify([address.subProjectId, address.name, address.correlationKey, messageId]);
  await tx`select pg_advisory_xact_lock(hashtextextended(${text}, 8))`;
}

/** The oldest buffered message for any of the subscriptions; the caller holds their addresses. */
export async function findBuffered(
  tx: Transaction,
  subProjectId: string,
  wanted: readonly { readonly key: number; readonly name: string; readonly correlationKey: string }[],
): Promise<BufferedMessage | undefined> {
  const [row] = await tx<BufferedMessage>`
    select m.id, m.message_id as "messageId", m.variables, wanted.key
    from json_to_recordset(${sql.json(wanted)}::json) as wanted (key integer, name text, "correlationKey" text)
    join messages m on m.sub_project_id = ${subProjectId} and m.name = wanted.name
      and m.correlation_key = wanted."correlationKey"
    where m.outcome = 'buffered' and m.expires_ts > now()
    order by m.created_ts, m.id limit 1`;
  return row;
}

/** A buffered message has reached its run. One with an id is kept, to recognise when it is published again. */
export async function markCorrelated(tx: Transaction, message: BufferedMessage, run: RunKey): Promise<void> {
  const ofMessage = sql`where sub_project_id = ${run.subProjectId} and id = ${message.id}`;
  if (message.messageId === null) await tx`delete from messages ${ofMessage}`;
  else await tx`update messages set outcome = 'correlated', run_id = ${run.id} ${ofMessage}`;
}

/** Keeps a message until it expires. */
export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
  await tx`insert into messages ${sql.rows([
    {
      id: message.id,
      sub_project_id: message.subProjectId,
      name: message.name,
      correlation_key: message.correlationKey,
      message_id: message.messageId,
      variables: sql.json(message.variables),
      outcome: message.outcome,
      process_id: message.processId,
      run_id: message.runId,
      created_ts: message.createdTs,
      expires_ts: message.expiresTs,
    },
  ])}`;
}

/** The message kept under an id. An expired one is deleted here, so that its id may be used again. */
export async function findKept(
  tx: Transaction,
  address: MessageAddress,
  messageId: string,
): Promise<KeptMessage | undefined> {
  const ofMessage = sql`sub_project_id = ${address.subProjectId} and name = ${address.name}
    and correlation_key = ${address.correlationKey} and message_id = ${messageId}`;
  await tx`delete from messages where ${ofMessage} and expires_ts <= now()`;
  const [row] = await tx<KeptMessage>`select outcome, run_id as "runId" from messages where ${ofMessage}`;
  return row;
}

/**
 * Deletes messages of all sub-projects whose time to live is over.
 *
 * @param limit the most that one call deletes
 * @returns how many it deleted
 */
export async function forgetExpiredMessages(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from messages where (sub_project_id, id) in (
      select sub_project_id, id from messages where expires_ts <= now()
      order by expires_ts limit ${limit} for update skip locked)`;
  return count;
}
