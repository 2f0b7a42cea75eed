import { newId } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { OPEN_UPLOAD_MS, SETTLE_AFTER_MS } from '../records/file-row.js';
import {
  type Ending,
  findPurging,
  findUnsettled,
  markPurging,
  markSettled,
  removeRows,
  subProjectsDue,
} from '../records/maintenance-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import { Attempts } from './attempts.js';
import { heldSubProjects } from './legal-hold.js';
import { removeAll, settle } from './remove-objects.js';
import { byRetention } from './retention-time.js';

const DAY_MS = 24 * 3600 * 1000;

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
  /** Files deleted longer ago than they are kept (D32, D56). */
  readonly purged: number;
  /** Files removed with all they had at their store. */
  readonly removed: number;
  /** Closed files that have nothing but their object at the store any more. */
  readonly settled: number;
  /** The first refusal of each store that did not do all that was asked, by plugin: these files come again. */
  readonly failures: Readonly<Record<string, string>>;
}

/**
 * Ends uploads that were never closed and deleted files whose time is over, with their objects, and tidies up after files
 * that were closed. Sub-projects under legal hold are skipped. Any number of workers may do it at once. The order is mark
 * (with its audit row), object, row, so that a crash at any instant leaves a mark that the next call finishes.
 */
export async function maintainFiles(deps: FileDeps, options: MaintenanceOptions = {}): Promise<MaintenanceReport> {
  const now = (options.now ?? new Date()).getTime();
  const expired = await expireUploads(deps, new Date(now - OPEN_UPLOAD_MS), options);
  const purged = await purgeDeleted(deps, now, options);
  const attempts = new Attempts();
  const removed = await removePurging(deps, options, attempts);
  const settled = await settleClosed(deps, new Date(now - SETTLE_AFTER_MS), options, attempts);
  return { expired, purged, removed, settled, failures: attempts.failures };
}

/**
 * {@link maintainFiles} for a worker that repeats it.
 *
 * @throws Error naming what stores refused, after everything else is done
 */
export async function tidyFiles(deps: FileDeps): Promise<MaintenanceReport> {
  const report = await maintainFiles(deps);
  const refusals = Object.entries(report.failures).map(([plugin, failure]) => `${plugin}: ${failure}`);
  if (refusals.length > 0) throw new Error(`Some files could not be tidied up. ${refusals.join(' ')}`);
  return report;
}

async function expireUploads(deps: FileDeps, before: Date, options: MaintenanceOptions): Promise<number> {
  const due = await subProjectsDue(deps.db, 'expire', before);
  const held = await heldSubProjects(deps.subProjects, due);
  return end(deps, 'expire', { before, subProjectIds: due.filter((id) => !held.includes(id)) }, options);
}

/** Sub-projects may keep deleted files for different times: those with the same time are purged together. */
async function purgeDeleted(deps: FileDeps, now: number, options: MaintenanceOptions): Promise<number> {
  const due = await subProjectsDue(deps.db, 'purge', new Date(now));
  let purged = 0;
  for (const [days, subProjectIds] of await byRetention(deps, due)) {
    purged += await end(deps, 'purge', { before: new Date(now - days * DAY_MS), subProjectIds }, options);
  }
  return purged;
}

async function end(
  { db }: FileDeps,
  ending: Ending,
  due: { readonly before: Date; readonly subProjectIds: readonly string[] },
  { batch = 50, limit = 10_000, signal }: MaintenanceOptions,
): Promise<number> {
  const actor: Actor = { principal: systemPrincipal, traceId: newId() };
  let count = 0;
  while (count < limit && signal?.aborted !== true) {
    const marked = await transaction(db, async (tx) => {
      const files = await markPurging(tx, ending, { ...due, limit: Math.min(batch, limit - count) });
      await appendFileAudit(
        tx,
        actor,
        `file.${ending}`,
        files.map((file) => ({ file, before: { fileName: file.fileName }, after: null })),
      );
      return files.length;
    });
    if (marked === 0) break;
    count += marked;
  }
  return count;
}

async function removePurging(
  { db, storage }: FileDeps,
  { batch = 50, limit = 10_000, signal }: MaintenanceOptions,
  attempts: Attempts,
): Promise<number> {
  let removed = 0;
  while (removed < limit && signal?.aborted !== true) {
    const files = await findPurging(db, { leftOut: attempts.leftOut, limit: Math.min(batch, limit - removed) });
    if (files.length === 0) break;
    const done = await attempts.each(files, (file) => removeAll(storage, file));
    await removeRows(db, done);
    removed += done.length;
  }
  return removed;
}

async function settleClosed(
  { db, subProjects, storage }: FileDeps,
  before: Date,
  { batch = 50, limit = 10_000, signal }: MaintenanceOptions,
  attempts: Attempts,
): Promise<number> {
  const held = await heldSubProjects(subProjects, await subProjectsDue(db, 'settle', before));
  let settled = 0;
  while (settled < limit && signal?.aborted !== true) {
    const { leftOut } = attempts;
    const files = await findUnsettled(db, { before, held, leftOut, limit: Math.min(batch, limit - settled) });
    if (files.length === 0) break;
    const done = await attempts.each(files, (file) => settle(storage, file));
    await markSettled(db, done);
    settled += done.length;
  }
  return settled;
}
