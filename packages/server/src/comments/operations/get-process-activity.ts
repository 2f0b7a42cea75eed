import { operations } from '@millrace/contract';
import { FilterError, metaErrorIds, parsing } from '../../filters/filter-error.js';
import { cursorOf, parseAfter, parsePage } from '../../filters/paging.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { ActivityDeps } from '../activity/activity-deps.js';
import { readNames } from '../activity/activity-names.js';
import { type Activity, presentAuditEntry, presentCommentEntry } from '../activity/present-activity.js';
import { readActivity } from '../activity/read-activity.js';
import { readableKinds } from '../activity/readable-kinds.js';
import { type ActivityKind, activityKinds } from '../records/audited-kinds.js';
import { readerOf } from '../rules/present-comment.js';

const MOST = 200;

/**
 * getProcessActivity: what happened to a process that the caller covers, newest first. Nine statements, and
 * one more for every 50 rows of the audit log; at most 4 MiB and an entry.
 */
export const getProcessActivity =
  (deps: ActivityDeps): UseCase<'getProcessActivity'> =>
  async (caller, query) => {
    const { db, subProjects, auditedFile } = deps;
    const operation = operations.getProcessActivity;
    const { subProject, access } = await enter(subProjects, caller, query.subProjectId, operation);
    const { process } = await enterProcess(db, subProject, access, query.processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
    });
    const { wanted, limit, before } = parsing(metaErrorIds, () => readQuery(query));
    const readable = await readableKinds(db, subProject, caller.principal, process.id, wanted);
    const { kinds } = readable;
    const search = { subProject, access, processId: process.id, kinds, auditedFile, before, limit };
    const { entries, hasMore } = await readActivity(db, search);
    const last = hasMore ? entries.at(-1) : undefined;
    const names = await readNames(deps, subProject, readable, entries);
    const reader = readerOf(caller.principal, subProject);
    return {
      activity: entries.map(
        (entry): Activity =>
          'comment' in entry ? presentCommentEntry(entry.comment, reader, names) : presentAuditEntry(entry.log, names),
      ),
      next: last === undefined ? null : cursorOf(last),
      names: { ...names.people },
    };
  };

function readQuery(query: { readonly kinds?: string; readonly after?: string; readonly perPageCount?: string }) {
  const { limit } = parsePage({ perPageCount: query.perPageCount ?? '50' });
  if (limit > MOST) throw new FilterError('malformed', '/perPageCount', `perPageCount must be from 1 to ${MOST}.`);
  return { wanted: kindsOf(query.kinds), limit, before: parseAfter(query.after) };
}

function kindsOf(text: string | undefined): ReadonlySet<ActivityKind> {
  if (text === undefined || text === '') return new Set(activityKinds);
  return new Set(
    text.split(',').map((name) => {
      const kind = activityKinds.find((one) => one === name.trim());
      if (kind !== undefined) return kind;
      const known = activityKinds.join(', ');
      throw new FilterError('unknown-key', '/kinds', `There is no kind "${name.slice(0, 100)}". Use ${known}.`);
    }),
  );
}
