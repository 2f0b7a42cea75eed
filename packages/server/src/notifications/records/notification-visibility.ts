import type { NotificationReason } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { processVisibility, rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { namingFields } from '../../workflows/inbox/process-summary.js';

/** What a caller may read of the notifications of a sub-project. */
export interface NotificationRights {
  readonly subProject: SubProject;
  /** Of getProcess. */
  readonly processes: Access;
  /** The reasons that the caller wants and has a right for; never empty. */
  readonly reasons: readonly { readonly access: Access; readonly reasons: readonly NotificationReason[] }[];
}

/** What is read of the notifications of one sub-project. */
export interface NotificationPart {
  readonly subProjectId: string;
  /** Condition over a notification `n` and its process `p`. */
  readonly visible: Fragment;
  /** Selects the rights with which the caller reads the process, a `text[]`. */
  readonly grants: Fragment;
  /** Names of the fields to read. */
  readonly fields: readonly string[];
  /** Selects the positions of the roles that read the process. */
  readonly readBy: Fragment;
}

/** A notification is visible when its process is, and one of its reasons. */
export function notificationPart({ subProject, processes, reasons: parts }: NotificationRights): NotificationPart {
  const shown = parts.map(
    ({ access, reasons }) => sql`(n.reasons ?| ${reasons}::text[] and ${rowCondition(subProject, access)})`,
  );
  const grants = parts.map(
    ({ access }) => sql`case when ${rowCondition(subProject, access)} then ${access.grant}::text end`,
  );
  return {
    subProjectId: subProject.id,
    visible: sql.and([rowCondition(subProject, processes), sql.or(shown)]),
    grants: sql`array_remove(array[${sql.join(grants, sql.raw(', '))}], null)`,
    fields: namingFields(subProject),
    readBy: processVisibility(subProject, processes).covered,
  };
}
