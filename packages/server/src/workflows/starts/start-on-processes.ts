import { type LeasedJob, newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import { listProcessesInStages } from '../../processes/records/processes/processes-in-stages.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { systemPrincipal } from '../../use-case/caller.js';
import type { RunDeps } from '../run/run-deps.js';
import { findSignalVariables } from '../signals/fan-out-signal.js';
import { startByEvent } from './start-by-event.js';

/** Processes that one transaction stores starts for. */
const BATCH = 500;

/**
 * A timer or signal start event triggered. A run needs a process, and such an event names none, so the workflow starts on
 * every process that stands in one of its stages at that moment. Without a process this job walks over them in batches
 * and stores one job for each; with one it starts the run there, each in its own transaction.
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
  const process = await findProcess(tx, subProject.id, job.processId);
  if (process === undefined || !workflow.stageKeys.includes(process.stageKey)) return;
  const variables = job.signalId === null ? {} : await findSignalVariables(tx, job.signalId);
  const event = {
    actor: { principal: systemPrincipal, traceId: job.id },
    subProject,
    variables: variables ?? {},
  };
  await startByEvent(tx, deps, event, { definitionId: workflow.definitionId, elementId: job.elementId, process });
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
  const jobs = ids.map((processId) => newJob({ ...start, id: newId(), processId, dueTs }));
  const last = ids.at(-1);
  if (last !== undefined && ids.length === BATCH) jobs.push(newJob({ ...start, payload: { after: last }, dueTs }));
  await storeJobs(tx, jobs, now);
}
