import type { Queryable } from '../../postgres/database.js';

/** How far the audit log has partitions of its own. */
export interface AuditRoom {
  /** End of the last month that has one. */
  readonly untilTs: Date;
  /** Whether rows stand in the partition for everything later: writing goes on, but nobody has made room in time. */
  readonly hasLaterRows: boolean;
}

/** Two looks into the catalogue of partitions, whatever the size of the log. */
export async function auditRoom(db: Queryable): Promise<AuditRoom> {
  const [row] = await db<AuditRoom>`
    select max(until_ts) as "untilTs", exists (select from audit_log_later) as "hasLaterRows" from audit_partitions`;
  if (row === undefined) throw new Error('a query without rows');
  return row;
}
