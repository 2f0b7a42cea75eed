import { operations } from '@millrace/contract';
import { appendAudit } from '../../../audit/records/append.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { requireUnlimitedRole } from '../../messages/require-unlimited-role.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { fanOutSignal } from '../../signals/fan-out-signal.js';

/**
 * Sends a signal to every run that waits for it now. Each run receives it soon after, in a transaction of its own.
 *
 * @throws CatalogueError 1202, 1209
 */
export const broadcastSignal =
  (deps: WorkflowDeps): UseCase<'broadcastSignal'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.broadcastSignal,
    );
    requireUnlimitedRole(access);
    return caller.write(async (tx) => {
      const { name } = request;
      const count = await fanOutSignal(tx, {
        subProjectId: subProject.id,
        name,
        variables: { ...request.variables },
        now: deps.now(),
      });
      await appendAudit(tx, caller, [
        {
          action: 'signal.broadcast',
          subProjectId: subProject.id,
          subjectType: 'subProject',
          subjectId: subProject.id,
          processId: null,
          before: null,
          after: { name, runCount: count },
        },
      ]);
      return { status: 'success', runCount: String(count) };
    });
  };
