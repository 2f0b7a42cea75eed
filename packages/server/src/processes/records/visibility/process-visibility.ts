import type { Access } from '../../../access/authorize.js';
import type { Role } from '../../../access/role.js';
import { filterOfRole, rowFilterOf } from '../../../access/row-filter.js';
import { compileFilter } from '../../../filters/compile-filter.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { processFilterColumns } from '../fields/process-filter-columns.js';

/**
 * The processes a decision covers, as a condition over the alias `p` of `processes`: the stages and row filters of the
 * roles that hold the grant (D12). It says nothing of the sub-project: the statement scopes by `p.sub_project_id`.
 */
export function rowCondition(subProject: SubProject, access: Access): Fragment {
  const filter = rowFilterOf(access);
  return filter === undefined ? sql`true` : compileFilter(filter, processFilterColumns(subProject.fields));
}

/** The same for one of the roles. */
export function roleCondition(subProject: SubProject, access: Access, role: Role): Fragment {
  const filter = filterOfRole(role, access.principal.userId);
  return filter === undefined ? sql`true` : compileFilter(filter, processFilterColumns(subProject.fields));
}

/**
 * Which of `access.roles` cover the process `p`, as an `integer[]` of their positions: what a person may see and set is
 * decided per process when roles have different row filters. Empty for the unrestricted.
 */
export function coverage(subProject: SubProject, access: Access): Fragment {
  const positions = access.roles.map((role, position) => {
    const place = sql.raw(String(position));
    return sql`case when ${roleCondition(subProject, access, role)} then ${place} end`;
  });
  return sql`array_remove(array[${sql.join(positions, sql.raw(', '))}]::integer[], null)`;
}

/** The roles at the positions that {@link coverage} selected. */
export const coveringRoles = (access: Access, positions: readonly number[]): readonly Role[] =>
  positions.flatMap((position) => access.roles[position] ?? []);
