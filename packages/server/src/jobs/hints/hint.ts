/** Channel on which a commit hints that work is due; the text is {@link hintOf}'s. */
export const CHANNEL = 'millrace_jobs';

/** What is notified of jobs in the lane `engine`. */
export const ENGINE_HINT = 'engine';

/** Work due further ahead than this is found by the next poll in time, so it is not worth a notification. */
const SOON_MS = 400;

/**
 * What a commit that stores these jobs should notify; each at most once. NOTIFY serialises commits on one lock of the
 * database, so a transaction that stores nothing due now sends nothing.
 */
export function hintsOf(
  jobs: readonly {
    readonly lane: string;
    readonly subProjectId: string;
    readonly type: string;
    readonly dueTs: Date;
  }[],
  now: number,
): readonly string[] {
  const hints = new Set<string>();
  for (const job of jobs) if (job.dueTs.getTime() <= now + SOON_MS) hints.add(hintOf(job));
  return [...hints];
}

/** `engine`, `handler`, or `external <sub-project> <type>`. */
export function hintOf(job: { readonly lane: string; readonly subProjectId: string; readonly type: string }): string {
  // A payload of NOTIFY holds less than 8000 bytes; pollers compare prefixes of the same length.
  return job.lane === 'external' ? `external ${job.subProjectId} ${job.type}`.slice(0, 1000) : job.lane;
}
