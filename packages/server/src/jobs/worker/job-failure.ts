import type { HandledJob, JobContext, JobResult } from './job-handler.js';

/** A reason no further attempt can do away with: the job becomes an incident at once. The message is for people. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** A reason that may be gone at the next attempt. The message is for people and holds no secrets. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
}

type Run = (job: HandledJob, context: JobContext) => Promise<JobResult>;

/** Turns the two failures a handler raises on purpose into results; any other error stays one. */
export const withFailures =
  (run: Run): Run =>
  async (job, context) => {
    try {
      return await run(job, context);
    } catch (error) {
      if (error instanceof PermanentFailure) return { outcome: 'failed', message: error.message, permanent: true };
      if (error instanceof TemporaryFailure) return { outcome: 'failed', message: error.message };
      throw error;
    }
  };
