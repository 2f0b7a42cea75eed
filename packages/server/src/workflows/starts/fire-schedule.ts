import { type Due, startTimerDue } from '@millrace/engine';
import { type LeasedJob, newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { partOf, partPayload } from '../records/start-subscriptions.js';
import type { RunDeps } from '../run/run-deps.js';

/**
 * A timer start event is due: stores the job that starts its workflow, and the job of the next firing. Firings that an
 * outage delayed happen once.
 */
export async function fireSchedule(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
): Promise<void> {
  const { definitionId, elementId, subProjectId } = job;
  // A deployment may have ended this schedule while a worker had the job.
  if (definitionId === null || !subProject.workflows.some((flow) => flow.definitionId === definitionId)) return;
  const model = (await deps.definitions.load(tx, subProjectId, [definitionId])).get(definitionId);
  const part = partOf(job.payload);
  const start = model?.starts.find((candidate) => candidate.elementId === elementId && candidate.part === part);
  if (start?.kind !== 'timer') return;
  const now = deps.now();
  const common = { subProjectId, definitionId, elementId, lane: 'engine' } as const;
  const next = startTimerDue(start, now, dueOf(job), subProject.calendars);
  const jobs = [newJob({ ...common, kind: 'start', dueTs: new Date(now), payload: partPayload(part) })];
  if (next !== null) jobs.push(scheduleJob({ ...common }, part, next));
  await storeJobs(tx, jobs, now);
}

/** The job that waits for one firing. The engine calculates the next one from its payload. */
export const scheduleJob = (
  start: { readonly subProjectId: string; readonly definitionId: string; readonly elementId: string },
  part: number,
  due: Due,
) =>
  newJob({
    ...start,
    lane: 'engine',
    kind: 'schedule',
    dueTs: new Date(due.due),
    payload: { ...due, ...partPayload(part) },
  });

function dueOf(job: LeasedJob): Due {
  const { due, left, every, calendar } = job.payload;
  return {
    due: typeof due === 'number' ? due : job.deadline.getTime(),
    ...(typeof left === 'number' ? { left } : {}),
    ...(typeof every === 'string' ? { every } : {}),
    ...(typeof calendar === 'string' ? { calendar } : {}),
  };
}
