import type { Command } from '@millrace/engine';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { findBuffered, lockAddresses, markCorrelated } from '../records/messages.js';
import type { RunIdentity } from '../records/run-identity.js';
import type { SubscriptionToStore } from '../records/subscriptions.js';

/** Messages that were there before the run came to wait for them, for one transaction of a run. */
export class BufferedMessages {
  /** Nothing is buffered for these, and nothing can come while this transaction holds their addresses. */
  private readonly exhausted = new Set<number>();

  constructor(
    private readonly tx: Transaction,
    private readonly run: RunIdentity,
    /** Comes before the first message is taken. */
    private readonly beforeTaking: () => Promise<void>,
  ) {}

  /** Takes the oldest message that fits one of the new subscriptions; undefined when there is none. */
  async next(subscriptions: Iterable<SubscriptionToStore>): Promise<Command | undefined> {
    const wanted = this.wantedOf(subscriptions);
    if (wanted.length === 0) return undefined;
    const { subProjectId } = this.run;
    await lockAddresses(
      this.tx,
      wanted.map(({ name, correlationKey }) => ({ subProjectId, name, correlationKey })),
    );
    const message = await findBuffered(this.tx, subProjectId, wanted);
    if (message === undefined) {
      for (const { key } of wanted) this.exhausted.add(key);
      return undefined;
    }
    await this.beforeTaking();
    await markCorrelated(this.tx, message, this.run.id);
    return { type: 'correlateMessage', key: message.key, variables: message.variables };
  }

  private wantedOf(subscriptions: Iterable<SubscriptionToStore>) {
    const wanted = [];
    for (const { key, kind, name, correlation_key: correlationKey } of subscriptions) {
      if (kind !== 'message' || name === null || correlationKey === null || this.exhausted.has(key)) continue;
      wanted.push({ key, name, correlationKey });
    }
    return wanted;
  }
}

/** Forgets messages whose time is over. Bounded per call. */
export async function forgetExpiredMessages(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from messages where id in (
      select id from messages where expires_ts <= now() order by expires_ts limit ${limit} for update skip locked)`;
  return count;
}
