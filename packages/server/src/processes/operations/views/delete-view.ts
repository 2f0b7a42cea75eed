import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { ProcessDeps } from '../../change/process-ports.js';
import { lockView, removeView } from '../../records/views/saved-views.js';
import { requireChangeable } from '../../views/view-rights.js';

/**
 * deleteView: of the caller, or a shared one that the caller may change.
 *
 * @throws CatalogueError 1202, 1204, 1207, 1200 (404)
 */
export const deleteView =
  (deps: Pick<ProcessDeps, 'subProjects'>): UseCase<'deleteView'> =>
  async (caller, { subProjectId, viewId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.deleteView);
    requireUser(caller.principal, operations.deleteView);
    return caller.write(async (tx) => {
      const view = await lockView(tx, subProject.id, viewId);
      requireChangeable(access, subProject, view, viewId);
      await removeView(tx, subProject.id, viewId);
      return { status: 'success', message: 'View deleted.' };
    });
  };
