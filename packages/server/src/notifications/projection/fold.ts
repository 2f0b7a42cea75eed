import type { NotificationReason } from '@millrace/contract';
import type { Cause, Causes, NotificationKey, NotificationRow, UnreadRow } from '../records/notifications.js';

/** What a person is to be told of. */
export interface Told extends NotificationKey {
  readonly reason: NotificationReason;
  readonly cause: Omit<Cause, 'count' | 'version'>;
}

export const keyOf = ({ userId, processId }: NotificationKey): string => `${userId} ${processId}`;

/**
 * Adds to the rows of people what they are told of, in this order: one row for each person and process. A row that was read
 * begins again.
 *
 * @param before the rows that are there
 */
export function fold(before: readonly NotificationRow[], told: readonly Told[]): readonly UnreadRow[] {
  const rows = new Map<string, NotificationRow>(before.map((row) => [keyOf(row), row]));
  const changed = new Map<string, NotificationRow>();
  for (const { userId, processId, reason, cause } of told) {
    const key = keyOf({ userId, processId });
    const row = rows.get(key);
    const at = new Date(cause.at);
    const reasons: Causes = row === undefined || row.readTs !== null ? {} : row.reasons;
    const version = (row?.version ?? 0) + 1;
    const next: NotificationRow = {
      userId,
      processId,
      reasons: { ...reasons, [reason]: { ...cause, count: (reasons[reason]?.count ?? 0) + 1, version } },
      version,
      firstTs: row === undefined || row.readTs !== null ? at : row.firstTs,
      lastTs: row === undefined || row.lastTs < at ? at : row.lastTs,
      readTs: null,
      mailedVersion: row?.mailedVersion ?? 0,
      mailId: row?.mailId ?? null,
    };
    rows.set(key, next);
    changed.set(key, next);
  }
  return [...changed.values()];
}
