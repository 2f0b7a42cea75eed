import { type Notification, notificationReasons } from '@millrace/contract';
import { processVisibility } from '../../processes/records/visibility/process-visibility.js';
import { summaryOf } from '../../workflows/inbox/process-summary.js';
import type { ListedNotification } from '../records/list-notifications.js';
import type { NotificationScope } from './notification-scopes.js';

/** A notification on the wire: with the reasons that the caller may read, the strongest first. */
export function presentNotification(scope: NotificationScope, row: ListedNotification): Notification {
  const { subProject, processes } = scope;
  const readable = new Set(
    scope.reasons.flatMap(({ access, reasons }) => (row.grants.includes(access.grant) ? reasons : [])),
  );
  const reasons = notificationReasons.flatMap((reason) => {
    const cause = readable.has(reason) ? row.reasons[reason] : undefined;
    if (cause === undefined) return [];
    const { version: _version, ...shown } = cause;
    return [{ reason, ...shown }];
  });
  const seen = processVisibility(subProject, processes).fieldsOf(row.readBy);
  return {
    subProject: { id: subProject.id, name: subProject.name },
    process: {
      id: row.processId,
      state: row.state,
      priority: row.priority,
      stageKey: row.stageKey,
      ...summaryOf(row.processId, scope.fields, row.processFields ?? {}, seen),
    },
    reasons,
    unread: row.unread,
    firstTs: row.firstTs.toISOString(),
    lastTs: row.lastTs.toISOString(),
    position: String(row.version),
  };
}
