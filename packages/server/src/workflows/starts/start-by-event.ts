import type { Variables } from '@millrace/engine';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';
import { findMessageStart } from '../records/start-subscriptions.js';
import { type RunId, startRun } from '../run/advance-run.js';
import type { RunDeps } from '../run/run-deps.js';

/** What triggered a start event. */
export interface StartingEvent {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly variables: Variables;
}

/** Starts the workflow whose start event waits for the message; undefined when there is none. */
export async function startByMessage(
  tx: Transaction,
  deps: RunDeps,
  message: StartingEvent & { readonly name: string },
  process: ProcessRow,
): Promise<RunId | undefined> {
  const start = await findMessageStart(tx, message.subProject.id, message.name);
  if (start === undefined) return undefined;
  return startByEvent(tx, deps, message, { ...start, process });
}

/**
 * Starts a run at a message, signal or timer start event. The run's stage is that of the process if the workflow is
 * configured on it, else the workflow's first stage.
 *
 * @returns undefined when the workflow was changed or retired meanwhile
 * @throws CommandRejected when the diagram cannot be started this way
 */
export async function startByEvent(
  tx: Transaction,
  deps: RunDeps,
  event: StartingEvent,
  start: {
    readonly definitionId: string;
    readonly elementId: string;
    readonly part: number;
    readonly process: ProcessRow;
  },
): Promise<RunId | undefined> {
  const { subProject } = event;
  const { definitionId, elementId, part, process } = start;
  const workflow = subProject.workflows.find((candidate) => candidate.definitionId === definitionId);
  if (workflow === undefined) return undefined;
  const stageKey = workflow.stageKeys.includes(process.stageKey) ? process.stageKey : workflow.stageKeys[0];
  return startRun(tx, deps, {
    actor: event.actor,
    subProject,
    run: { id: newId(), subProjectId: subProject.id, workflowId: workflow.id, processId: process.id },
    definitionId,
    stageKey: stageKey ?? process.stageKey,
    process,
    command: {
      type: 'start',
      modelId: definitionId,
      variables: event.variables,
      startElementId: elementId,
      startPart: part,
    },
  });
}
