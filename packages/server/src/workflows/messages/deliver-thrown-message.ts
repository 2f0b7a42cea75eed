import type { LeasedJob } from '../../jobs/records/job.js';
import type { Transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { systemPrincipal } from '../../use-case/caller.js';
import type { RunDeps } from '../run/run-deps.js';
import { publishMessage } from './deliver-message.js';
import { DEFAULT_TIME_TO_LIVE_MS } from './time-to-live.js';

/**
 * Publishes a message that a run threw. It goes its own way as a job because correlating it locks another run's row, and
 * two runs that send each other messages inside their own transactions would deadlock. What it starts runs on the
 * thrower's process.
 */
export async function deliverThrownMessage(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
): Promise<void> {
  const { name, correlationKey, variables, timeToLiveMs } = job.payload;
  if (typeof name !== 'string') return;
  await publishMessage(tx, deps, {
    actor: { principal: systemPrincipal, traceId: job.runId ?? job.id },
    subProject,
    name,
    correlationKey: typeof correlationKey === 'string' ? correlationKey : '',
    messageId: undefined,
    timeToLiveMs: typeof timeToLiveMs === 'number' ? timeToLiveMs : DEFAULT_TIME_TO_LIVE_MS,
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
    process: await findProcess(tx, job.subProjectId, job.processId ?? ''),
  });
}
