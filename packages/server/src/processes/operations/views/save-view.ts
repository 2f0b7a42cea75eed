import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { parsing, processListErrorIds } from '../../../filters/filter-error.js';
import { mayNotUpdate } from '../../../kernel/errors/access-errors.js';
import { invalidValue } from '../../../kernel/errors/request-errors.js';
import { newId } from '../../../kernel/identifiers.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { ProcessDeps } from '../../change/process-ports.js';
import { countViews, lockView, storeView, type ViewRow } from '../../records/views/saved-views.js';
import { processVisibility } from '../../records/visibility/process-visibility.js';
import { presentView } from '../../views/present-view.js';
import { mayShare, requireChangeable } from '../../views/view-rights.js';
import { readViewSettings, viewKeys } from '../../views/view-settings.js';

/** Views of one kind that a person may have. */
const MOST = 100;

/**
 * saveView: creates a view of the caller, or replaces one that the caller may change. The owner of a shared view stays who
 * they are.
 *
 * @throws CatalogueError 1202, 1204, 1207 without the right to share or to change it, 1200 (404) for an unknown view, 1230,
 * 1231 and 1232 for settings that the list would refuse, 1232 for a view of another list
 */
export const saveView =
  (deps: Pick<ProcessDeps, 'subProjects'>): UseCase<'saveView'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operations.saveView);
    const user = requireUser(caller.principal, operations.saveView);
    const keys = viewKeys(subProject, processVisibility(subProject, access));
    const settings = parsing(processListErrorIds, () => readViewSettings(request.kind, keys, request));
    // First: what is wrong with a role names the others.
    if ((request.sharedWith ?? 'nobody') !== 'nobody' && !mayShare(user, subProject)) {
      const detail = 'Views are shared by roles that manage members or may update every field.';
      throw mayNotUpdate(detail, [{ pointer: '/sharedWith', detail }]);
    }
    const sharing = readSharing(subProject, request);
    return caller.write(async (tx) => {
      const before = request.viewId === undefined ? undefined : await lockView(tx, subProject.id, request.viewId);
      if (request.viewId !== undefined) requireChangeable(access, subProject, before, request.viewId);
      if (before !== undefined) requireKind(before, request.kind);
      else if ((await countViews(tx, subProject.id, request.kind, user.userId)) >= MOST) {
        const detail = `You have ${MOST} views of this list, which is the most. Delete one first.`;
        throw invalidValue(detail, [{ pointer: '/name', detail }]);
      }
      const updatedTs = new Date();
      const view: ViewRow = {
        id: before?.id ?? newId(),
        kind: before?.kind ?? request.kind,
        ownerId: before?.ownerId ?? user.userId,
        ...sharing,
        name: request.name.trim() === '' ? request.name : request.name.trim(),
        settings,
        createdTs: before?.createdTs ?? updatedTs,
        updatedTs,
      };
      await storeView(tx, subProject.id, view);
      return { view: presentView(user, subProject, keys, view) };
    });
  };

/** A view stays one of its list: the settings of another one are judged otherwise. */
function requireKind({ kind }: ViewRow, given: ViewRow['kind']): void {
  if (kind === given) return;
  const detail = `The view is one of ${kind}, and stays so.`;
  throw invalidValue(detail, [{ pointer: '/kind', detail }]);
}

function readSharing(
  subProject: SubProject,
  { sharedWith = 'nobody', role }: { readonly sharedWith?: ViewRow['sharedWith']; readonly role?: string },
): Pick<ViewRow, 'sharedWith' | 'role'> {
  if (sharedWith !== 'role') return { sharedWith, role: null };
  if (role !== undefined && subProject.roles.has(role)) return { sharedWith, role };
  const detail = `must be a role of the sub-project: ${[...subProject.roles.keys()].join(', ').slice(0, 1000)}`;
  throw invalidValue(`/role ${detail}`, [{ pointer: '/role', detail }]);
}
