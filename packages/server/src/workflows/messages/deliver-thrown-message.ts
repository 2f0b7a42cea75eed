import type { LeasedJob } from '../../jobs/records/job.js';
import type { Transaction } from '../../postgres/database.js';
import { keepProcess } from '../../processes/records/processes/find-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../records/messages.js';
import type { RunDeps } from '../run/run-deps.js';
import { deliverMessage } from './deliver-message.js';

/**
 * Delivers a message that a run threw. It is a job of its own because correlation locks another run's row: two runs that
 * sent each other messages inside their own transactions would deadlock. A workflow that the message starts runs on the
 * process of the run that threw it.
 */
export async function deliverThrownMessage(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
): Promise<void> {
  const { name, correlationKey, variables, timeToLiveMs } = job.payload;
  if (typeof name !== 'string') return;
  await deliverMessage(tx, deps, {
    actor: { principal: systemPrincipal, traceId: job.runId ?? job.id },
    subProject,
    name,
    correlationKey: typeof correlationKey === 'string' ? correlationKey : '',
    messageId: undefined,
    timeToLiveMs: typeof timeToLiveMs === 'number' ? timeToLiveMs : DEFAULT_TIME_TO_LIVE_MS,
    variables: typeof variables === 'object' && variables !== null ? { ...variables } : {},
    process: await keepProcess(tx, job.subProjectId, job.processId ?? ''),
  });
}
