import { newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import {
  claimReconciliation,
  finishReconciliation,
  keepLease,
  type Lease,
  type ReconciliationReport,
  type ReconciliationRow,
  releaseReconciliation,
} from '../records/reconciliation/reconciliation-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import { type ReconcileReport, reconcile } from './reconcile.js';
import { emptyReport, presentPlugin, presentReport } from './reconciliation-report.js';

export interface ReconcilerOptions {
  readonly log: Log;
  /** How long a dead worker holds a comparison, in milliseconds. Default 60 s; kept up four times in that. */
  readonly leaseMs?: number;
  /** Default: the clock. */
  readonly now?: () => Date;
}

/** Does the comparisons that were asked for, one at a time, however long they take. */
export interface Reconciler {
  /** Begins the next comparison unless one is under way here. Resolves before it is done. */
  nudge(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Ends what is under way at the next page and gives it back: another worker, or this one later, starts over. */
  stop(): Promise<void>;
}

/**
 * Any number of server processes may have one. A comparison under a lease is done by one of them; it starts over when its
 * worker stops, dies or loses the lease.
 */
export function createReconciler(deps: FileDeps, options: ReconcilerOptions): Reconciler {
  const leaseMs = options.leaseMs ?? 60_000;
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  return {
    async nudge() {
      if (underWay !== undefined || stopping.signal.aborted) return;
      const token = newId();
      const row = await claimReconciliation(deps.db, token, leaseMs);
      if (row === undefined) return;
      underWay = work(deps, options, row, { lease: { id: row.id, token }, leaseMs, stopping: stopping.signal })
        .catch((error: unknown) => options.log.warn({ err: error, id: row.id }, 'a reconciliation will start over'))
        .finally(() => {
          underWay = undefined;
        });
    },
    async idle() {
      await underWay;
    },
    async stop() {
      stopping.abort();
      await underWay;
    },
  };
}

interface Hold {
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly stopping: AbortSignal;
}

async function work(
  deps: FileDeps,
  { now }: ReconcilerOptions,
  row: ReconciliationRow,
  { lease, leaseMs, stopping }: Hold,
): Promise<void> {
  const lost = new AbortController();
  let progress: ReconciliationReport = emptyReport;
  const beat = setInterval(() => {
    keepLease(deps.db, lease, leaseMs, progress).then(
      (kept) => {
        if (!kept) lost.abort();
      },
      // The next beat tries again; without one in time the lease ends and the report is refused.
      () => undefined,
    );
  }, leaseMs / 4);
  let report: ReconcileReport;
  try {
    report = await reconcile(deps, {
      repair: row.repair,
      ...(row.plugin === null ? {} : { plugin: row.plugin }),
      ...(row.subProjectId === null ? {} : { subProjectId: row.subProjectId }),
      ...(now === undefined ? {} : { now: now() }),
      signal: AbortSignal.any([stopping, lost.signal]),
      onProgress: (plugins) => {
        progress = { ...emptyReport, plugins: plugins.map(presentPlugin) };
      },
    });
  } finally {
    clearInterval(beat);
  }
  if (stopping.aborted) return releaseReconciliation(deps.db, lease);
  const failures = report.plugins.flatMap(({ plugin, failure }) =>
    failure === undefined ? [] : [`${plugin}: ${failure}`],
  );
  await finishReconciliation(deps.db, lease, presentReport(report), failures.length === 0 ? null : failures.join('\n'));
}
