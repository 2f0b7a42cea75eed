import { ExpressionError, type ServerStart, startTimerDue } from '@millrace/engine';
import type { NewJob } from '../../jobs/records/job.js';
import { endSchedules, scheduledDefinitions, storeJobs } from '../../jobs/records/store-jobs.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { replaceStartSubscriptions, type StartSubscription } from '../records/start-subscriptions.js';
import type { RunDeps } from '../run/run-deps.js';
import { scheduleJob } from './fire-schedule.js';

/**
 * A version of a sub-project was deployed: from its commit on, the events of its definitions start workflows. The timer of
 * a definition that stays is not changed; the timers of the others end.
 *
 * @throws CatalogueError 1232 when a timer start event gives no date, duration or cycle
 */
export async function registerStarts(
  tx: Transaction,
  deps: Pick<RunDeps, 'definitions' | 'now'>,
  subProject: SubProject,
): Promise<void> {
  const subscriptions: StartSubscription[] = [];
  const timers: NewJob[] = [];
  const scheduled = await scheduledDefinitions(tx, subProject.id);
  for (const { id: workflowId, definitionId } of subProject.workflows) {
    const model = (await deps.definitions.load(tx, subProject.id, [definitionId])).get(definitionId);
    const common = { subProjectId: subProject.id, definitionId };
    for (const start of model?.starts ?? []) {
      if (start.kind !== 'timer') {
        const { elementId, part, kind, name } = start;
        subscriptions.push({ ...common, workflowId, elementId, part, kind, name });
      } else if (!scheduled.has(definitionId)) {
        timers.push(...scheduleOf(start, common, deps.now(), subProject));
      }
    }
  }
  await replaceStartSubscriptions(tx, subProject.id, subscriptions);
  await endSchedules(
    tx,
    subProject.id,
    subProject.workflows.map((workflow) => workflow.definitionId),
  );
  await storeJobs(tx, timers, deps.now());
}

function scheduleOf(
  start: Extract<ServerStart, { kind: 'timer' }>,
  common: { readonly subProjectId: string; readonly definitionId: string },
  now: number,
  { calendars }: SubProject,
): readonly NewJob[] {
  const { elementId, part } = start;
  try {
    const due = startTimerDue(start, now, undefined, calendars);
    return due === null ? [] : [scheduleJob({ ...common, elementId }, part, due)];
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalidValue(`The timer start event ${elementId} cannot be scheduled: ${error.message}`);
  }
}
