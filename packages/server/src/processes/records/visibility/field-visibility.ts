import type { Access } from '../../../access/authorize.js';
import { listedFor } from '../../../access/field-lists.js';
import { everything, type NameSet } from '../../../access/role.js';
import { filterOfRole } from '../../../access/row-filter.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { storedField } from '../fields/field-expressions.js';
import { coverage, coveringRoles, roleCondition } from './process-visibility.js';

/** Which dynamic fields a caller sees of which process (D12): per process, the read lists of the roles that cover it. */
export interface FieldVisibility {
  /** Fields seen of at least one process: those that may be named in filters and sort orders. */
  readonly somewhere: NameSet;
  /** Selects, over the alias `p`, what {@link FieldVisibility.of} takes. */
  readonly covered: Fragment;
  /** The fields seen of one process. */
  of(covered: readonly number[]): NameSet;
  /** A field of the process `p` as the caller sees it: absent where it is hidden, so filters cannot probe it either. */
  read(name: string): Fragment;
  /** Whether the field is seen of every process the caller sees. */
  everywhere(name: string): boolean;
}

/** The visibility of an access decision. */
export function fieldVisibility(subProject: SubProject, access: Access): FieldVisibility {
  if (access.unrestricted || access.roles.every((role) => role.read?.all === true)) {
    return {
      somewhere: everything,
      covered: sql`'{}'::integer[]`,
      of: () => everything,
      read: storedField,
      everywhere: () => true,
    };
  }
  return {
    somewhere: listedFor(access, access.roles, (role) => role.read),
    covered: coverage(subProject, access),
    of: (covered) => listedFor(access, coveringRoles(access, covered), (role) => role.read),
    read: (name) => (seenEverywhere(access, name) ? storedField(name) : readWhereSeen(subProject, access, name)),
    everywhere: (name) => seenEverywhere(access, name),
  };
}

const readersOf = (access: Access, name: string) => access.roles.filter((role) => role.read?.has(name) === true);

function seenEverywhere(access: Access, name: string): boolean {
  const readers = readersOf(access, name);
  return (
    readers.length === access.roles.length ||
    readers.some((role) => filterOfRole(role, access.principal.userId) === undefined)
  );
}

function readWhereSeen(subProject: SubProject, access: Access, name: string): Fragment {
  const readers = readersOf(access, name);
  const seen = sql.or(readers.map((role) => roleCondition(subProject, access, role)));
  return sql`(case when ${seen} then ${storedField(name)} end)`;
}

/** The members of `fields` that are in the set. */
export function onlySeen(fields: Readonly<Record<string, unknown>>, seen: NameSet): Record<string, unknown> {
  if (seen.all) return { ...fields };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => seen.has(name)));
}
