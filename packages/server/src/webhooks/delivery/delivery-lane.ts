import type { JobHints } from '../../jobs/hints/job-hints.js';
import { newId } from '../../kernel/identifiers.js';
import {
  beat,
  changedSubscriptions,
  forgetWorker,
  hasSubscriptions,
  LOST_AFTER_SECONDS,
  releaseSubscription,
  type TakenSubscription,
  takeSubscriptions,
} from '../records/leases.js';
import { Dispatcher, type DispatcherDeps } from './dispatcher.js';
import { InFlight } from './in-flight.js';

const BEAT_MS = 1000;
/** A worker that could not say for so long that it is alive sends nothing: others may take its subscriptions soon. */
const ALIVE_MS = (LOST_AFTER_SECONDS - 3) * 1000;
/** A subscription whose delivery has ended with an error, or that is suspended, is tried again after so long. */
const AGAIN_MS = 10_000;
const HINT = 'deliveries';

/** Delivers webhooks in a worker. */
export interface DeliveryLane {
  start(): void;
  /** Takes no more, waits for requests under way up to `graceMs` (default 10,000), then cuts them off: they are sent again. */
  stop(graceMs?: number): Promise<void>;
}

export interface DeliveryLaneOptions extends Omit<DispatcherDeps, 'inFlight' | 'isAlive'> {
  readonly hints: Pick<JobHints, 'subscribe'>;
  /** Milliseconds after which a suspended subscription is looked at again. Default 10,000. */
  readonly againMs?: number;
}

export function createDeliveryLane(options: DeliveryLaneOptions): DeliveryLane {
  return new Lane(options);
}

class Lane implements DeliveryLane {
  readonly #options: DeliveryLaneOptions;
  readonly #worker = newId();
  readonly #deps: DispatcherDeps;
  readonly #held = new Map<string, Dispatcher>();
  /** When a subscription may be taken again. */
  readonly #later = new Map<string, number>();
  #beatAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isHinted = false;
  #wake: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: DeliveryLaneOptions) {
    this.#options = options;
    const isAlive = () => performance.now() - this.#beatAt < ALIVE_MS;
    this.#deps = { ...options, inFlight: new InFlight(), isAlive };
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#unsubscribe = this.#options.hints.subscribe((hint) => {
      if (hint !== HINT && hint !== '*' && !hint.startsWith(`${HINT} `)) return;
      this.#held.get(hint.slice(HINT.length + 1))?.poke();
      this.#isHinted = true;
      this.#wake?.();
    });
    this.#ended = this.#loop();
  }

  async stop(graceMs = 10_000): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#unsubscribe?.();
    this.#wake?.();
    await this.#ended;
    const timer = setTimeout(() => {
      for (const dispatcher of this.#held.values()) dispatcher.cut();
    }, graceMs);
    await Promise.all([...this.#held.values()].map((dispatcher) => this.#drop(dispatcher)));
    clearTimeout(timer);
    await forgetWorker(this.#options.db, this.#worker).catch(() => undefined);
  }

  async #loop(): Promise<void> {
    while (this.#isRunning) {
      this.#isHinted = false;
      try {
        await this.#turn();
      } catch (error) {
        this.#options.log.debug({ err: error }, 'webhooks wait for the database');
      }
      await this.#rest();
    }
  }

  #rest(): Promise<void> {
    if (this.#isHinted || !this.#isRunning) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, BEAT_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #turn(): Promise<void> {
    const { db } = this.#options;
    if (this.#held.size === 0 && !(await hasSubscriptions(db))) return;
    const wasAlive = this.#deps.isAlive();
    const begun = performance.now();
    const { workers, subscriptions } = await beat(db, this.#worker);
    this.#beatAt = begun;
    if (!wasAlive) for (const dispatcher of this.#held.values()) dispatcher.wake();
    await this.#dropChanged();
    const share = Math.ceil(subscriptions / workers);
    if (this.#held.size < share) await this.#take(share - this.#held.size);
    else await this.#share(this.#held.size - share);
  }

  async #dropChanged(): Promise<void> {
    if (this.#held.size === 0) return;
    const held = [...this.#held.values()].map(({ subscription: { id, subProjectId, version, fence } }) => ({
      id,
      subProjectId,
      version,
      fence,
    }));
    for (const id of await changedSubscriptions(this.#options.db, this.#worker, held)) {
      const dispatcher = this.#held.get(id);
      // Requests under way may take long; the others go on meanwhile.
      if (dispatcher !== undefined) void this.#drop(dispatcher).then(() => this.#wakeUp());
    }
  }

  /** Leaves some to workers that have fewer. */
  async #share(count: number): Promise<void> {
    for (const dispatcher of [...this.#held.values()].slice(0, count)) void this.#drop(dispatcher);
  }

  async #take(limit: number): Promise<void> {
    const now = performance.now();
    for (const [id, at] of this.#later) if (at <= now) this.#later.delete(id);
    const except = [...this.#later.keys(), ...this.#held.keys()];
    for (const taken of await takeSubscriptions(this.#options.db, this.#worker, limit, except)) this.#begin(taken);
  }

  #begin(subscription: TakenSubscription): void {
    const dispatcher = new Dispatcher(this.#deps, subscription);
    this.#held.set(subscription.id, dispatcher);
    dispatcher.start((retry) => {
      if (!retry) this.#later.set(subscription.id, performance.now() + (this.#options.againMs ?? AGAIN_MS));
      void this.#drop(dispatcher).then(() => this.#wakeUp());
    });
  }

  #wakeUp(): void {
    this.#isHinted = true;
    this.#wake?.();
  }

  /** Ends a delivery and lets it be taken, by this worker too. */
  async #drop(dispatcher: Dispatcher): Promise<void> {
    const { id } = dispatcher.subscription;
    await dispatcher.stop();
    if (this.#held.get(id) !== dispatcher) return;
    this.#held.delete(id);
    await releaseSubscription(this.#options.db, dispatcher.subscription).catch((error: unknown) => {
      this.#options.log.debug({ err: error }, 'a subscription could not be released; other workers take it later');
    });
  }
}
