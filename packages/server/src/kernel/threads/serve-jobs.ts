import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from './thread-pool.js';

/** Answers the jobs of a pool, in a module that is its thread. */
export function serveJobs<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  const answer = (message: ThreadAnswer<Answer>): void => parentPort?.postMessage(message);
  parentPort?.on('message', async (job: Job) => {
    try {
      answer({ value: await work(job) });
    } catch (error) {
      answer({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  });
}
