import { type Access, listedFor } from '../../../access/authorize.js';
import { everything, type NameSet, type Role } from '../../../access/role.js';
import { filterOfRole, rowFilterOf } from '../../../access/row-filter.js';
import { compileFilter } from '../../../filters/compile-filter.js';
import type { Filter } from '../../../filters/filter.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { principalId } from '../../../use-case/caller.js';
import { processFilterColumns, storedField } from '../fields/process-fields.js';

/**
 * What a caller sees of the processes of a sub-project (D12): the rows that its roles cover and, of each row, the dynamic
 * fields in the read lists of the roles that cover it. Conditions are over the alias `p` and leave the sub-project to the
 * statement.
 */
export interface ProcessVisibility {
  /** The visible rows as a filter; undefined when all are visible. */
  readonly rowFilter: Filter | undefined;
  /** The visible rows as a condition. */
  readonly rows: Fragment;
  /** Selects, per row, what {@link fieldsOf} takes: positions of roles, an `integer[]`. */
  readonly covered: Fragment;
  /** The fields that are visible on a row. */
  fieldsOf(covered: readonly number[]): NameSet;
  /** The fields that are visible on at least one row: filters and sort orders may name them. */
  readonly fields: NameSet;
  /** A field as the caller sees it: absent where it is hidden, so that filters cannot probe it. */
  readField(name: string): Fragment;
  /** Whether a field is visible on every visible row. */
  isAlwaysVisible(name: string): boolean;
}

/** The visibility that an access decision gives. */
export function processVisibility(subProject: SubProject, access: Access): ProcessVisibility {
  const rowFilter = rowFilterOf(access);
  const rows = conditionOf(subProject, rowFilter);
  if (access.unrestricted || access.roles.every((role) => role.read?.all === true)) {
    return {
      rowFilter,
      rows,
      covered: sql`'{}'::integer[]`,
      fieldsOf: () => everything,
      fields: everything,
      readField: storedField,
      isAlwaysVisible: () => true,
    };
  }
  const isAlwaysVisible = (name: string): boolean => {
    const readers = readersOf(access, name);
    return readers.length === access.roles.length || readers.some((role) => filterOf(access, role) === undefined);
  };
  const fieldsReadBy = (roles: readonly Role[]): NameSet => listedFor(access, roles, (role) => role.read);
  return {
    rowFilter,
    rows,
    covered: coverage(subProject, access),
    fieldsOf: (covered) => fieldsReadBy(coveringRoles(access, covered)),
    fields: fieldsReadBy(access.roles),
    readField: (name) => {
      if (isAlwaysVisible(name)) return storedField(name);
      const visible = readersOf(access, name).map((role) => conditionOf(subProject, filterOf(access, role)));
      return sql`(case when ${sql.or(visible)} then ${storedField(name)} end)`;
    },
    isAlwaysVisible,
  };
}

/** The rows alone, see {@link ProcessVisibility.rows}: for runs, tasks and files, which show no fields. */
export const rowCondition = (subProject: SubProject, access: Access): Fragment =>
  conditionOf(subProject, rowFilterOf(access));

/** The rows of which the caller reads every field, for what may have any of them in it. */
export const fullyReadRows = (subProject: SubProject, access: Access): Fragment =>
  rowCondition(subProject, { ...access, roles: access.roles.filter((role) => role.read?.all === true) });

/** The processes `p` of a condition that a decision covers as well. */
export const withinRows = (where: Fragment, subProject: SubProject, access: Access): Fragment =>
  sql.and([where, rowCondition(subProject, access)]);

/**
 * Which of `access.roles` cover the process `p`, as an `integer[]` of their positions: what a person may see and set is
 * decided per process when roles have different row filters. Empty for the administrator.
 */
export function coverage(subProject: SubProject, access: Access): Fragment {
  const positions = access.roles.map((role, position) => {
    const condition = conditionOf(subProject, filterOf(access, role));
    return sql`case when ${condition} then ${sql.raw(String(position))} end`;
  });
  return sql`array_remove(array[${sql.join(positions, sql.raw(', '))}]::integer[], null)`;
}

/** The roles at the positions that {@link coverage} selected. */
export const coveringRoles = (access: Access, positions: readonly number[]): readonly Role[] =>
  positions.flatMap((position) => access.roles[position] ?? []);

const readersOf = (access: Access, name: string): readonly Role[] =>
  access.roles.filter((role) => role.read?.has(name) === true);

const filterOf = (access: Access, role: Role): Filter | undefined => filterOfRole(role, principalId(access.principal));

const conditionOf = (subProject: SubProject, filter: Filter | undefined): Fragment =>
  filter === undefined ? sql`true` : compileFilter(filter, processFilterColumns(subProject.fields));
