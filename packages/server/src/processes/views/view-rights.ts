import { type Access, isUnrestricted, rolesOf } from '../../access/authorize.js';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import type { ViewRow } from '../records/views/saved-views.js';

/** Names of the roles whose views a user has; undefined: of all roles. */
export const rolesWithViews = (user: UserPrincipal, subProject: SubProject): readonly string[] | undefined =>
  isUnrestricted(user) ? undefined : rolesOf(user, subProject).map(({ name }) => name);

/** Whether a user may share views: the administrator, who manages members, and who may update every field. */
export const mayShare = (user: UserPrincipal, subProject: SubProject): boolean =>
  isUnrestricted(user) ||
  rolesOf(user, subProject).some((role) => role.members !== undefined || role.update?.all === true);

/** Whether a user has a view. */
export const hasView = (user: UserPrincipal, subProject: SubProject, view: ViewRow): boolean =>
  view.ownerId === user.userId ||
  view.sharedWith === 'everyone' ||
  (view.sharedWith === 'role' && rolesWithViews(user, subProject)?.includes(view.role ?? '') !== false);

/** Whether a user may change a view: its owner, and of a shared one whoever may share. */
export const mayChange = (user: UserPrincipal, subProject: SubProject, view: ViewRow): boolean =>
  view.ownerId === user.userId || (view.sharedWith !== 'nobody' && mayShare(user, subProject));

/**
 * @param id what the request names
 * @throws CatalogueError 1200 (404) for a view that the user does not have, 1207 for one that they may not change
 */
export function requireChangeable(
  { principal }: Access,
  subProject: SubProject,
  view: ViewRow | undefined,
  id: string,
): void {
  const user = principal.kind === 'user' ? principal : undefined;
  if (view === undefined || user === undefined || !hasView(user, subProject, view)) throw notFound('view', id);
  if (mayChange(user, subProject, view)) return;
  throw mayNotUpdate('The view is shared by somebody else. Save it under another name to have your own.', []);
}
