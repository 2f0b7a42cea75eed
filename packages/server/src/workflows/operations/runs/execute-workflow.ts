import { operations } from '@millrace/contract';
import { outsideRowFilter } from '../../../kernel/errors/access-errors.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { newId } from '../../../kernel/identifiers.js';
import { enterProcess } from '../../../processes/records/visibility/enter-process.js';
import { requireVersionId, writingWork } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { startRun } from '../../run/advance-run.js';
import { mapRejections } from '../../run/map-rejections.js';
import { accessToWorkflow } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { workflowAt } from '../../starts/workflow-at.js';

/**
 * Starts a run on a process and advances it until it waits for external work or ends (D22). `stageKey` names a stage that
 * the workflow is configured on; the process may be in another stage.
 *
 * @throws CatalogueError 1202, 1209 (role, also when its `call` list does not have the workflow), 1239 for an unknown
 * process, 1200 (404) for an unknown stage or a workflow that is not configured on it, 1210, 1009
 */
export const executeWorkflow =
  (deps: WorkflowDeps): UseCase<'executeWorkflow'> =>
  (caller, request) =>
    writingWork(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.executeWorkflow,
      ({ subProject, access, write }) =>
        write(async (tx) => {
          const { processId, stageKey } = request;
          const { process, roles, versionId } = await enterProcess(tx, subProject, access, processId, {
            unknown: { id: errorIds.processDoesNotExist },
            outside: errorIds.outsideRowFilter,
            lock: 'keep',
            toChange: tx,
          });
          requireVersionId(subProject, versionId);
          const workflow = workflowAt(subProject, stageKey, request.workflowId);
          accessToWorkflow(access, workflow.key);
          if (!access.unrestricted && !roles.some((role) => role.call?.has(workflow.key) === true)) {
            throw outsideRowFilter('The role that may call this workflow does not cover the process.');
          }
          const runId = await mapRejections(() =>
            startRun(tx, deps, {
              actor: caller,
              subProject,
              run: { id: newId(), subProjectId: subProject.id, workflowId: workflow.id, processId: process.id },
              definitionId: workflow.definitionId,
              stageKey,
              process,
              command: {
                type: 'start',
                modelId: workflow.definitionId,
                variables: { otherDetails: request.otherDetails ?? {} },
              },
            }),
          );
          return { runId };
        }),
    );
