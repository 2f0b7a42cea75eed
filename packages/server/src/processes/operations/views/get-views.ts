import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { ProcessDeps } from '../../change/process-ports.js';
import { listViews } from '../../records/views/saved-views.js';
import { processVisibility } from '../../records/visibility/process-visibility.js';
import { presentView } from '../../views/present-view.js';
import { mayShare, rolesWithViews } from '../../views/view-rights.js';
import { viewKeys } from '../../views/view-settings.js';

/** getViews: the views of a list that the caller has, without what they may not see. */
export const getViews =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'getViews'> =>
  async (caller, { subProjectId, kind }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getViews);
    const user = requireUser(caller.principal, operations.getViews);
    const keys = viewKeys(subProject, processVisibility(subProject, access));
    const reader = { userId: user.userId, roles: rolesWithViews(user, subProject) };
    const views = await listViews(deps.db, subProject.id, kind, reader);
    return {
      views: views.map((view) => presentView(user, subProject, keys, view)),
      mayShare: mayShare(user, subProject),
    };
  };
