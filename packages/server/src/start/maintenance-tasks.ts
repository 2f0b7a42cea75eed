import { sealAuditLog } from '../audit/evidence/seal-log.js';
import { stampSeals, type TimeStampAuthority } from '../audit/evidence/time-stamps/stamp-seals.js';
import { type AuditKeeping, keepAuditPartitions } from '../audit/keep-partitions.js';
import type { ClockKeeper } from '../clocks/projection/project-clocks.js';
import { forgetTickets } from '../events/records/stream-tickets.js';
import type { EventSequencer } from '../events/sequencer/sequencer.js';
import { tidyFiles } from '../files/retention/maintenance.js';
import type { FileDeps } from '../files/store/file-deps.js';
import { forgetOldAnswers } from '../http/records/idempotency-keys.js';
import { forgetUnusedRegistrations } from '../identity/records/applications/application-queries.js';
import { forgetEndedAuthorizations } from '../identity/records/applications/refresh-token-queries.js';
import { forgetDrafts } from '../identity/records/draft-queries.js';
import { forgetChallenges } from '../identity/records/factors/challenge-queries.js';
import { forgetPendingSignIns } from '../identity/records/factors/pending-sign-in-queries.js';
import { forgetLinks } from '../identity/records/joining/one-time-link-queries.js';
import { forgetPersonalTokens } from '../identity/records/personal-token-queries.js';
import { forgetEndedSessions } from '../identity/records/session-queries.js';
import { forgetOldFailures } from '../identity/records/sign-in-failure-queries.js';
import { sessionsAlive } from '../identity/sessions/session-limits.js';
import { forgetReceipts } from '../inbound-hooks/records/receipts.js';
import { forgetClosedJobs } from '../jobs/records/lease-reports.js';
import type { MaintenanceTask } from '../jobs/worker/maintenance-loop.js';
import type { Sealing } from '../kernel/sealing.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { forgetMails } from '../mail/records/mails.js';
import { sendDigests } from '../notifications/mail/send-digests.js';
import type { Projection } from '../notifications/projection/project-events.js';
import { forgetFailures } from '../notifications/records/failures.js';
import { forgetNotifications } from '../notifications/records/notifications.js';
import { transaction } from '../postgres/database.js';
import { requestFieldIndexes } from '../processes/field-indexes/field-index-work.js';
import type { TotalsKeeper } from '../processes/totals/keep-totals.js';
import type { Stays } from '../statistics/projection/keep-stays.js';
import { forgetDeliveries } from '../webhooks/records/forget-deliveries.js';
import { foldRuleHits } from '../workflows/records/decisions/rule-hits.js';
import { forgetTaskLinks } from '../workflows/records/links/task-links.js';
import { forgetExpiredMessages } from '../workflows/records/messages.js';
import { forgetSignals } from '../workflows/records/signals.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** What periodic maintenance needs of the features. */
export interface MaintenanceDeps extends AuditKeeping {
  readonly files: FileDeps;
  readonly totals: Pick<TotalsKeeper, 'keep'>;
  readonly events: Pick<EventSequencer, 'keep' | 'keepPartitions'>;
  readonly clocks: ClockKeeper;
  readonly notifications: Projection;
  readonly mails: MailQueue;
  readonly stays: Stays;
  /** Undefined: evidence has no time stamps. */
  readonly authority: TimeStampAuthority | undefined;
  /** Keeps the key that signs evidence. */
  readonly sealing: Sealing;
}

/** The periodic maintenance of a worker: it deletes what was kept for a limited time, and keeps counters up to date. */
export const maintenanceTasks = (deps: MaintenanceDeps): readonly MaintenanceTask[] => {
  const { db, files, totals, events, clocks, notifications, mails, stays, authority } = deps;
  return [
    { name: 'totals', everyMs: SECOND_MS, run: () => totals.keep() },
    { name: 'event log', everyMs: SECOND_MS, run: () => events.keep() },
    { name: 'clocks', everyMs: SECOND_MS, run: () => clocks.keep() },
    { name: 'notifications', everyMs: SECOND_MS, run: () => notifications.keep() },
    { name: 'digests', everyMs: 5 * SECOND_MS, run: () => sendDigests(db, mails) },
    { name: 'stays in states', everyMs: SECOND_MS, run: () => stays.keep() },
    { name: 'old notifications', everyMs: 60 * MINUTE_MS, run: () => forgetNotifications(db) },
    { name: 'failed notifications', everyMs: 60 * MINUTE_MS, run: () => forgetFailures(db) },
    { name: 'event partitions', everyMs: 60 * MINUTE_MS, run: () => events.keepPartitions() },
    { name: 'stream tickets', everyMs: MINUTE_MS, run: () => forgetTickets(db) },
    { name: 'old deliveries', everyMs: 10 * MINUTE_MS, run: () => forgetDeliveries(db) },
    { name: 'rule counts', everyMs: 10 * SECOND_MS, run: () => foldRuleHits(db) },
    // Repeats what was given up.
    { name: 'field indexes', everyMs: 10 * MINUTE_MS, run: () => transaction(db, requestFieldIndexes) },
    { name: 'files', everyMs: 5 * MINUTE_MS, run: () => tidyFiles(files) },
    { name: 'idempotency keys', everyMs: MINUTE_MS, run: () => forgetOldAnswers(db) },
    { name: 'sign-in failures', everyMs: MINUTE_MS, run: () => forgetOldFailures(db) },
    { name: 'old drafts', everyMs: 60 * MINUTE_MS, run: () => forgetDrafts(db) },
    { name: 'one-time links', everyMs: 60 * MINUTE_MS, run: () => forgetLinks(db) },
    { name: 'links to tasks', everyMs: 60 * MINUTE_MS, run: () => forgetTaskLinks(db) },
    { name: 'e-mails', everyMs: 60 * MINUTE_MS, run: () => forgetMails(db) },
    { name: 'ended sessions', everyMs: MINUTE_MS, run: () => forgetEndedSessions(db, sessionsAlive(Date.now())) },
    { name: 'expired personal tokens', everyMs: 60 * MINUTE_MS, run: () => forgetPersonalTokens(db) },
    { name: 'passkey challenges', everyMs: MINUTE_MS, run: () => forgetChallenges(db) },
    { name: 'pending sign-ins', everyMs: MINUTE_MS, run: () => forgetPendingSignIns(db) },
    { name: 'ended authorizations', everyMs: MINUTE_MS, run: () => forgetEndedAuthorizations(db) },
    { name: 'unused applications', everyMs: 60 * MINUTE_MS, run: () => forgetUnusedRegistrations(db) },
    { name: 'closed jobs', everyMs: MINUTE_MS, run: () => forgetClosedJobs(db) },
    { name: 'expired messages', everyMs: MINUTE_MS, run: () => forgetExpiredMessages(db) },
    { name: 'inbound receipts', everyMs: 10 * MINUTE_MS, run: () => forgetReceipts(db) },
    { name: 'delivered signals', everyMs: 10 * MINUTE_MS, run: () => forgetSignals(db) },
    {
      name: 'evidence',
      everyMs: 10 * SECOND_MS,
      run: () => sealAuditLog({ ...deps, isStamped: authority !== undefined }),
    },
    ...(authority === undefined
      ? []
      : [{ name: 'time stamps', everyMs: 10 * SECOND_MS, run: () => stampSeals({ ...deps, authority }) }]),
    { name: 'audit partitions', everyMs: 60 * MINUTE_MS, run: () => keepAuditPartitions(deps) },
  ];
};
