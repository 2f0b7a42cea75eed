import type { StorageReconciliation } from '@millrace/contract';
import type { ReconciliationReport, ReconciliationRow } from '../records/reconciliation/reconciliation-queries.js';
import type { ReconcileReport } from './reconcile.js';
import type { PluginReport } from './reconcile-report.js';

export const emptyReport: ReconciliationReport = { plugins: [], unconfigured: [] };

export const presentReport = ({ plugins, unconfigured }: ReconcileReport): ReconciliationReport => ({
  plugins: plugins.map(presentPlugin),
  unconfigured: Object.entries(unconfigured).map(([pluginName, files]) => ({ pluginName, fileCount: String(files) })),
});

export const presentPlugin = (report: Readonly<PluginReport>): StorageReconciliation['plugins'][number] => ({
  pluginName: report.plugin,
  ...(report.failure === undefined ? {} : { failure: report.failure }),
  objectCount: String(report.objects),
  fileCount: String(report.records),
  foreignCount: String(report.foreign),
  orphanCount: String(report.orphans.count),
  removedCount: String(report.removed),
  missingCount: String(report.missing.count),
  alteredCount: String(report.altered.count),
  uploadCount: String(report.uploads),
  strayUploadCount: String(report.strayUploads.count),
  abortedCount: String(report.aborted),
  orphans: report.orphans.first.map(({ key, size, modifiedTs }) => ({
    key,
    size: String(size),
    modifiedTs: modifiedTs.toISOString(),
  })),
  missing: report.missing.first.map((file) => ({ ...file })),
  altered: report.altered.first.map((file) => ({ ...file })),
  strayUploads: report.strayUploads.first.map(({ key, uploadId, size, createdTs }) => ({
    key,
    uploadId,
    size: String(size),
    createdTs: createdTs.toISOString(),
  })),
});

/** What a report kept by a server that did not look for stray uploads has not. */
const notLookedFor = { uploadCount: '0', strayUploadCount: '0', abortedCount: '0', strayUploads: [] };

/** @param now to tell a comparison under way from one whose worker died */
export function presentReconciliation(row: ReconciliationRow, now: Date): StorageReconciliation {
  return {
    id: row.id,
    state: stateOf(row, now),
    repair: row.repair,
    ...(row.subProjectId === null ? {} : { subProjectId: row.subProjectId }),
    ...(row.plugin === null ? {} : { pluginName: row.plugin }),
    createdTs: row.createdTs.toISOString(),
    ...(row.startedTs === null ? {} : { startedTs: row.startedTs.toISOString() }),
    ...(row.finishedTs === null ? {} : { finishedTs: row.finishedTs.toISOString() }),
    ...(row.failure === null ? {} : { failure: row.failure }),
    unconfigured: row.report?.unconfigured ?? [],
    plugins: row.report?.plugins.map((plugin) => ({ ...notLookedFor, ...plugin })) ?? [],
  };
}

function stateOf({ finishedTs, failure, leaseUntil }: ReconciliationRow, now: Date): string {
  if (finishedTs !== null) return failure === null ? 'COMPLETED' : 'FAILED';
  return leaseUntil !== null && leaseUntil > now ? 'RUNNING' : 'WAITING';
}
