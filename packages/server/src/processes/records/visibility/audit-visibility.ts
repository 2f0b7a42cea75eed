import type { Access } from '../../../access/authorize.js';
import { filterOfRole } from '../../../access/row-filter.js';
import type { VisibleRows } from '../../../audit/records/list-audit-logs.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { principalId } from '../../../use-case/caller.js';
import { processOf } from '../processes/process-row.js';
import { fullyReadRows, type ProcessVisibility } from './process-visibility.js';

/**
 * Whether a reader sees the file that a row `a` of the audit log is about, as a condition; `purged` where the file is gone.
 * The owner of files provides it.
 */
export type AuditedFile = (subProject: SubProject, access: Access, purged: Fragment) => Fragment;

/** Changes of the sub-project itself: every reader sees them, without what they say of fields. */
const CONFIGURATION: readonly string[] = ['subProject.create', 'subProject.deploy', 'storage.reconcile'];

/**
 * The rows of the audit log that a reader sees (D12, D20), over `a` and its process `p`. Who reads every field of every
 * process sees all. Everybody else sees rows about processes that its roles cover, rows about files that it sees, and what
 * was done to the configuration. Other rows are about many processes or about one that is not known (bulk updates,
 * messages, signals), so only who wrote them sees them.
 */
export function auditVisibility(
  subProject: SubProject,
  access: Access,
  visibility: ProcessVisibility,
  auditedFile: AuditedFile,
): VisibleRows {
  const join = sql`left join ${processOf(sql`a`)}`;
  const { rows, covered } = visibility;
  if (readsEverything(access)) return { join, rows: sql`true`, covered };
  const byReader = sql`(a.process_id is null and a.by_id = ${principalId(access.principal)})`;
  return {
    join,
    covered,
    rows: sql`case
      when a.subject_type = 'file' then ${byReader} or ${auditedFile(subProject, access, readsEveryField(subProject, access))}
      when a.process_id is not null then ${rows}
      else ${byReader} or a.action = any(${CONFIGURATION}::text[]) end`,
  };
}

/** Whether one of the roles reads every field of every process. */
const readsEverything = ({ unrestricted, roles, principal }: Access): boolean =>
  unrestricted ||
  roles.some((role) => role.read?.all === true && filterOfRole(role, principalId(principal)) === undefined);

/**
 * Whether one of the roles reads every field of the process `p`. Through which fields a purged file was attached to it is
 * not known any more.
 */
const readsEveryField = (subProject: SubProject, access: Access): Fragment =>
  sql`(a.process_id is not null and ${fullyReadRows(subProject, access)})`;
