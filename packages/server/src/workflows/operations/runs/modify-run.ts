import { type Operations, operations, type RequestOf } from '@millrace/contract';
import { type Command, compareRuns, type RunDifference, type RunState, statusOf } from '@millrace/engine';
import { invalidMember } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { RunId } from '../../run/advance-run.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

type Request = RequestOf<Operations['modifyRun']>;
type Modification = Extract<Command, { type: 'modify' }>;

/** Rolls the transaction of a dry run back, with everything that it did. */
class DryRunDone extends Error {
  override readonly name = 'DryRunDone';
  readonly runId: RunId;
  readonly changes: RunDifference;

  constructor(runId: RunId, changes: RunDifference) {
    super();
    this.runId = runId;
    this.changes = changes;
  }
}

/**
 * Activates and terminates elements of a run, all together or not at all. A dry run does the same and rolls it back, so its answer
 * is exact, also for called processes and for updates of the process.
 *
 * @throws CatalogueError as {@link operateRun}, 1200 for an instruction that names no instance, or names one twice
 */
export const modifyRun =
  (deps: WorkflowDeps): UseCase<'modifyRun'> =>
  async (caller, request) => {
    const command = commandOf(request);
    const dryRun = request.dryRun === true;
    let changes: RunDifference = { begun: [], ended: [], opened: [], closed: [] };
    const note = (id: string, before: RunState, after: RunState): void => {
      changes = compareRuns(before, after);
      if (dryRun) throw new DryRunDone({ id, state: statusOf(after) }, changes);
    };
    try {
      const { runId } = await operateRun(
        deps,
        caller,
        operations.modifyRun,
        request,
        async () => ({ command, action: 'run.modify', after: summaryOf(command) }),
        async (_tx, run, after) => note(run.id, run.state, after),
      );
      return { runId, dryRun, changes: present(changes) };
    } catch (error) {
      if (!(error instanceof DryRunDone)) throw error;
      return { runId: error.runId, dryRun, changes: present(error.changes) };
    }
  };

function commandOf({ activate = [], terminate = [], move = [] }: Request): Modification {
  return {
    type: 'modify',
    activate: activate.map(({ elementId, ancestorKey, variableInstructions }) => ({
      elementId,
      ...(ancestorKey === undefined ? {} : { ancestorKey }),
      ...variablesOf(variableInstructions),
    })),
    terminate: terminate.map((ref, at) => refOf(ref, `/terminate/${at}`)),
    move: move.map((ref, at) => ({
      ...refOf(ref, `/move/${at}`),
      toElementId: ref.toElementId,
      ...variablesOf(ref.variableInstructions),
    })),
  };
}

/** @throws CatalogueError 1200 unless exactly one of the two is given */
function refOf({ key, elementId }: { readonly key?: number; readonly elementId?: string }, pointer: string) {
  if (key !== undefined && elementId === undefined) return { key };
  if (elementId !== undefined && key === undefined) return { elementId };
  throw invalidMember(pointer, 'Name the element instance either by "key" or by "elementId".');
}

type Instructions = NonNullable<NonNullable<Request['activate']>[number]['variableInstructions']>;

const variablesOf = (given: Instructions | undefined) =>
  given === undefined
    ? {}
    : {
        variableInstructions: given.map(({ variables, scopeId }) => ({
          variables: { ...variables },
          ...(scopeId === undefined ? {} : { scopeId }),
        })),
      };

/** What the audit row shows: the instructions with the names of their variables, not the values. */
const summaryOf = ({ activate, terminate, move }: Modification): object => ({
  activate: activate?.map(({ variableInstructions, ...rest }) => ({ ...rest, ...namesOf(variableInstructions) })),
  terminate,
  move: move?.map(({ variableInstructions, ...rest }) => ({ ...rest, ...namesOf(variableInstructions) })),
});

const namesOf = (given: readonly { readonly variables: object }[] | undefined) =>
  given === undefined ? {} : { variables: given.flatMap(({ variables }) => Object.keys(variables)) };

const present = ({ begun, ended, opened, closed }: RunDifference) => ({
  begun: [...begun],
  ended: [...ended],
  opened: opened.map(({ kind, elementId }) => ({ kind, elementId })),
  closed: closed.map(({ kind, elementId }) => ({ kind, elementId })),
});
