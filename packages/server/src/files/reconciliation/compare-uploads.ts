import { findExistingSubProjects } from '../../sub-projects/records/sub-project-queries.js';
import { filesWithUploads } from '../records/reconciliation/compare-queries.js';
import { addFinding, type Position, type Removal } from '../records/reconciliation/reconcile-state.js';
import { parseObjectKey } from '../store/object-key.js';
import type { PageContext, PageResult } from './compare-objects.js';
import { isRemovable } from './removals.js';

/**
 * Looks at one page of the multipart uploads at a store for those that no file will complete: of files that are unknown here,
 * as after a restored backup, or that are closed and settled (D32). Their parts take room that no listing of objects shows. A
 * page costs two queries, each stray one request.
 *
 * @throws CatalogueError 1709
 */
export async function compareUploads(
  { deps, scope, plugin, root, report }: PageContext,
  { next }: Extract<Position, { readonly phase: 'uploads' }>,
): Promise<PageResult> {
  const { db, storage } = deps;
  const page = await storage.listMultipartsPage(plugin.name, root, next);
  report.uploads += page.items.length;
  const ours = page.items.flatMap((upload) => {
    const parts = parseObjectKey(plugin.prefix, upload.key);
    return parts === undefined ? [] : [{ ...upload, ...parts }];
  });
  // The row is there before the store learns of the upload, so asking now never misses the file of a listed one.
  const accounted = ours.length === 0 ? new Set() : await filesWithUploads(db, plugin.name, ours);
  const here = await findExistingSubProjects(db, [...new Set(ours.map((upload) => upload.subProjectId))]);
  const removals: Removal[] = [];
  for (const upload of ours) {
    const { subProjectId, fileId, key, uploadId, createdTs } = upload;
    if (accounted.has(fileId) || !here.has(subProjectId)) continue;
    const parts = await storage.listParts(plugin.name, upload);
    // It was completed since the listing.
    if (parts === undefined) continue;
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    addFinding(report.strayUploads, { key, uploadId, size, createdTs: createdTs.toISOString() });
    if (await isRemovable(deps, scope, subProjectId, createdTs)) {
      removals.push({ action: 'file.abortStrayUpload', subProjectId, fileId, key, uploadId });
    }
  }
  return { position: page.next === undefined ? null : { phase: 'uploads', next: page.next }, removals };
}
