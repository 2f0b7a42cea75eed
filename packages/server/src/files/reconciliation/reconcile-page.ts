import type { Progress } from '../../jobs/worker/background-work.js';
import { pluginsInUse } from '../records/reconciliation/compare-queries.js';
import { newReport, type Position, type ReconcileState } from '../records/reconciliation/reconcile-state.js';
import type { FileDeps } from '../store/file-deps.js';
import { keyRoot } from '../store/object-key.js';
import { compareObjects, compareRemainingFiles, type PageContext, type PageResult } from './compare-objects.js';
import { compareUploads } from './compare-uploads.js';
import type { ReconcileScope } from './reconcile-scope.js';

/**
 * Takes a comparison of files and stores one page further (D32), plugin by plugin: objects, then the files after them, then
 * multipart uploads. Beginning with a plugin counts as a page. It changes `state` and nothing else; what is to be removed is in `state.removals` afterwards.
 *
 * @throws CatalogueError 1709 when the store does not answer or is not configured any more; `state` must not be kept then
 */
export async function reconcilePage(deps: FileDeps, scope: ReconcileScope, state: ReconcileState): Promise<Progress> {
  const report = state.plugins.at(-1);
  if (state.position === null || report === undefined) {
    if (beginPlugin(deps, scope, state)) return 'more';
    state.unconfigured = scope.plugin === null ? await filesWithoutPlugin(deps, scope) : {};
    return 'finished';
  }
  const plugin = deps.storage.plugin(report.plugin);
  const root = keyRoot(plugin.prefix) + (scope.subProjectId === null ? '' : `${scope.subProjectId}/`);
  const result = await comparePage({ deps, scope, plugin, root, report }, state.position);
  state.position = result.position;
  state.removals = [...result.removals];
  return 'more';
}

function comparePage(context: PageContext, position: Position): Promise<PageResult> {
  switch (position.phase) {
    case 'objects':
      return compareObjects(context, position);
    case 'files':
      return compareRemainingFiles(context, position);
    case 'uploads':
      return compareUploads(context, position);
  }
}

/** Begins with the next plugin that is to be compared; false after the last one. */
function beginPlugin(deps: FileDeps, scope: ReconcileScope, state: ReconcileState): boolean {
  const begun = new Set(state.plugins.map((report) => report.plugin));
  const next = deps.storage.plugins.find(
    ({ name }) => (scope.plugin === null || scope.plugin === name) && !begun.has(name),
  );
  if (next === undefined) return false;
  state.plugins.push(newReport(next.name));
  state.position = { phase: 'objects' };
  return true;
}

async function filesWithoutPlugin(deps: FileDeps, scope: ReconcileScope): Promise<Readonly<Record<string, number>>> {
  const configured = new Set(deps.storage.plugins.map(({ name }) => name));
  const inUse = await pluginsInUse(deps.db, scope.subProjectId ?? undefined);
  return Object.fromEntries([...inUse].filter(([name]) => !configured.has(name)));
}
