import { filesWithUploads, knownSubProjects } from '../records/reconciliation/compare-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import type { ListedUpload } from '../store/multipart-requests.js';
import { type KeyParts, keyRoot, parseObjectKey } from '../store/object-key.js';
import type { StoragePlugin } from '../store/plugin.js';
import type { ReconcileOptions } from './reconcile-options.js';
import { isRemovable, recordRemovals } from './reconcile-removal.js';
import type { PluginReport } from './reconcile-report.js';

type OurUpload = ListedUpload & KeyParts;

/**
 * Looks for multipart uploads at a store that no file will complete: of files that are unknown here, as after a restored
 * backup, or that are closed and settled (D32). Their parts take room that no listing of objects shows. A page costs two
 * queries, each stray one request.
 */
export async function reconcileUploads(
  deps: FileDeps,
  options: ReconcileOptions,
  plugin: StoragePlugin,
  report: PluginReport,
): Promise<void> {
  const { subProjectId } = options;
  const root = subProjectId === undefined ? undefined : `${keyRoot(plugin.prefix)}${subProjectId}/`;
  for await (const page of deps.storage.listMultiparts(plugin.name, root)) {
    if (options.signal?.aborted === true) throw new Error('ended before it was finished');
    report.uploads += page.length;
    const ours = page.flatMap((upload) => {
      const parts = parseObjectKey(plugin.prefix, upload.key);
      return parts === undefined ? [] : [{ ...upload, ...parts }];
    });
    if (ours.length > 0) await judge(deps, options, plugin, ours, report);
  }
}

async function judge(
  deps: FileDeps,
  options: ReconcileOptions,
  plugin: StoragePlugin,
  uploads: readonly OurUpload[],
  report: PluginReport,
): Promise<void> {
  const { db, storage } = deps;
  // The row is there before the store learns of the upload, so asking now never misses the file of a listed one.
  const fileIds = uploads.map((upload) => upload.fileId);
  const accounted = await filesWithUploads(db, plugin.name, fileIds);
  const here = await knownSubProjects(db, [...new Set(uploads.map((upload) => upload.subProjectId))]);
  const removable: OurUpload[] = [];
  for (const upload of uploads) {
    if (accounted.has(upload.fileId) || !here.has(upload.subProjectId)) continue;
    const parts = await storage.listParts(plugin.name, upload);
    // It was completed since the listing.
    if (parts === undefined) continue;
    const { key, uploadId, createdTs } = upload;
    report.strayUploads.add({ key, uploadId, createdTs, size: parts.reduce((sum, part) => sum + part.size, 0) });
    if (await isRemovable(deps, options, upload.subProjectId, createdTs)) removable.push(upload);
  }
  if (removable.length > 0) await abortStrays(deps, plugin, removable, report);
}

async function abortStrays(
  { db, storage }: FileDeps,
  plugin: StoragePlugin,
  uploads: readonly OurUpload[],
  report: PluginReport,
): Promise<void> {
  const removals = uploads.map(({ subProjectId, fileId, key, uploadId }) => ({
    subProjectId,
    fileId,
    before: { pluginName: plugin.name, key, uploadId },
  }));
  await recordRemovals(db, 'file.abortStrayUpload', removals);
  for (const upload of uploads) {
    await storage.abortMultipart(plugin.name, upload);
    report.aborted += 1;
  }
}
