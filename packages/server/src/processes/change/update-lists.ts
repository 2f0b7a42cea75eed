import { type Access, listedFor } from '../../access/authorize.js';
import type { NameSet } from '../../access/role.js';
import { mayNotUpdate } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { reservedNames } from './plan-change.js';

/** The names that one of the roles may update (D12, D17). */
export const updatable = (access: Access, roles: Access['roles']): NameSet =>
  listedFor(access, roles, (role) => role.update);

/**
 * Refuses names outside the list. Names that do not exist are left to the check of names (1231).
 *
 * @throws CatalogueError 1207 naming each of them
 */
export function refuseUnlisted(subProject: SubProject, names: readonly string[], listed: NameSet): void {
  const refused = names.filter((name) => (reservedNames.has(name) || subProject.fields.has(name)) && !listed.has(name));
  if (refused.length === 0) return;
  throw mayNotUpdate(
    `The caller's role may not update ${refused.join(', ')}.`,
    refused.map((name) => ({
      pointer: jsonPointer('updates', name),
      detail: "This field is not in the update list of the caller's role.",
    })),
  );
}

/** 1232: a change without a field. */
export function nothingToUpdate(): CatalogueError {
  const detail = 'updates names no field.';
  return invalidValue(detail, [{ pointer: '/updates', detail }]);
}
