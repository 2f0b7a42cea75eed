import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { appendAudit } from '../../../audit/records/append.js';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { mayNameFor } from '../../delegations/may-name.js';
import { auditedDelegation } from '../../delegations/present-delegation.js';
import { lockDelegation, storeEnd } from '../../records/delegations/delegations.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Ends a delegation. It waits for decisions that use it, so none is made with it afterwards.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for one that is unknown, over or not the caller's to end
 */
export const endDelegation =
  (deps: Pick<WorkflowDeps, 'subProjects' | 'now'>): UseCase<'endDelegation'> =>
  async (caller, { subProjectId, delegationId }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.endDelegation);
    const user = requireUser(caller.principal, operations.endDelegation);
    return caller.write(async (tx) => {
      const now = new Date(deps.now());
      const row = await lockDelegation(tx, subProject.id, delegationId, now);
      const mayEnd = row?.substituteId === user.userId || (row && mayNameFor(user, subProject, row.personId));
      if (row === undefined || mayEnd !== true) throw notFound('delegation', delegationId, ' that you may end');
      await storeEnd(tx, subProject.id, row.id, now);
      await appendAudit(tx, caller, [
        {
          action: 'delegation.end',
          subProjectId: subProject.id,
          subjectType: 'delegation',
          subjectId: row.id,
          processId: null,
          before: auditedDelegation(row),
          after: null,
        },
      ]);
      return { status: 'success', message: 'The delegation has ended.' };
    });
  };
