import type { Command, Variables } from '@millrace/engine';
import type { NewSubscription } from '../../workflows/records/subscriptions.js';

/** A message that a step published or a run threw. */
export interface PublishedMessage {
  readonly name: string;
  /** The empty key correlates with no run. */
  readonly correlationKey: string;
  readonly variables: Variables;
  readonly timeToLiveMs: number;
}

interface KeptMessage extends PublishedMessage {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Messages for which no run waited when they came, the oldest first. */
export class MessageBuffer {
  #kept: KeptMessage[] = [];

  keep(message: PublishedMessage, expiresAt: number): void {
    this.#kept.push({ ...message, expiresAt });
  }

  /** Hands each message to the first wait for its name and key. */
  takerFor(now: number) {
    return (waits: Iterable<NewSubscription>): Extract<Command, { type: 'correlateMessage' }> | undefined => {
      this.#kept = this.#kept.filter(({ expiresAt }) => expiresAt > now);
      const open = [...waits].filter(({ kind, correlationKey }) => kind === 'message' && correlationKey !== '');
      for (const message of this.#kept) {
        const wait = open.find(
          ({ name, correlationKey }) => name === message.name && correlationKey === message.correlationKey,
        );
        if (wait === undefined) continue;
        this.#kept = this.#kept.filter((one) => one !== message);
        return { type: 'correlateMessage', key: wait.key, variables: message.variables };
      }
      return undefined;
    };
  }
}
