import { CommandRejected } from '@millrace/engine';
import { appendAudit } from '../../audit/records/append.js';
import { type LeasedJob, newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { keepProcess } from '../../processes/records/processes/find-process.js';
import type { RungAction } from '../../sub-projects/configuration/sla-rule.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import { deliverMessage } from '../messages/deliver-message.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../records/messages.js';
import { startRun } from '../run/advance-run.js';
import type { RunDeps } from '../run/run-deps.js';
import { handOn, rejectOverdue } from './overdue-task.js';
import { type ReachedRung, RungRefused, type RungWork } from './reached-rung.js';

/**
 * Does the first thing that a clock has to be done (D183), as the system, and stores the job of the next: the first job is stored with the rung,
 * and each is closed with its work, so everything happens once and in order. What does not fit any more is left undone, with a row of the audit log that says why.
 */
export async function actOnRung(tx: Transaction, deps: RunDeps, job: LeasedJob, subProject: SubProject): Promise<void> {
  const process = await keepProcess(tx, subProject.id, job.processId ?? '');
  // The payload is what the projection of clocks stored.
  const [rung, ...rest] = job.payload.steps as readonly (ReachedRung & { readonly action: RungAction })[];
  if (process === undefined || rung === undefined) return;
  if (rest.length > 0) {
    const { subProjectId, processId, kind, lane } = job;
    const now = deps.now();
    await storeJobs(
      tx,
      [newJob({ subProjectId, processId, kind, lane, dueTs: new Date(now), payload: { steps: rest } })],
      now,
    );
  }
  const actor: Actor = { principal: systemPrincipal, traceId: job.id };
  const work = { tx, deps, actor, subProject, process, rung };
  try {
    if (deps.hold !== undefined) throw new RungRefused(deps.hold);
    await tx.savepoint(() => perform(work, rung.action));
  } catch (error) {
    const isRefusal =
      error instanceof RungRefused || error instanceof CommandRejected || error instanceof CatalogueError;
    if (!isRefusal) throw error;
    const { clock, rung: name, taskId, action } = rung;
    deps.log.warn(
      { subProjectId: subProject.id, processId: process.id, clock, rung: name, reason: error.message },
      'a rung could not do what it was to do',
    );
    const { id: subProjectId } = subProject;
    const about = {
      subProjectId,
      subjectType: 'process',
      subjectId: process.id,
      processId: process.id,
      before: null,
    } as const;
    const after = { clock, rung: name, taskId, action: action.kind, reason: error.message };
    await appendAudit(tx, actor, [{ action: 'clock.fail', ...about, after }]);
  }
}

async function perform(work: RungWork, action: RungAction): Promise<void> {
  switch (action.kind) {
    case 'assign':
      return handOn(work, action);
    case 'reject':
      return rejectOverdue(work);
    case 'message':
      return sendMessage(work, action);
    case 'run':
      return startWorkflow(work, action.workflow);
  }
}

async function sendMessage(
  { tx, deps, actor, subProject, process, rung }: RungWork,
  { name, field }: Extract<RungAction, { kind: 'message' }>,
): Promise<void> {
  const value = field === null ? process.id : process.fields[field];
  if (value === undefined || value === null) throw new RungRefused(`the field ${field} has no value to correlate by`);
  const correlationKey = typeof value === 'string' ? value : JSON.stringify(value);
  const { status, runId } = await deliverMessage(tx, deps, {
    actor,
    subProject,
    name,
    correlationKey,
    messageId: undefined,
    timeToLiveMs: DEFAULT_TIME_TO_LIVE_MS,
    variables: { clock: rungVariable(rung) },
    process,
  });
  await appendAudit(tx, actor, [
    {
      action: 'message.publish',
      subProjectId: subProject.id,
      subjectType: 'subProject',
      subjectId: subProject.id,
      processId: process.id,
      before: null,
      after: { name, correlationKey, status, runId: runId?.id ?? null, clock: rung.clock, rung: rung.rung },
    },
  ]);
}

async function startWorkflow({ tx, deps, actor, subProject, process, rung }: RungWork, key: string): Promise<void> {
  const workflow = subProject.workflows.find((candidate) => candidate.key === key);
  if (workflow === undefined) throw new RungRefused(`there is no workflow ${key} any more`);
  const stageKey = workflow.stageKeys.includes(process.stageKey) ? process.stageKey : workflow.stageKeys[0];
  await startRun(tx, deps, {
    actor,
    subProject,
    run: { id: newId(), subProjectId: subProject.id, workflowId: workflow.id, processId: process.id },
    definitionId: workflow.definitionId,
    stageKey: stageKey ?? process.stageKey,
    process,
    command: {
      type: 'start',
      modelId: workflow.definitionId,
      variables: { otherDetails: {}, clock: rungVariable(rung) },
    },
  });
}

/** What the diagram hears of the clock. */
const rungVariable = ({ clock: key, name, rung, at, taskId }: ReachedRung) => ({ key, name, rung, at, taskId });
