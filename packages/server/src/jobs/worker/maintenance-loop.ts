import type { Log } from '../../kernel/log.js';

/** A periodic maintenance task, e.g. deleting what has expired. Several workers may do it at the same time. */
export interface MaintenanceTask {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** Runs each task when it is due, one after another. A task that fails is logged and runs again when it is next due. */
export class MaintenanceLoop {
  readonly #timers = new Set<NodeJS.Timeout>();
  #queue: Promise<void> = Promise.resolve();
  #running = false;

  readonly #tasks: readonly MaintenanceTask[];
  readonly #log: Log;

  constructor(tasks: readonly MaintenanceTask[], log: Log) {
    this.#tasks = tasks;
    this.#log = log;
  }

  start(): void {
    this.#running = true;
    for (const task of this.#tasks) {
      this.#timers.add(setInterval(() => this.#enqueue(task), task.everyMs).unref());
    }
  }

  /** Resolves when the task under way has ended. */
  async stop(): Promise<void> {
    this.#running = false;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
    await this.#queue;
  }

  #enqueue(task: MaintenanceTask): void {
    this.#queue = this.#queue.then(async () => {
      if (!this.#running) return;
      try {
        await task.run();
      } catch (error) {
        this.#log.warn({ err: error, task: task.name }, 'a maintenance task failed; it will be repeated');
      }
    });
  }
}
