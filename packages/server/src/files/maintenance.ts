import { appendAudit } from '../audit/append.js';
import { type Actor, systemPrincipal } from '../caller.js';
import { newId } from '../identifiers.js';
import { transaction } from '../postgres/pool.js';
import { firstProcesses } from './attach-files.js';
import type { FileDeps } from './file-deps.js';
import { deletedFileMs, openUploadMs, settleMs } from './file-row.js';
import { heldSubProjects } from './legal-hold.js';
import {
  type EndedFile,
  type Ending,
  findPurging,
  findUnsettled,
  markPurging,
  markSettled,
  removeRows,
  subProjectsDue,
} from './maintenance-queries.js';
import { removeAll, type StoredFile, settle } from './remove-objects.js';

export interface MaintenanceOptions {
  /** Default: the clock. */
  readonly now?: Date;
  /** Files per transaction and removals under way at once. Default 50. */
  readonly batch?: number;
  /** Files of each kind at most in one call. Default 10,000. */
  readonly limit?: number;
  /** Ends the work after the batch under way. */
  readonly signal?: AbortSignal;
}

/** What one call did. */
export interface MaintenanceReport {
  /** Uploads that were not closed within 24 hours (D30). */
  readonly expired: number;
  /** Files deleted more than 30 days ago (D32). */
  readonly purged: number;
  /** Files removed with all they had at their store. */
  readonly removed: number;
  /** Closed files that have nothing but their object at the store any more. */
  readonly settled: number;
  /** Stores that did not do as asked, by plugin: their files stay marked and come again. */
  readonly failures: Readonly<Record<string, string>>;
}

/**
 * Ends uploads that were never closed and deleted files whose time is over, with their objects, and tidies up after files
 * that were closed. Sub-projects under legal
 * hold are passed over. Any number of workers may do it at once; a crash at any instant leaves marks that the next call
 * finishes: mark (with its audit row), then object, then row.
 */
export async function maintainFiles(deps: FileDeps, options: MaintenanceOptions = {}): Promise<MaintenanceReport> {
  const now = (options.now ?? new Date()).getTime();
  const expired = await end(deps, 'expire', new Date(now - openUploadMs), options);
  const purged = await end(deps, 'purge', new Date(now - deletedFileMs), options);
  const failures: Record<string, string> = {};
  const removed = await removePurging(deps, options, failures);
  const settled = await settleClosed(deps, new Date(now - settleMs), options, failures);
  return { expired, purged, removed, settled, failures };
}

async function end(
  { db, subProjects }: FileDeps,
  ending: Ending,
  before: Date,
  { batch = 50, limit = 10_000, signal }: MaintenanceOptions,
): Promise<number> {
  const held = await heldSubProjects(subProjects, await subProjectsDue(db, ending, before));
  const actor: Actor = { principal: systemPrincipal, traceId: newId() };
  let count = 0;
  while (count < limit && signal?.aborted !== true) {
    const marked = await transaction(db, async (tx) => {
      const files = await markPurging(tx, ending, { before, held, limit: Math.min(batch, limit - count) });
      const processes = await firstProcesses(
        tx,
        files.map((file) => file.id),
      );
      await appendAudit(
        tx,
        actor,
        files.map((file) => auditEntry(ending, file, processes.get(file.id))),
      );
      return files.length;
    });
    if (marked === 0) break;
    count += marked;
  }
  return count;
}

const auditEntry = (ending: Ending, file: EndedFile, processId: string | undefined) => ({
  action: `file.${ending}` as const,
  subProjectId: file.subProjectId,
  subjectType: 'file' as const,
  subjectId: file.id,
  processId: processId ?? null,
  before: { fileName: file.fileName },
  after: null,
});

async function removePurging(
  { db, storage }: FileDeps,
  { batch = 50, limit = 10_000, signal }: MaintenanceOptions,
  failures: Record<string, string>,
): Promise<number> {
  let removed = 0;
  while (removed < limit && signal?.aborted !== true) {
    const files = await findPurging(db, { without: Object.keys(failures), limit: Math.min(batch, limit - removed) });
    if (files.length === 0) break;
    const done = await attempt(files, failures, (file) => removeAll(storage, file));
    await removeRows(db, done);
    removed += done.length;
  }
  return removed;
}

async function settleClosed(
  { db, subProjects, storage }: FileDeps,
  before: Date,
  { batch = 50, limit = 10_000, signal }: MaintenanceOptions,
  failures: Record<string, string>,
): Promise<number> {
  const held = await heldSubProjects(subProjects, await subProjectsDue(db, 'settle', before));
  let settled = 0;
  while (settled < limit && signal?.aborted !== true) {
    const without = Object.keys(failures);
    const files = await findUnsettled(db, { before, held, without, limit: Math.min(batch, limit - settled) });
    if (files.length === 0) break;
    const done = await attempt(files, failures, (file) => settle(storage, file));
    await markSettled(db, done);
    settled += done.length;
  }
  return settled;
}

/**
 * Does something for each file at once. Returns the ids of those it was done for. One refusal is enough to leave a store
 * alone until the next call: the others would mostly wait for it.
 */
async function attempt(
  files: readonly StoredFile[],
  failures: Record<string, string>,
  action: (file: StoredFile) => Promise<void>,
): Promise<readonly string[]> {
  const done: string[] = [];
  await Promise.all(
    files.map(async (file) => {
      try {
        await action(file);
        done.push(file.id);
      } catch (error) {
        failures[file.plugin] ??= error instanceof Error ? error.message : String(error);
      }
    }),
  );
  return done;
}
