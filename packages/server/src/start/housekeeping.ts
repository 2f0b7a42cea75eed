import { type AuditKeeping, keepAuditPartitions } from '../audit/keep-partitions.js';
import type { Reconciler } from '../files/reconciliation/reconciler.js';
import { tidyFiles } from '../files/retention/maintenance.js';
import type { FileDeps } from '../files/store/file-deps.js';
import { forgetOldAnswers } from '../http/idempotency.js';
import { forgetOldFailures } from '../identity/records/sign-in-failure-queries.js';
import { forgetClosedJobs } from '../jobs/records/lease-reports.js';
import type { Chore } from '../jobs/worker/maintenance-loop.js';
import type { BulkRunner } from '../processes/bulk/bulk-runner.js';
import type { TotalsKeeper } from '../processes/totals/keep-totals.js';
import type { FieldIndexesPort } from '../sub-projects/configuration/field-indexes-port.js';
import { forgetExpiredMessages } from '../workflows/run/buffered-messages.js';
import { forgetSignals } from '../workflows/signals/fan-out-signal.js';

const second = 1000;
const minute = 60 * second;

/** What housekeeping needs of the features. */
export interface Household extends AuditKeeping {
  readonly files: FileDeps;
  readonly totals: Pick<TotalsKeeper, 'keep'>;
  readonly fieldIndexes: Pick<FieldIndexesPort, 'update'>;
  readonly reconciler: Pick<Reconciler, 'nudge'>;
  readonly bulk: Pick<BulkRunner, 'nudge'>;
}

/** What the worker does now and then: it tidies up what was to be kept for a time only, and begins what takes long. */
export const housekeeping = (household: Household): readonly Chore[] => {
  const { db, files, totals, fieldIndexes, reconciler, bulk } = household;
  return [
    { name: 'totals', everyMs: second, run: () => totals.keep() },
    // Takes up what was interrupted; it goes on in the background.
    { name: 'field indexes', everyMs: minute, run: async () => fieldIndexes.update() },
    { name: 'files', everyMs: 5 * minute, run: () => tidyFiles(files) },
    { name: 'storage reconciliations', everyMs: 2 * second, run: () => reconciler.nudge() },
    { name: 'bulk updates', everyMs: second, run: () => bulk.nudge() },
    { name: 'idempotency keys', everyMs: minute, run: () => forgetOldAnswers(db) },
    { name: 'sign-in failures', everyMs: minute, run: () => forgetOldFailures(db) },
    { name: 'closed jobs', everyMs: minute, run: () => forgetClosedJobs(db) },
    { name: 'expired messages', everyMs: minute, run: () => forgetExpiredMessages(db) },
    { name: 'delivered signals', everyMs: 10 * minute, run: () => forgetSignals(db) },
    { name: 'audit partitions', everyMs: 60 * minute, run: () => keepAuditPartitions(household) },
  ];
};
