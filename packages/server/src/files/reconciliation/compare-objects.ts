import { findExistingSubProjects } from '../../sub-projects/records/sub-project-queries.js';
import {
  closedFilesBetween,
  type FileRange,
  namedKeys,
  type RecordedFile,
} from '../records/reconciliation/compare-queries.js';
import {
  addFinding,
  type PluginReport,
  type Position,
  type Removal,
} from '../records/reconciliation/reconcile-state.js';
import type { FileDeps } from '../store/file-deps.js';
import { type KeyParts, parseObjectKey } from '../store/object-key.js';
import type { ListedObject } from '../store/object-requests.js';
import type { StoragePlugin } from '../store/plugin.js';
import type { ReconcileScope } from './reconcile-scope.js';
import { isRemovable } from './removals.js';

/** A listed object with what its key says. */
type OurObject = ListedObject & KeyParts;

/** Closed files compared at a time, and HEAD requests under way at once. */
const ROWS = 1000;
const HEADS = 20;

/** What the comparison of one page needs to know. */
export interface PageContext {
  readonly deps: FileDeps;
  readonly scope: ReconcileScope;
  readonly plugin: StoragePlugin;
  /** What all keys that are listed begin with. */
  readonly root: string;
  readonly report: PluginReport;
}

/** Where to go on after a page, and what is to be removed because of it. */
export interface PageResult {
  readonly position: Position | null;
  readonly removals: readonly Removal[];
}

/**
 * Compares one page of a listing with up to {@link ROWS} files of the same range; a page with more files comes again, after
 * the last file compared. A listing is in the order of its keys, which is the order of sub-project and file id, so the files
 * are read once, in constant memory. A closed file that a page should have had and
 * has not is asked for with a HEAD before it counts as missing, so files that are closed meanwhile, and stores that list in
 * another order, cost time but never a wrong finding.
 *
 * @throws CatalogueError 1709
 */
export async function compareObjects(
  context: PageContext,
  { next, after }: Extract<Position, { readonly phase: 'objects' }>,
): Promise<PageResult> {
  const { deps, scope, plugin, root, report } = context;
  const page = await deps.storage.listPage(plugin.name, root, next);
  const ours = page.items.flatMap((object) => {
    const parts = parseObjectKey(plugin.prefix, object.key);
    return parts === undefined ? [] : [{ ...object, ...parts }];
  });
  const until = ours.at(-1);
  let removals: readonly Removal[] = [];
  let compared = after;
  if (until !== undefined) {
    const range = { subProjectId: scope.subProjectId ?? undefined, after, until };
    const { found, last } = await compareFiles(context, range, ours);
    if (last !== undefined) {
      return { position: { phase: 'objects', ...(next === undefined ? {} : { next }), after: last }, removals };
    }
    compared = later(after, until);
    const recorded = new Set(found);
    removals = await judgeUnrecorded(
      context,
      ours.filter((object) => !recorded.has(object.key)),
    );
  }
  report.objects += page.items.length;
  report.foreign += page.items.length - ours.length;
  const from = compared === undefined ? {} : { after: compared };
  const position: Position =
    page.next === undefined ? { phase: 'files', ...from } : { phase: 'objects', next: page.next, ...from };
  return { position, removals };
}

/** Compares some of the files that come after all listed objects. @throws CatalogueError 1709 */
export async function compareRemainingFiles(
  context: PageContext,
  { after }: Extract<Position, { readonly phase: 'files' }>,
): Promise<PageResult> {
  const range = { subProjectId: context.scope.subProjectId ?? undefined, after, until: undefined };
  const { last } = await compareFiles(context, range, []);
  return { position: last === undefined ? { phase: 'uploads' } : { phase: 'files', after: last }, removals: [] };
}

/** A range never begins before the one before it ended, whatever order a store lists in. */
const later = (one: KeyParts | undefined, other: KeyParts): KeyParts =>
  one !== undefined && order(one) > order(other) ? one : other;

const order = ({ subProjectId, fileId }: KeyParts): string => `${subProjectId}/${fileId}`;

/**
 * Looks for up to {@link ROWS} closed files of a range among the objects listed in it.
 *
 * @returns the keys of those found, and the last file when there may be more in the range
 */
async function compareFiles(
  context: PageContext,
  range: FileRange,
  listed: readonly ListedObject[],
): Promise<{ readonly found: readonly string[]; readonly last: KeyParts | undefined }> {
  const { deps, plugin, report } = context;
  const objects = new Map(listed.map((object) => [object.key, object]));
  const found: string[] = [];
  const files = await closedFilesBetween(deps.db, plugin.name, range, ROWS);
  report.records += files.length;
  const unlisted: RecordedFile[] = [];
  for (const file of files) {
    const object = objects.get(file.objectKey);
    if (object === undefined) unlisted.push(file);
    else found.push(file.objectKey);
    if (object !== undefined && differs(file, object)) addFinding(report.altered, broken(file));
  }
  await askFor(context, unlisted);
  const last = files.length < ROWS ? undefined : files.at(-1);
  return { found, last: last && { subProjectId: last.subProjectId, fileId: last.id } };
}

async function askFor({ deps, plugin, report }: PageContext, files: readonly RecordedFile[]): Promise<void> {
  for (let start = 0; start < files.length; start += HEADS) {
    await Promise.all(
      files.slice(start, start + HEADS).map(async (file) => {
        const object = await deps.storage.head(plugin.name, file.objectKey);
        if (object === undefined) addFinding(report.missing, broken(file));
        else if (differs(file, object)) addFinding(report.altered, broken(file));
      }),
    );
  }
}

const differs = (file: RecordedFile, object: { readonly size: number; readonly etag: string }): boolean =>
  file.size !== object.size || file.etag !== object.etag;

const broken = (file: RecordedFile) => ({ fileId: file.id, subProjectId: file.subProjectId, key: file.objectKey });

/** Objects of no closed file: of an open upload or one being purged, of another installation, or orphans. */
async function judgeUnrecorded(context: PageContext, objects: readonly OurObject[]): Promise<readonly Removal[]> {
  const { deps, scope, plugin, report } = context;
  if (objects.length === 0) return [];
  const named = await namedKeys(deps.db, plugin.name, objects);
  const here = await findExistingSubProjects(deps.db, [...new Set(objects.map((object) => object.subProjectId))]);
  const removals: Removal[] = [];
  for (const { subProjectId, fileId, key, size, modifiedTs } of objects) {
    if (named.has(key)) continue;
    if (!here.has(subProjectId)) {
      report.foreign += 1;
      continue;
    }
    addFinding(report.orphans, { key, size, modifiedTs: modifiedTs.toISOString() });
    if (await isRemovable(deps, scope, subProjectId, modifiedTs)) {
      removals.push({ action: 'file.removeOrphan', subProjectId, fileId, key, size });
    }
  }
  return removals;
}
