import { type Access, accessOf, rolesOf } from '../../access/authorize.js';
import type { Role } from '../../access/role.js';
import { filterOfRole, rowFilterOf } from '../../access/row-filter.js';
import { authorOf } from '../../audit/records/author-of.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal, UserPrincipal } from '../../use-case/caller.js';

/** That `a` attaches the file `f`. */
const attachmentOfFile = sql`a.sub_project_id = f.sub_project_id and a.file_id = f.id`;

/**
 * Whether a decision covers the file `f`, as a condition. A file that no process has is its uploader's; one that is
 * attached is seen where {@link attachedTo} says so. To everybody else the file does not exist.
 */
export function fileVisibility(subProject: SubProject, access: Access): Fragment {
  const { principal } = access;
  if (access.unrestricted || principal.kind === 'system') return sql`true`;
  const seesEvery = rowFilterOf(access) === undefined && readableAttachment(subProject, principal).every;
  const attached = seesEvery ? sql`true` : attachedTo(subProject, access, sql`true`);
  return sql`(case when f.attached then ${attached} else ${isUploadedBy(principal)} end)`;
}

/** Whether the user began the upload of the file `f`. */
export function isUploadedBy({ userId }: UserPrincipal): Fragment {
  const author = authorOf({
    subProjectId: sql`f.sub_project_id`,
    subjectId: sql`f.id::text`,
    action: 'file.create',
    createdTs: sql`f.created_ts`,
  });
  return sql`coalesce(f.uploaded_by::text, ${author}) = ${userId}::text`;
}

/**
 * Whether the file `f` is attached to a process that the decision covers and that `condition` holds for, with the upload
 * or through a field that the caller reads there. `condition` may speak of `a`.
 */
export function attachedTo(subProject: SubProject, access: Access, condition: Fragment): Fragment {
  const { seen, ofProcess } = readableAttachment(subProject, access.principal);
  const process = ofProcess || rowFilterOf(access) !== undefined ? sql`join ${processOf(sql`a`)}` : sql``;
  // Nothing but the keys speaks of `f`, so that PostgreSQL can hash the attachments for a whole list.
  return sql`exists (
    select from file_processes a ${process}
    where ${attachmentOfFile} and ${condition} and ${rowCondition(subProject, access)} and ${seen})`;
}

/** A condition over `a`. */
export interface ReadableAttachment {
  readonly seen: Fragment;
  /** Whether it holds for every attachment. */
  readonly every: boolean;
  /** Whether it also speaks of the process `p`. */
  readonly ofProcess: boolean;
}

/**
 * Whether the principal sees that `a` attaches a file to its process `p`: with the upload, or through a field in the read
 * list of one of its roles that cover `p`. Which of its roles grants the operation does not matter, nor does the scope of
 * its token: what it knows does not depend on them.
 */
export function readableAttachment(subProject: SubProject, principal: Principal): ReadableAttachment {
  const every = { seen: sql`true`, every: true, ofProcess: false };
  if (principal.kind === 'system' || principal.administrator) return every;
  const readers = rolesOf(principal, subProject).filter((role) => role.read !== undefined);
  const isLimited = (role: Role) => filterOfRole(role, principal.userId) !== undefined;
  if (readers.some((role) => role.read?.all === true && !isLimited(role))) return every;
  const access = { principal, grant: 'process.read', unrestricted: false } as const;
  const reads = readers.map((role) => {
    const covers = rowCondition(subProject, { ...access, roles: [role] });
    return role.read?.all === true ? covers : sql`(a.fields && ${role.read?.names ?? []}::text[] and ${covers})`;
  });
  return { seen: sql.or([sql`a.direct is not false`, ...reads]), every: false, ofProcess: readers.some(isLimited) };
}

/**
 * Whether a principal sees the file `f` outside the file operations, for example when a field of a process names it. It
 * needs `file.read` or `file.create`; the system sees every file of the sub-project.
 */
export function visibleToPrincipal(subProject: SubProject, principal: Principal): Fragment {
  if (principal.kind === 'system') return sql`true`;
  const visible = (['file.read', 'file.create'] as const).flatMap((grant) => {
    const access = accessOf(principal, subProject, grant);
    // The uploader knows the content, so it attaches its file to further processes even where it does not see it.
    return access === undefined ? [] : [fileVisibility(subProject, access), isUploadedBy(principal)];
  });
  return sql.or(visible);
}
