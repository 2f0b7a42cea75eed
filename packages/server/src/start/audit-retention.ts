import { findAuditRetention, setAuditRetention } from '../audit/records/partitions.js';
import type { Config } from '../kernel/config.js';
import type { Log } from '../kernel/log.js';
import type { Queryable } from '../postgres/database.js';

/**
 * Records the configured retention of the audit log in the database where this role owns the log. A role that does not
 * can only keep rows for longer than the owner has set; a configuration that asks for less is logged.
 */
export async function keepAuditRetention(
  db: Queryable,
  { auditRetentionDays }: Pick<Config, 'auditRetentionDays'>,
  log: Log,
): Promise<void> {
  const wanted = auditRetentionDays ?? null;
  const { days, isOwner } = await findAuditRetention(db);
  if (isOwner) return setAuditRetention(db, wanted);
  if (wanted === null || (days !== null && days <= wanted)) return;
  log.warn(
    { MILLRACE_AUDIT_RETENTION_DAYS: wanted, ownersDays: days },
    'the owner of the audit log keeps it for longer: run `millrace migrate` as the owner with MILLRACE_AUDIT_RETENTION_DAYS',
  );
}
