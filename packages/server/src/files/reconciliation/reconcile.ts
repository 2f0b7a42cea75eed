import {
  closedFilesBetween,
  type FileRange,
  knownSubProjects,
  namedKeys,
  pluginsInUse,
  type RecordedFile,
} from '../records/reconciliation/compare-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import { type KeyParts, keyRoot, parseObjectKey } from '../store/object-key.js';
import type { ListedObject } from '../store/object-requests.js';
import type { StoragePlugin } from '../store/plugin.js';
import type { ReconcileOptions } from './reconcile-options.js';
import { isRemovable, recordRemovals } from './reconcile-removal.js';
import { PluginReport } from './reconcile-report.js';
import { reconcileUploads } from './reconcile-uploads.js';

export interface ReconcileReport {
  readonly plugins: readonly PluginReport[];
  /** Number of files on plugins that are not configured any more, by plugin. */
  readonly unconfigured: Readonly<Record<string, number>>;
}

/** A listed object with what its key says. */
type OurObject = ListedObject & KeyParts;

/** Closed files compared at a time, and HEAD requests under way at once. */
const ROWS = 1000;
const HEADS = 20;

/**
 * Compares files and stores both ways (D32). One pass: a listing is in the order of its keys, which is the order of
 * sub-project and file id, so both sides are read once, a page at a time, in constant memory. A closed file that a page
 * should have had and has not is asked for with a HEAD before it counts as missing, so files that are closed meanwhile,
 * and stores that list in another order, cost time but never a wrong finding. Then come the multipart uploads under way.
 */
export async function reconcile(deps: FileDeps, options: ReconcileOptions = {}): Promise<ReconcileReport> {
  const plugins: PluginReport[] = [];
  for (const plugin of deps.storage.plugins) {
    if (options.plugin !== undefined && options.plugin !== plugin.name) continue;
    const report = new PluginReport(plugin.name);
    plugins.push(report);
    try {
      await reconcilePlugin(deps, options, plugin, report, () => options.onProgress?.(plugins));
    } catch (error) {
      report.failure = error instanceof Error ? error.message : String(error);
    }
  }
  if (options.plugin !== undefined) return { plugins, unconfigured: {} };
  const configured = new Set(deps.storage.plugins.map((plugin) => plugin.name));
  const inUse = [...(await pluginsInUse(deps.db, options.subProjectId))].filter(([name]) => !configured.has(name));
  return { plugins, unconfigured: Object.fromEntries(inUse) };
}

async function reconcilePlugin(
  deps: FileDeps,
  options: ReconcileOptions,
  plugin: StoragePlugin,
  report: PluginReport,
  progress: () => void,
): Promise<void> {
  const { subProjectId } = options;
  const root = subProjectId === undefined ? undefined : `${keyRoot(plugin.prefix)}${subProjectId}/`;
  let after: KeyParts | undefined;
  for await (const page of deps.storage.list(plugin.name, root)) {
    if (options.signal?.aborted === true) throw new Error('ended before it was finished');
    const ours = page.flatMap((object) => {
      const parts = parseObjectKey(plugin.prefix, object.key);
      return parts === undefined ? [] : [{ ...object, ...parts }];
    });
    report.objects += page.length;
    report.foreign += page.length - ours.length;
    const until = ours.at(-1);
    if (until !== undefined) {
      const recorded = await compareFiles(deps, plugin, { subProjectId, after, until }, ours, report);
      await judgeUnrecorded(
        deps,
        options,
        plugin,
        ours.filter((object) => !recorded.has(object.key)),
        report,
      );
      after = later(after, until);
    }
    progress();
  }
  await compareFiles(deps, plugin, { subProjectId, after, until: undefined }, [], report);
  progress();
  await reconcileUploads(deps, options, plugin, report);
}

/** A range never begins before the one before it ended, whatever order a store lists in. */
const later = (one: KeyParts | undefined, other: KeyParts): KeyParts =>
  one !== undefined && order(one) > order(other) ? one : other;

const order = ({ subProjectId, fileId }: KeyParts): string => `${subProjectId}/${fileId}`;

/** Looks for the closed files of a range among the objects listed in it. Returns the keys of those found. */
async function compareFiles(
  deps: FileDeps,
  plugin: StoragePlugin,
  range: FileRange,
  listed: readonly ListedObject[],
  report: PluginReport,
): Promise<ReadonlySet<string>> {
  const objects = new Map(listed.map((object) => [object.key, object]));
  const found = new Set<string>();
  let { after } = range;
  for (;;) {
    const files = await closedFilesBetween(deps.db, plugin.name, { ...range, after }, ROWS);
    report.records += files.length;
    const unlisted: RecordedFile[] = [];
    for (const file of files) {
      const object = objects.get(file.objectKey);
      if (object === undefined) unlisted.push(file);
      else found.add(file.objectKey);
      if (object !== undefined && differs(file, object)) report.altered.add(broken(file));
    }
    await askFor(deps, plugin, unlisted, report);
    const last = files.at(-1);
    if (last === undefined || files.length < ROWS) return found;
    after = { subProjectId: last.subProjectId, fileId: last.id };
  }
}

async function askFor(
  { storage }: FileDeps,
  plugin: StoragePlugin,
  files: readonly RecordedFile[],
  report: PluginReport,
): Promise<void> {
  for (let start = 0; start < files.length; start += HEADS) {
    await Promise.all(
      files.slice(start, start + HEADS).map(async (file) => {
        const object = await storage.head(plugin.name, file.objectKey);
        if (object === undefined) report.missing.add(broken(file));
        else if (differs(file, object)) report.altered.add(broken(file));
      }),
    );
  }
}

const differs = (file: RecordedFile, object: { readonly size: number; readonly etag: string }): boolean =>
  file.size !== object.size || file.etag !== object.etag;

const broken = (file: RecordedFile) => ({ fileId: file.id, subProjectId: file.subProjectId, key: file.objectKey });

/** Objects of no closed file: of an open upload or one being purged, of another installation, or orphans. */
async function judgeUnrecorded(
  deps: FileDeps,
  options: ReconcileOptions,
  plugin: StoragePlugin,
  objects: readonly OurObject[],
  report: PluginReport,
): Promise<void> {
  const { db } = deps;
  if (objects.length === 0) return;
  const named = await namedKeys(db, plugin.name, objects);
  const here = await knownSubProjects(db, [...new Set(objects.map((object) => object.subProjectId))]);
  const removable: OurObject[] = [];
  for (const object of objects) {
    if (named.has(object.key)) continue;
    if (!here.has(object.subProjectId)) {
      report.foreign += 1;
      continue;
    }
    report.orphans.add({ key: object.key, size: object.size, modifiedTs: object.modifiedTs });
    if (await isRemovable(deps, options, object.subProjectId, object.modifiedTs)) removable.push(object);
  }
  if (removable.length > 0) await removeOrphans(deps, plugin, removable, report);
}

async function removeOrphans(
  { db, storage }: FileDeps,
  plugin: StoragePlugin,
  orphans: readonly OurObject[],
  report: PluginReport,
): Promise<void> {
  const removals = orphans.map(({ subProjectId, fileId, key, size }) => ({
    subProjectId,
    fileId,
    before: { pluginName: plugin.name, key, size },
  }));
  await recordRemovals(db, 'file.removeOrphan', removals);
  for (const { key } of orphans) {
    await storage.remove(plugin.name, key);
    report.removed += 1;
  }
}
