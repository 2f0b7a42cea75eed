import { sql } from '../../postgres/database.js';
import type { AuditedFile } from '../../processes/records/visibility/audit-visibility.js';
import { fileVisibility } from './file-visibility.js';

/** The subjects of audit rows about files are ids of files: one look-up by primary key for each row. */
export const auditedFile: AuditedFile = (subProject, access, purged) => sql`coalesce((
  select ${fileVisibility(subProject, access)} from files f
  where f.sub_project_id = a.sub_project_id and f.id = a.subject_id::uuid), ${purged})`;
