import { Worker } from 'node:worker_threads';

/** Why a thread did not finish a job. */
export type ThreadLimit = 'time' | 'memory' | 'queue';

/** A job was stopped because it took more than it may, or was not begun because too many wait. */
export class ThreadLimitReached extends Error {
  override readonly name = 'ThreadLimitReached';
  constructor(readonly limit: ThreadLimit) {
    super(`a job of a thread reached its limit of ${limit}`);
  }
}

export interface ThreadPoolOptions {
  /** A module that serves jobs with {@link serveJobs}. */
  readonly module: URL;
  /** Threads at the same time; they start with the first jobs. */
  readonly threads: number;
  /** Time of one job from its begin. */
  readonly timeLimitMs: number;
  /** JavaScript heap of one thread. */
  readonly maximumMemoryMb: number;
  /** Jobs that may wait. */
  readonly longestQueue: number;
  /** A thread without work ends after this time and gives its memory back. */
  readonly idleMs: number;
}

/** An answer as the thread sends it. */
export type ThreadAnswer<Answer> = { readonly value: Answer } | { readonly error: Error };

interface Task<Job, Answer> {
  readonly job: Job;
  readonly heavy: boolean;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Slot<Job, Answer> {
  readonly worker: Worker;
  task: Task<Job, Answer> | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs jobs in threads, so that the event loop stays free for requests, within limits of time and memory. Heavy jobs run
 * one at a time: with two threads the others never wait for one.
 */
export class ThreadPool<Job, Answer> {
  readonly #options: ThreadPoolOptions;
  readonly #slots = new Set<Slot<Job, Answer>>();
  #queue: Task<Job, Answer>[] = [];
  #closed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** @throws ThreadLimitReached, or what the job threw */
  run(job: Job, { heavy }: { readonly heavy: boolean }): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('the threads are closed'));
      if (this.#queue.length >= this.#options.longestQueue) return reject(new ThreadLimitReached('queue'));
      this.#queue.push({ job, heavy, resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads; jobs that are not done fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(new Error('the threads are closed'));
    await Promise.all([...this.#slots].map((slot) => this.#end(slot, new Error('the threads are closed'))));
  }

  #next(): void {
    const slots = [...this.#slots];
    const heavyRuns = slots.some(({ task }) => task?.heavy === true);
    const index = this.#queue.findIndex(({ heavy }) => !(heavy && heavyRuns));
    if (index < 0) return;
    const idle = slots.find(({ task }) => task === undefined);
    if (idle === undefined && slots.length >= this.#options.threads) return;
    const [task] = this.#queue.splice(index, 1);
    if (task === undefined) return;
    this.#begin(idle ?? this.#open(), task);
    this.#next();
  }

  #open(): Slot<Job, Answer> {
    const worker = new Worker(this.#options.module, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.maximumMemoryMb },
    });
    const slot: Slot<Job, Answer> = { worker, task: undefined, timer: undefined };
    worker.on('message', (answer: ThreadAnswer<Answer>) => this.#done(slot, answer));
    worker.on('messageerror', (error) => void this.#end(slot, error));
    worker.on(
      'error',
      (error) => void this.#end(slot, isOutOfMemory(error) ? new ThreadLimitReached('memory') : error),
    );
    worker.on('exit', () => void this.#end(slot, new Error('a thread ended in the middle of a job')));
    worker.unref();
    this.#slots.add(slot);
    return slot;
  }

  #begin(slot: Slot<Job, Answer>, task: Task<Job, Answer>): void {
    clearTimeout(slot.timer);
    slot.task = task;
    slot.timer = setTimeout(() => void this.#end(slot, new ThreadLimitReached('time')), this.#options.timeLimitMs);
    try {
      slot.worker.postMessage(task.job);
    } catch (error) {
      this.#done(slot, { error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #done(slot: Slot<Job, Answer>, answer: ThreadAnswer<Answer>): void {
    const { task } = slot;
    clearTimeout(slot.timer);
    slot.task = undefined;
    slot.timer = setTimeout(() => void this.#end(slot, new Error('idle')), this.#options.idleMs).unref();
    if ('value' in answer) task?.resolve(answer.value);
    else task?.reject(answer.error);
    this.#next();
  }

  async #end(slot: Slot<Job, Answer>, error: Error): Promise<void> {
    if (!this.#slots.delete(slot)) return;
    clearTimeout(slot.timer);
    slot.task?.reject(error);
    if (!this.#closed) this.#next();
    await slot.worker.terminate();
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
