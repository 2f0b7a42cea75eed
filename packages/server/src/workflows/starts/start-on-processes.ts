import { type LeasedJob, newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { keepProcess } from '../../processes/records/processes/find-process.js';
import { listProcessesInStages } from '../../processes/records/processes/processes-in-stages.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { findSignalVariables } from '../records/signals.js';
import { partOf, partPayload } from '../records/start-subscriptions.js';
import type { RunDeps } from '../run/run-deps.js';
import { startByEvent } from './start-by-event.js';

/** How many processes one transaction stores jobs for. */
const BATCH = 500;

/**
 * A timer or signal start event was triggered. A run needs a process, and such an event names none, so the workflow starts
 * on every process that is in one of its stages at that moment. A job without a process goes through these processes in
 * batches and stores one job for each. A job with a process starts the run there. Each job is a transaction of its own.
 */
export async function startOnProcesses(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
): Promise<void> {
  const workflow = subProject.workflows.find((candidate) => candidate.definitionId === job.definitionId);
  if (workflow === undefined) return;
  if (job.processId === null) {
    const after = typeof job.payload.after === 'string' ? job.payload.after : undefined;
    return storeStarts(tx, job, workflow.stageKeys, after, deps.now());
  }
  const process = await keepProcess(tx, subProject.id, job.processId);
  if (process === undefined || !workflow.stageKeys.includes(process.stageKey)) return;
  const variables = job.signalId === null ? {} : await findSignalVariables(tx, subProject.id, job.signalId);
  const event = {
    actor: { principal: systemPrincipal, traceId: job.id },
    subProject,
    variables: variables ?? {},
  };
  const start = { definitionId: workflow.definitionId, elementId: job.elementId, part: partOf(job.payload) };
  await startByEvent(tx, deps, event, { ...start, process });
}

async function storeStarts(
  tx: Transaction,
  job: LeasedJob,
  stageKeys: readonly string[],
  after: string | undefined,
  now: number,
): Promise<void> {
  const ids = await listProcessesInStages(tx, job.subProjectId, stageKeys, { after, limit: BATCH });
  const { subProjectId, definitionId, elementId, signalId } = job;
  const start = { subProjectId, definitionId, elementId, signalId, kind: 'start', lane: 'engine' } as const;
  const dueTs = new Date(now);
  const payload = partPayload(partOf(job.payload));
  const jobs = ids.map((processId) => newJob({ ...start, id: newId(), processId, dueTs, payload }));
  const last = ids.at(-1);
  if (last !== undefined && ids.length === BATCH)
    jobs.push(newJob({ ...start, payload: { ...payload, after: last }, dueTs }));
  await storeJobs(tx, jobs, now);
}
