import type { Log } from '../../kernel/log.js';

/** Something the house needs now and then, e.g. forgetting what has expired. Several workers may do it at once. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** Does each chore when it is due, one after another; a failed one is logged and comes again in its turn. */
export class ChoreLoop {
  private readonly timers = new Set<NodeJS.Timeout>();
  private queue: Promise<void> = Promise.resolve();
  private running = false;

  constructor(
    private readonly chores: readonly Chore[],
    private readonly log: Log,
  ) {}

  start(): void {
    this.running = true;
    for (const chore of this.chores) {
      this.timers.add(setInterval(() => this.enqueue(chore), chore.everyMs).unref());
    }
  }

  /** Resolves when the chore under way has ended. */
  async stop(): Promise<void> {
    this.running = false;
    for (const timer of this.timers) clearInterval(timer);
    this.timers.clear();
    await this.queue;
  }

  private enqueue(chore: Chore): void {
    this.queue = this.queue.then(async () => {
      if (!this.running) return;
      try {
        await chore.run();
      } catch (error) {
        this.log.warn({ err: error, chore: chore.name }, 'a chore failed; it will be repeated');
      }
    });
  }
}
