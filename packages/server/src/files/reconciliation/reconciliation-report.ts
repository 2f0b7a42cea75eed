import type { StorageReconciliation } from '@millrace/contract';
import type { PluginReport } from '../records/reconciliation/reconcile-state.js';
import type { ReconciliationRow } from '../records/reconciliation/reconciliation-queries.js';

const presentPlugin = (report: PluginReport): StorageReconciliation['plugins'][number] => ({
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
    modifiedTs,
  })),
  missing: report.missing.first.map((file) => ({ ...file })),
  altered: report.altered.first.map((file) => ({ ...file })),
  strayUploads: report.strayUploads.first.map(({ key, uploadId, size, createdTs }) => ({
    key,
    uploadId,
    size: String(size),
    createdTs,
  })),
});

/** A comparison on the wire: WAITING until a worker has begun, RUNNING until it ends. */
export function presentReconciliation(row: ReconciliationRow): StorageReconciliation {
  return {
    id: row.id,
    state: stateOf(row),
    repair: row.repair,
    ...(row.subProjectId === null ? {} : { subProjectId: row.subProjectId }),
    ...(row.plugin === null ? {} : { pluginName: row.plugin }),
    createdTs: row.createdTs.toISOString(),
    ...(row.startedTs === null ? {} : { startedTs: row.startedTs.toISOString() }),
    ...(row.finishedTs === null ? {} : { finishedTs: row.finishedTs.toISOString() }),
    ...(row.failure === null ? {} : { failure: row.failure }),
    unconfigured: Object.entries(row.progress?.unconfigured ?? {}).map(([pluginName, files]) => ({
      pluginName,
      fileCount: String(files),
    })),
    plugins: row.progress?.plugins.map(presentPlugin) ?? [],
  };
}

function stateOf({ startedTs, finishedTs, failure }: ReconciliationRow): string {
  if (finishedTs !== null) return failure === null ? 'COMPLETED' : 'FAILED';
  return startedTs === null ? 'WAITING' : 'RUNNING';
}
