import type { Grant } from '@millrace/contract';
import { type Access, authorize } from '../../access/authorize.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal, UserPrincipal } from '../../use-case/caller.js';

/** That `a` attaches the file `f`. */
const attachmentOfFile = sql`a.sub_project_id = f.sub_project_id and a.file_id = f.id`;

/**
 * Whether a decision covers the file `f`, as a condition: attached to no process, or to one that the row filter covers
 * (D12). To everybody else the file does not exist.
 */
export function fileVisibility(subProject: SubProject, access: Access): Fragment {
  if (rowFilterOf(access) === undefined) return sql`true`;
  const none = sql`not exists (select from file_processes a where ${attachmentOfFile})`;
  return sql`(${none} or ${attachedTo(subProject, access, sql`true`)})`;
}

/**
 * Whether the file `f` is attached to a process that the decision covers and that `condition` holds for; it may speak of
 * `a.process_id`.
 */
export function attachedTo(subProject: SubProject, access: Access, condition: Fragment): Fragment {
  return rowFilterOf(access) === undefined
    ? sql`exists (select from file_processes a where ${attachmentOfFile} and ${condition})`
    : sql`exists (
        select from file_processes a join ${processOf(sql`a`)}
        where ${attachmentOfFile} and ${condition} and ${rowCondition(subProject, access)})`;
}

/**
 * Whether a principal sees the file `f` outside the file operations, for example when a field of a process names it. It
 * needs `file.read` or `file.create`; the system sees every file of the sub-project.
 */
export function visibleToPrincipal(subProject: SubProject, principal: Principal): Fragment {
  if (principal.kind === 'system') return sql`true`;
  const visible = (['file.read', 'file.create'] as const).flatMap((grant) => {
    const access = decide(subProject, principal, grant);
    return access === undefined ? [] : [fileVisibility(subProject, access)];
  });
  return sql.or(visible);
}

function decide(subProject: SubProject, principal: UserPrincipal, grant: Grant): Access | undefined {
  try {
    return authorize(principal, subProject, grant, errorIds.mayNotRead);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
