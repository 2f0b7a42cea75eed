import type { Log } from '../../kernel/log.js';
import type { LeasedJob } from '../records/job.js';

export interface LaneLoopOptions {
  readonly name: string;
  /** Jobs worked on at the same time. */
  readonly slots: number;
  /** Milliseconds between polls when nothing hints. */
  readonly pollMs: number;
  /** Leases up to `limit` due jobs. */
  readonly lease: (limit: number) => Promise<readonly LeasedJob[]>;
  /** Milliseconds until the next job is due, undefined without any. */
  readonly nextDueIn: () => Promise<number | undefined>;
  /** Works on one job; never rejects. */
  readonly perform: (job: LeasedJob) => Promise<void>;
  readonly log: Log;
}

/** After a failed lease, e.g. while PostgreSQL restarts. */
const PAUSE_MS = 500;
/** How long a lane waits when every job that is due is locked by somebody. */
const LOCKED_REST_MS = 50;

/**
 * Keeps the slots of one lane busy: leases only as many jobs as there are free slots, so a leased job never waits here
 * while its lease runs out, and other workers get the rest.
 */
export class LaneLoop {
  readonly #inFlight = new Set<Promise<void>>();
  #running = false;
  #hinted = false;
  #wakeUp: (() => void) | undefined;
  #ended: Promise<void> = Promise.resolve();

  readonly #options: LaneLoopOptions;

  constructor(options: LaneLoopOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#inFlight.size;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#ended = this.#loop();
  }

  /** Something became due, or a slot became free. */
  wake(): void {
    this.#hinted = true;
    this.#wakeUp?.();
  }

  /** Takes no more work; resolves when the loop itself has ended, with jobs perhaps still in flight. */
  async stop(): Promise<void> {
    this.#running = false;
    this.wake();
    await this.#ended;
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  async #loop(): Promise<void> {
    while (this.#running) {
      this.#hinted = false;
      const free = this.#options.slots - this.#inFlight.size;
      if (free <= 0) await this.#sleep(this.#options.pollMs);
      else if (!(await this.#take(free))) await this.#rest();
    }
  }

  /** Whether as many jobs were due as could be taken: then more may be. */
  async #take(free: number): Promise<boolean> {
    try {
      const jobs = await this.#options.lease(free);
      for (const job of jobs) this.#track(job);
      return jobs.length === free;
    } catch (error) {
      this.#options.log.warn({ err: error, lane: this.#options.name }, 'jobs cannot be leased right now');
      await this.#sleep(PAUSE_MS);
      return false;
    }
  }

  #track(job: LeasedJob): void {
    const work = this.#options.perform(job).finally(() => {
      this.#inFlight.delete(work);
      this.wake();
    });
    this.#inFlight.add(work);
  }

  async #rest(): Promise<void> {
    if (this.#hinted || !this.#running) return;
    const due = await this.#options.nextDueIn().catch(() => undefined);
    // A job that is due and was not leased is locked by a transaction: asking at once would only repeat that.
    const restMs = due !== undefined && due <= 0 ? LOCKED_REST_MS : (due ?? this.#options.pollMs);
    await this.#sleep(Math.min(this.#options.pollMs, restMs));
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#hinted || !this.#running) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wakeUp = undefined;
  }
}
