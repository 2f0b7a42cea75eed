import { type Access, authorize } from '../../access/authorize.js';
import { parsing, processListErrorIds } from '../../filters/filter-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Fragment } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import { knownFields } from '../change/known-fields.js';
import { refuseUnknown, reservedNames } from '../change/plan-change.js';
import { nothingToUpdate, refuseUnlisted, updatable } from '../change/update-lists.js';
import { readListRequest } from '../list/list-request.js';
import { planList } from '../records/list/list-plan.js';
import { coverage, processVisibility, withinRows } from '../records/visibility/process-visibility.js';

/** What a bulk update asks for. */
export interface BulkRequest {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly updates: Readonly<Record<string, unknown>>;
}

/** What a principal may do of a bulk operation now. */
export interface BulkRights {
  readonly access: Access;
  /** Condition over `p`. */
  readonly where: Fragment;
  /** See `coverage`: which of the roles of `access` cover `p`. */
  readonly covered: Fragment;
}

/**
 * Decides what a bulk update may touch: what its filters match as the principal sees it, so that hidden fields cannot be
 * probed, within what it may update. Asked at the request and before every batch.
 *
 * @throws CatalogueError 1203, 1207 without the right to read and to update or for a field outside every list, 1230, 1231,
 * 1232
 */
export function bulkRights(subProject: SubProject, principal: UserPrincipal, request: BulkRequest): BulkRights {
  const access = authorize(principal, subProject, 'process.update', errorIds.mayNotUpdate);
  const reading = authorize(principal, subProject, 'process.read', errorIds.mayNotUpdate);
  const names = Object.keys(request.updates);
  refuseUnlisted(subProject, names, updatable(access, access.roles));
  refuseUnknown(
    subProject,
    names.filter((name) => !reservedNames.has(name)),
    'updates',
    knownFields(principal, subProject),
  );
  if (names.length === 0) throw nothingToUpdate();
  return rightsTo(subProject, { access, reading, filters: request.filters });
}

/**
 * What matches filters as the caller sees it, within the rows of another decision.
 *
 * @throws CatalogueError 1230, 1231, 1232
 */
export function rightsTo(
  subProject: SubProject,
  { access, reading, filters }: { readonly access: Access; readonly reading: Access } & Pick<BulkRequest, 'filters'>,
): BulkRights {
  const visibility = processVisibility(subProject, reading);
  const question = parsing(processListErrorIds, () => readListRequest(subProject, visibility, { filters }));
  const { where } = planList(subProject, visibility, question);
  return {
    access,
    where: withinRows(where, subProject, access),
    covered: coverage(subProject, access),
  };
}
