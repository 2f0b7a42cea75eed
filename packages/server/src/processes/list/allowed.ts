import type { AllowedOnProcess, Grant } from '@millrace/contract';
import { type Access, grantsOf, holdsGrant, isUnrestricted, rolesOf } from '../../access/authorize.js';
import { type NameSet, type Role, unionOf } from '../../access/role.js';
import type { Queryable } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { reservedNames } from '../change/plan-change.js';
import type { ProcessRow } from '../records/processes/process-row.js';
import { coveredByRoles } from '../records/visibility/covered-by-roles.js';
import { coveringRoles } from '../records/visibility/process-visibility.js';

/**
 * What the caller may do with each of these processes. One statement decides which of all roles of the caller cover which
 * process, however many there are; the rest is decided here, as `updateProcessField`, `executeWorkflow` and `deleteProcess`
 * decide it.
 */
export async function allowedOn(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  processes: readonly ProcessRow[],
): Promise<ReadonlyMap<string, AllowedOnProcess>> {
  const { principal } = access;
  if (principal.kind !== 'user') return new Map();
  const grants = grantsOf(principal, subProject);
  const everyRole: Access = { ...access, roles: isUnrestricted(principal) ? [] : rolesOf(principal, subProject) };
  const covered = access.unrestricted
    ? new Map<string, readonly number[]>()
    : await coveredByRoles(
        db,
        subProject,
        everyRole,
        processes.map(({ id }) => id),
      );
  const names = [...reservedNames, ...subProject.fields.keys()];
  return new Map(
    processes.map((process) => {
      const roles = coveringRoles(everyRole, covered.get(process.id) ?? []);
      const holders = (grant: Grant): readonly Role[] =>
        grants.has(grant) ? roles.filter((role) => holdsGrant(role, grant)) : [];
      const listed = (grant: Grant, list: (role: Role) => NameSet | undefined): NameSet =>
        access.unrestricted && grants.has(grant)
          ? (grants.get(grant) ?? unionOf([]))
          : unionOf(holders(grant).map(list));
      const updatable = listed('process.update', (role) => role.update);
      const callable = listed('workflow.call', (role) => role.call);
      const mayDelete = access.unrestricted ? grants.has('process.delete') : holders('process.delete').length > 0;
      return [
        process.id,
        {
          updates: names.filter((name) => updatable.has(name)),
          states: updatable.has('state') ? nextStates(subProject, process.state) : [],
          workflows: subProject.workflows
            .filter(({ key, stageKeys }) => callable.has(key) && stageKeys.includes(process.stageKey))
            .map(({ id }) => id),
          delete: mayDelete && !subProject.storage.legalHold,
        },
      ];
    }),
  );
}

const nextStates = (subProject: SubProject, from: string): string[] =>
  [...subProject.states].filter((state) => state !== from && subProject.allowsTransition(from, state));
