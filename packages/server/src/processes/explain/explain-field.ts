import type { ErrorId, Grant } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import type { NameSet, Role } from '../../access/role.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { unknownField } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { reservedNames } from '../change/plan-change.js';
import type { Findings } from './explanation.js';

/** Which list of a role each grant has for fields, and the error of a field outside it. */
const lists: {
  readonly [G in Grant]?: { readonly name: string; of(role: Role): NameSet | undefined; error: ErrorId };
} = {
  'process.read': { name: 'read', of: (role) => role.read, error: errorIds.unknownField },
  'process.create': { name: 'create', of: (role) => role.create, error: errorIds.mayNotCreate },
  'process.update': { name: 'update', of: (role) => role.update, error: errorIds.mayNotUpdate },
};

/** Whether a role's list has the field; null where the grant has no list. */
export const hasField = (grant: Grant, role: Role, field: string): boolean | null => {
  const list = lists[grant];
  if (list === undefined) return null;
  if (grant === 'process.read' && reservedNames.has(field)) return true;
  return list.of(role)?.has(field) === true;
};

/**
 * The check of a field (D12): hidden fields do not exist in filters and answers (1231), others are refused by the list.
 *
 * @param roles those that cover the process, or all that hold the grant when none was named
 */
export function explainField(
  findings: Findings,
  subProject: SubProject,
  access: Access,
  roles: readonly Role[],
  field: string,
): void {
  const list = lists[access.grant];
  if (list === undefined) {
    findings.skipped('field', 'The operation has no list of fields.');
    return;
  }
  if (!subProject.fields.has(field) && !reservedNames.has(field)) {
    findings.failed(
      'field',
      unknownField(`There is no field "${field.slice(0, 100)}" in this sub-project.`),
      '/fields',
    );
    return;
  }
  if (access.unrestricted) {
    findings.passed('field', 'No list of fields applies to the administrator.');
    return;
  }
  const listing = roles.filter((role) => hasField(access.grant, role, field) === true);
  const [first] = listing;
  if (first === undefined) {
    const names = roles.map((role) => role.name).join(', ');
    const detail = `The ${list.name} list of ${names} does not have ${field}.`;
    findings.failed('field', new CatalogueError(list.error, detail), `/roles/${roles[0]?.name ?? ''}/${list.name}`);
    return;
  }
  findings.passed('field', `The ${list.name} list of ${first.name} has ${field}.`, `/roles/${first.name}/${list.name}`);
}
