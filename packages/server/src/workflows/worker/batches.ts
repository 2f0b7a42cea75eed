import { AsyncResource } from 'node:async_hooks';
import type { LeasedJob } from '../../jobs/records/job.js';
import type { WorkOutcome } from '../../jobs/worker/run-work.js';

/** The most jobs that are done in one transaction. */
const MOST = 16;
/** Transactions under way at the same time. What is due meanwhile waits for the end of one of them. */
const MOST_UNDER_WAY = 2;

/** `alone`: the job needs a transaction of its own. */
export type BatchOutcome = WorkOutcome | 'alone';

/** Does jobs that have different runs and processes and the same sub-project. It may leave some for the next batch. */
export type DoBatch<Work> = (works: readonly Work[]) => Promise<ReadonlyMap<Work, BatchOutcome>>;

interface Waiting<Work> {
  readonly work: Work;
  readonly done: (outcome: BatchOutcome) => void;
  /** Continues the trace of the job. */
  readonly context: AsyncResource;
}

/** Gathers the jobs that are due at the same time into batches. One that is due while nothing is under way waits for nothing. */
export class Batches<Work extends { readonly job: LeasedJob }> {
  readonly #doBatch: DoBatch<Work>;
  #waiting: readonly Waiting<Work>[] = [];
  #underWay = 0;

  constructor(doBatch: DoBatch<Work>) {
    this.#doBatch = doBatch;
  }

  /** Never rejects: a job is to be done alone when its batch failed. */
  add(work: Work): Promise<BatchOutcome> {
    return new Promise((done) => {
      this.#waiting = [...this.#waiting, { work, done, context: new AsyncResource('Batch') }];
      // Jobs that were leased together come one after the other.
      setImmediate(() => this.#begin());
    });
  }

  #begin(): void {
    while (this.#underWay < MOST_UNDER_WAY) {
      const batch = this.#take();
      const [first] = batch;
      if (first === undefined) return;
      this.#underWay += 1;
      void first.context.runInAsyncScope(() => this.#do(batch));
    }
  }

  async #do(batch: readonly Waiting<Work>[]): Promise<void> {
    const outcomes = await this.#doBatch(batch.map(({ work }) => work)).catch(() => undefined);
    const left: Waiting<Work>[] = [];
    for (const waiting of batch) {
      const outcome = outcomes === undefined ? 'alone' : outcomes.get(waiting.work);
      if (outcome === undefined) left.push(waiting);
      else waiting.done(outcome);
    }
    this.#waiting = [...left, ...this.#waiting];
    this.#underWay -= 1;
    this.#begin();
  }

  #take(): readonly Waiting<Work>[] {
    const taken: Waiting<Work>[] = [];
    const left: Waiting<Work>[] = [];
    const subjects = new Set<string | null>();
    for (const waiting of this.#waiting) {
      const { subProjectId, runId, processId } = waiting.work.job;
      const fits = subProjectId === (taken[0]?.work.job.subProjectId ?? subProjectId);
      if (fits && taken.length < MOST && !subjects.has(runId) && !subjects.has(processId)) taken.push(waiting);
      else left.push(waiting);
      subjects.add(runId).add(processId);
    }
    this.#waiting = left;
    return taken;
  }
}
