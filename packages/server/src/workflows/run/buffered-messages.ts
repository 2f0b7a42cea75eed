import type { Command } from '@millrace/engine';
import type { RunKey } from '../../jobs/records/job.js';
import type { Transaction } from '../../postgres/database.js';
import { findBuffered, lockAddresses, markCorrelated } from '../records/messages.js';
import type { NewSubscription } from '../records/subscriptions.js';

/** Messages that were published before the run began to wait for them, for one transaction of a run. */
export class BufferedMessages {
  readonly #tx: Transaction;
  readonly #run: RunKey;
  readonly #beforeTaking: () => Promise<void>;
  /** Subscriptions without a buffered message. None can come while this transaction holds the locks of their addresses. */
  readonly #exhausted = new Set<number>();

  /** @param beforeTaking runs before the first message is taken, which is a write */
  constructor(tx: Transaction, run: RunKey, beforeTaking: () => Promise<void>) {
    this.#tx = tx;
    this.#run = run;
    this.#beforeTaking = beforeTaking;
  }

  /** Takes the oldest message for one of the new subscriptions; undefined when there is none. */
  async next(subscriptions: Iterable<NewSubscription>): Promise<Command | undefined> {
    const wanted = this.#wantedOf(subscriptions);
    if (wanted.length === 0) return undefined;
    const { subProjectId } = this.#run;
    await lockAddresses(
      this.#tx,
      wanted.map(({ name, correlationKey }) => ({ subProjectId, name, correlationKey })),
    );
    const message = await findBuffered(this.#tx, subProjectId, wanted);
    if (message === undefined) {
      for (const { key } of wanted) this.#exhausted.add(key);
      return undefined;
    }
    await this.#beforeTaking();
    await markCorrelated(this.#tx, message, this.#run);
    return { type: 'correlateMessage', key: message.key, variables: message.variables };
  }

  #wantedOf(subscriptions: Iterable<NewSubscription>) {
    const wanted = [];
    for (const { key, kind, name, correlationKey } of subscriptions) {
      if (kind !== 'message' || name === null || correlationKey === null || this.#exhausted.has(key)) continue;
      wanted.push({ key, name, correlationKey });
    }
    return wanted;
  }
}
