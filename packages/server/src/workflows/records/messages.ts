import type { Variables } from '@millrace/engine';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** What a message is matched by. */
export interface MessageAddress {
  readonly subProjectId: string;
  readonly name: string;
  readonly correlationKey: string;
}

/** A waiting run and the engine's number of its subscription. */
export interface WaitingRun {
  readonly runId: string;
  readonly key: number;
}

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

export interface NewMessage extends MessageAddress {
  readonly id: string;
  readonly messageId: string | null;
  readonly variables: Variables;
  readonly outcome: KeptMessage['outcome'];
  readonly runId: string | null;
  readonly createdTs: Date;
  readonly expiresTs: Date;
}

/**
 * Until the transaction ends nobody else buffers or takes messages of these addresses: without it a message could be
 * buffered while a run comes to wait for it, and neither would see the other. In one order, so that two runs that
 * wait for the same messages do not wait for each other.
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

/** The run that has waited longest for a message. */
export async function findWaitingRun(db: Queryable, address: MessageAddress): Promise<WaitingRun | undefined> {
  const [row] = await db<WaitingRun>`
    select run_id as "runId", key from subscriptions
    where kind = 'message' and sub_project_id = ${address.subProjectId} and name = ${address.name}
      and correlation_key = ${address.correlationKey}
    order by created_ts, run_id, key limit 1`;
  return row;
}

/** Whether a subscription is still there; the caller holds the run's row. */
export async function isSubscribed(db: Queryable, runId: string, keys: readonly number[]): Promise<boolean> {
  const rows = await db`
    select 1 from subscriptions where run_id = ${runId} and key = any(${keys}::integer[]) limit 1`;
  return rows.length > 0;
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

/** A buffered message has reached its run; one with an id is kept to recognise its next publication. */
export async function markCorrelated(tx: Transaction, message: BufferedMessage, runId: string): Promise<void> {
  if (message.messageId === null) await tx`delete from messages where id = ${message.id}`;
  else await tx`update messages set outcome = 'correlated', run_id = ${runId} where id = ${message.id}`;
}

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
      run_id: message.runId,
      created_ts: message.createdTs,
      expires_ts: message.expiresTs,
    },
  ])}`;
}

/** The message kept under an id; an expired one is forgotten here, so that its id may be used again. */
export async function findKept(
  tx: Transaction,
  address: MessageAddress,
  messageId: string,
): Promise<KeptMessage | undefined> {
  await tx`
    delete from messages where sub_project_id = ${address.subProjectId} and name = ${address.name}
      and correlation_key = ${address.correlationKey} and message_id = ${messageId} and expires_ts <= now()`;
  const [row] = await tx<KeptMessage>`
    select outcome, run_id as "runId" from messages
    where sub_project_id = ${address.subProjectId} and name = ${address.name}
      and correlation_key = ${address.correlationKey} and message_id = ${messageId}`;
  return row;
}
