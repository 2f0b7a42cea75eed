import type { Access } from '../../access/authorize.js';
import { auditLogsBefore, type ListedAuditLog } from '../../audit/records/list-audit-logs.js';
import { redact } from '../../audit/redact.js';
import type { Position } from '../../filters/paging.js';
import type { Queryable } from '../../postgres/database.js';
import { type AuditedFile, auditVisibility } from '../../processes/records/visibility/audit-visibility.js';
import { processVisibility } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type ActivityKind, auditedKinds } from '../records/audited-kinds.js';
import type { CommentRow } from '../records/comment-row.js';
import { listComments } from '../records/list-comments.js';

/** One entry as it is stored. */
export type Entry =
  | { readonly comment: CommentRow; readonly createdTs: Date; readonly id: string }
  | { readonly log: ListedAuditLog; readonly createdTs: Date; readonly id: string };

/** Whose activity, for whom, and from where on. */
export interface ActivitySearch {
  readonly subProject: SubProject;
  readonly access: Access;
  readonly processId: string;
  readonly kinds: ReadonlySet<ActivityKind>;
  readonly auditedFile: AuditedFile;
  readonly before: Position;
  readonly limit: number;
}

/** Of what a page shows. One with longer entries ends sooner. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Rows of the audit log that are read at once, because their length is known when they are there. */
const BATCH = 50;

/** A page of activity. */
export interface ActivityPage {
  readonly entries: readonly Entry[];
  /** Whether there are more. */
  readonly hasMore: boolean;
}

/**
 * The newest entries before a place, `limit` at most: the newest comments and the newest rows of the audit log, each a range of
 * an index, merged. Members of fields that the caller does not see are left out, and do not count towards the length of a page.
 */
export async function readActivity(db: Queryable, search: ActivitySearch): Promise<ActivityPage> {
  const { subProject, processId, kinds, before, limit } = search;
  const about = { subProjectId: subProject.id, processId, taskId: undefined, runId: undefined };
  const comments = kinds.has('comment') ? await listComments(db, about, before, limit + 1, MOST_BYTES) : [];
  const logs = await readLogs(db, search);
  const found: Entry[] = [
    ...comments.map((comment) => ({ comment, createdTs: comment.createdTs, id: comment.id })),
    ...logs.map((log) => ({ log, createdTs: log.createdTs, id: log.id })),
  ];
  found.sort(newestFirst);
  // A list that was cut off is longer than a page alone, so its last entry is the last one of the page or not on it.
  let bytes = 0;
  const entries = found.slice(0, limit).filter((entry) => {
    const fits = bytes <= MOST_BYTES;
    bytes += bytesOf(entry);
    return fits;
  });
  return { entries, hasMore: found.length > entries.length || bytes > MOST_BYTES };
}

const bytesOf = (entry: Entry): number =>
  'comment' in entry ? Buffer.byteLength(entry.comment.body ?? '') : shownBytes(entry.log);

const shownBytes = ({ before, after }: ListedAuditLog): number => Buffer.byteLength(JSON.stringify([before, after]));

/** One more than the page has, or more than its bytes. */
async function readLogs(
  db: Queryable,
  { subProject, access, processId, kinds, auditedFile, before, limit }: ActivitySearch,
): Promise<readonly ListedAuditLog[]> {
  const filter = auditedKinds(kinds);
  if (filter === undefined) return [];
  const visibility = processVisibility(subProject, access);
  const visible = auditVisibility(subProject, access, visibility, auditedFile);
  const selection = { within: { subProjectId: subProject.id, processId, visible }, filter };
  const declared = new Set(subProject.fields.keys());
  const shown: ListedAuditLog[] = [];
  let bytes = 0;
  let from = before;
  while (shown.length <= limit && bytes <= MOST_BYTES) {
    const most = Math.min(BATCH, limit + 1 - shown.length);
    const logs = await auditLogsBefore(db, selection, from, most);
    for (const log of logs) {
      const seen = visibility.fieldsOf(log.covered);
      const one = { ...log, before: redact(log.before, declared, seen), after: redact(log.after, declared, seen) };
      shown.push(one);
      bytes += shownBytes(one);
    }
    const last = logs.at(-1);
    if (last === undefined || logs.length < most) break;
    from = last;
  }
  return shown;
}

/** As the indexes have it: ids in the order of their bytes, which that of their texts is. */
function newestFirst(a: Entry, b: Entry): number {
  const later = b.createdTs.getTime() - a.createdTs.getTime();
  if (later !== 0) return later;
  return a.id < b.id ? 1 : -1;
}
