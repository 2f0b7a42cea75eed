import { operations, type ResponseOf } from '@millrace/contract';
import { modelsOf } from '@millrace/engine';
import { listedFor } from '../../../access/authorize.js';
import { only } from '../../../access/role.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { type Transaction, transaction } from '../../../postgres/database.js';
import { findProcess } from '../../../processes/records/processes/find-process.js';
import { enterProcess } from '../../../processes/records/visibility/enter-process.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { Caller, UseCase } from '../../../use-case/caller.js';
import { inboxScope } from '../../inbox/inbox-scopes.js';
import { findTask } from '../../records/tasks/find-tasks.js';
import { driveRun } from '../../run/drive-run.js';
import { mapRejections } from '../../run/map-rejections.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { checkDecision } from '../../tasks/decide-task.js';
import { describeEffects } from '../../tasks/preview-effects.js';
import { unknownTask } from '../../tasks/task-access.js';
import { FormValidator } from '../../tasks/task-form.js';

type Preview = ResponseOf<typeof operations.previewDecision>;

/** Ends a transaction whose work must not be kept. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';

  constructor(readonly preview: Preview) {
    super('a preview is never kept');
  }
}

/**
 * Takes the steps that a decision would take, with the checks of the decision, in a transaction that is rolled back: the process
 * changes as it would, so that later steps see it, and nothing remains. Jobs and signals are told, not carried out.
 *
 * @throws CatalogueError as resumeWorkflowRunsApi
 */
export const previewDecision = (deps: WorkflowDeps): UseCase<'previewDecision'> => {
  const forms = new FormValidator();
  return async (caller, request) => {
    const { subProjectId, taskId, approved, payload, comment } = request;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.previewDecision);
    try {
      return await transaction(deps.db, async (tx): Promise<Preview> => {
        const found = await findTask(tx, { subProjectId: subProject.id, id: taskId }, rowCondition(subProject, access));
        if (found === undefined) throw unknownTask(taskId);
        const { runId } = found;
        const decision = {
          caller,
          subProject,
          access,
          runId,
          taskId: found.id,
          approved,
          payload,
          comment,
        };
        const { run, process: before, command } = await checkDecision(tx, deps, forms, decision);
        const visible = await visibleFields(tx, subProject, caller, run.processId);
        const { state, status, changes } = await mapRejections(() =>
          driveRun(tx, deps, {
            actor: caller,
            subProject,
            run,
            state: run.state,
            process: before,
            isProcessLocked: true,
            command,
            now: deps.now(),
          }),
        );
        const modelIds = [...new Set([...modelsOf(run.state), ...modelsOf(state)])];
        const models = await deps.definitions.load(tx, subProject.id, modelIds);
        const nameOf = (elementId: string) =>
          modelIds
            .map((id) => models.get(id)?.nodeById.get(elementId)?.name)
            .find((name) => typeof name === 'string' && name !== '') ?? undefined;
        const after = await processOf(tx, run);
        throw new RolledBack({
          runId: { id: run.id, state: status },
          ...describeEffects({ changes, status, before, after, visible, nameOf }),
        });
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.preview;
      throw error;
    }
  };
};

async function processOf(tx: Transaction, run: { readonly subProjectId: string; readonly processId: string }) {
  const process = await findProcess(tx, run.subProjectId, run.processId);
  if (process === undefined) throw new Error(`the process ${run.processId} does not exist`);
  return process;
}

/** Those of getProcess; none where the scopes of the token leave out processes. */
async function visibleFields(tx: Transaction, subProject: SubProject, caller: Caller, processId: string) {
  const access = inboxScope(subProject, caller)?.processes;
  if (access === undefined) return only([]);
  const { roles } = await enterProcess(tx, subProject, access, processId, {
    unknown: { id: errorIds.processNotFound },
    outside: errorIds.outsideRowFilter,
  });
  return listedFor(access, roles, (role) => role.read);
}
