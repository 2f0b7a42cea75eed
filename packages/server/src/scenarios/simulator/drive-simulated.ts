import {
  type Command,
  CommandRejected,
  type ModelResolver,
  type RunState,
  type RunStatus,
  step,
  type Variables,
} from '@millrace/engine';
import type { NewJob } from '../../jobs/records/job.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { answerDecision } from '../../workflows/decisions/answer-decision.js';
import type { NewSubscription } from '../../workflows/records/subscriptions.js';
import {
  type InternalJob,
  LONGEST_CHAIN,
  type PostponedUpdate,
  tooManyUpdates,
  UPDATES_PER_TRANSACTION,
} from '../../workflows/run/drive-run.js';
import { processVariable } from '../../workflows/run/process-variable.js';
import { EVENT, publishedEvent } from '../../workflows/run/publish-event.js';
import { answerCall } from '../../workflows/run/resolve-call.js';
import type { RunChanges } from '../../workflows/run/run-changes.js';
import { answerUpdate } from '../../workflows/run/update-process.js';
import type { FolderDecisions } from './folder-decisions.js';
import type { FolderModels } from './folder-models.js';

/** What the steps of one transaction read and change outside the run. */
export interface Surroundings {
  readonly models: FolderModels;
  readonly modelsById: ModelResolver;
  readonly decisions: FolderDecisions;
  readonly calendars: SubProject['calendars'];
  readonly now: number;
  process: ProcessRow;
  /** Counts a step of the engine. @throws Error when the scenario has taken too many */
  countStep(): void;
  /** Changes the process. @throws CatalogueError for updates that the configuration does not allow */
  changeProcess(updates: Readonly<Record<string, unknown>>): ProcessRow;
  /** Takes the oldest kept message for one of the waits, if there is one. */
  takeMessage(waits: Iterable<NewSubscription>): Extract<Command, { type: 'correlateMessage' }> | undefined;
  /** A call of the run found its model. */
  called(key: number, modelId: string): void;
}

/** Persons who can vote: more than any quorum. A folder does not say who has which roles. */
const ENOUGH = 50;

/** The run after its steps. */
export interface Driven {
  readonly state: RunState;
  readonly status: RunStatus;
  /** Process updates that the transaction left for the next one. */
  readonly postponed: readonly PostponedUpdate[];
}

/**
 * Steps the engine until nothing internal is left to do, as `workflows/run/drive-run.ts` does in a transaction.
 *
 * @throws CommandRejected when the command does not fit the state; nothing has changed then
 */
export async function driveSimulated(
  around: Surroundings,
  changes: RunChanges,
  before: RunState | null,
  command: Command | PostponedUpdate,
): Promise<Driven> {
  const queue: Command[] = [];
  let state = before;
  let status: RunStatus | undefined;
  let updates = 0;
  const chain = 'type' in command ? 0 : command.chains.updates;

  const take = (next: Command): void => {
    around.countStep();
    const { modelsById: models, decisions, calendars, now, process } = around;
    const input = { models, decisions: decisions.byId, calendars, state, command: next, now };
    const result = step({ ...input, process: processVariable(process) });
    state = result.state;
    status = result.status;
    for (const effect of result.effects) {
      changes.apply(effect);
      if (effect.type === 'resolveVoters') queue.push({ type: 'votersResolved', key: effect.key, possible: ENOUGH });
      if (effect.type === 'resolveDecision') queue.push(answerDecision(effect, decisions.resolve(effect)));
      if (effect.type === 'decisionEvaluated') {
        const { key, number } = decisions.entryOf(effect.modelId);
        changes.decided(effect, { key, number, at: now, scopeKey: 0 });
      }
      if (effect.type !== 'resolveCall') continue;
      const modelId = around.models.resolve(effect);
      if (modelId !== undefined) around.called(effect.key, modelId);
      queue.push(answerCall(effect, modelId));
    }
  };
  const takeInternal = (next: Command): void => {
    try {
      take(next);
    } catch (error) {
      // A later command may have cancelled what an earlier one asked for.
      if (!(error instanceof CommandRejected)) throw error;
    }
  };
  const update = async (key: number, input: Variables): Promise<void> => {
    const { process } = around;
    const answer = await answerUpdate({ process, key, input: { ...input } }, async (given) =>
      around.changeProcess(given),
    );
    takeInternal(answer.command);
    if (answer.process.version !== process.version) queue.push({ type: 'evaluateConditions' });
  };
  const publish = (job: InternalJob): void => {
    const published = publishedEvent(job);
    if ('event' in published) {
      changes.published.push(published.event);
      takeInternal({ type: 'completeJob', key: job.key, variables: {} });
    } else takeInternal({ type: 'failJob', key: job.key, message: published.problem, retries: 0 });
  };
  const doInternal = async (job: InternalJob): Promise<void> => {
    updates += 1;
    if (chain > LONGEST_CHAIN) takeInternal(tooManyUpdates(job.key));
    else if (job.jobType === EVENT) publish(job);
    else await update(job.key, job.input);
  };
  const openUpdate = (): NewJob | undefined => [...changes.jobs.values()].find(({ kind }) => kind === 'update');

  if ('type' in command) take(command);
  else await doInternal(command);
  for (;;) {
    const next = queue.shift() ?? around.takeMessage(changes.subscriptions.values());
    const open = next === undefined && updates < UPDATES_PER_TRANSACTION ? openUpdate() : undefined;
    if (next !== undefined) takeInternal(next);
    else if (open !== undefined) await doInternal(internalJob(open));
    else break;
  }
  if (state === null || status === undefined) throw new Error('a run was driven without a step');
  const postponed = [...changes.jobs.values()].flatMap((job) =>
    job.kind === 'update' ? [{ ...internalJob(job), chains: { updates: chain + 1, decisions: 0 } }] : [],
  );
  return { state, status, postponed };
}

const internalJob = ({ elementKey: key, type: jobType, elementId, headers, payload }: NewJob): InternalJob => ({
  key,
  jobType,
  elementId,
  headers: headers ?? {},
  input: { ...payload },
});
