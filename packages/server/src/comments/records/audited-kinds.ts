import type { ListedAuditLog } from '../../audit/records/list-audit-logs.js';
import { type Fragment, sql } from '../../postgres/database.js';

/** Kinds of what happens to a process. */
export const activityKinds = ['change', 'comment', 'decision', 'run', 'task', 'file'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Changes of files that people want to hear of; downloads and the steps of uploads are not among them. */
const FILE_ACTIONS = [
  'file.close',
  'file.delete',
  'file.recover',
  'file.purge',
  'file.scan',
  'file.attach',
  'file.detach',
  'file.replace',
  'file.rename',
];

/** What people decided in runs: tasks, and votes on tasks. */
const DECISIONS = ['run.resume', 'run.vote'];

/** Rows `a` of the audit log that tell of each kind. Comments have a table of their own. */
const conditions: Readonly<Record<Exclude<ActivityKind, 'comment'>, Fragment>> = {
  change: sql`a.subject_type = 'process'`,
  decision: sql`(a.subject_type = 'run' and a.action = any(${DECISIONS}::text[]))`,
  run: sql`(a.subject_type = 'run' and a.action <> all(${DECISIONS}::text[]))`,
  task: sql`a.subject_type = 'task'`,
  file: sql`a.action = any(${FILE_ACTIONS}::text[])`,
};

/** The rows of the audit log that tell of the kinds; undefined: of none of them. */
export function auditedKinds(kinds: ReadonlySet<ActivityKind>): Fragment | undefined {
  const parts = [...kinds].flatMap((kind) => (kind === 'comment' ? [] : [conditions[kind]]));
  return parts.length === 0 ? undefined : sql.or(parts);
}

/** The kind of a row that {@link auditedKinds} selects. */
export function kindOf({ subjectType, action }: ListedAuditLog): Exclude<ActivityKind, 'comment'> {
  switch (subjectType) {
    case 'process':
      return 'change';
    case 'file':
      return 'file';
    case 'task':
      return 'task';
    default:
      return DECISIONS.includes(action) ? 'decision' : 'run';
  }
}
