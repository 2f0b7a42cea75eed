import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller, UseCase } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import {
  type EndedFile,
  type Ending,
  markPurging,
  removeRows,
  subProjectsDue,
} from '../records/maintenance-queries.js';
import { deletedFiles } from '../records/usage/storage-usage.js';
import { Attempts } from '../retention/attempts.js';
import { heldSubProjects, underHold } from '../retention/legal-hold.js';
import { removeAll } from '../retention/remove-objects.js';
import type { FileDeps } from '../store/file-deps.js';

/** Files of one request: each costs an audit row and a few requests to its store. */
const MOST_FILES = 1000;
const AT_ONCE = 50;

/**
 * purgeStorage (extension): purges deleted files before their time, to free space (D56). The files are marked with their
 * audit rows in one transaction; their objects go after it, or with the next maintenance where the store does not answer.
 * Sub-projects under legal hold keep everything (D32).
 */
export const purgeStorage =
  (deps: FileDeps): UseCase<'purgeStorage'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.purgeStorage);
    const { db, subProjects } = deps;
    const named = request.subProjectId === undefined ? undefined : await subProjects.load(request.subProjectId);
    if (named?.storage.legalHold === true) throw underHold(named.id);
    const now = new Date();
    const deletedBefore = readTime('/deletedBefore', request.deletedBefore) ?? now;
    const openBefore = readTime('/openBefore', request.openBefore);
    const dueOf = async (ending: Ending, before: Date | undefined) => {
      const due = before === undefined ? [] : await subProjectsDue(db, ending, before);
      const held = await heldSubProjects(subProjects, due);
      return due.filter((id) => !held.includes(id) && (named === undefined || named.id === id));
    };
    const [purge, expire] = [await dueOf('purge', deletedBefore), await dueOf('expire', openBefore)];
    let marked: readonly EndedFile[] = [];
    const answer = await caller.write(async (tx) => {
      const purged = await mark(tx, caller, 'purge', { before: deletedBefore, subProjectIds: purge });
      const ended = await mark(tx, caller, 'expire', { before: openBefore ?? now, subProjectIds: expire });
      marked = [...purged, ...ended];
      const left = await deletedFiles(tx, named?.id);
      return {
        purged: String(purged.length),
        freedBytes: String(purged.reduce((sum, { size }) => sum + size, 0)),
        endedUploads: String(ended.length),
        hasMore: purged.length === MOST_FILES || ended.length === MOST_FILES,
        deletedFiles: String(left.count),
        deletedBytes: String(left.bytes),
      };
    });
    await removeMarked(deps, marked);
    return answer;
  };

async function mark(
  tx: Transaction,
  caller: Caller,
  ending: Ending,
  due: { readonly before: Date; readonly subProjectIds: readonly string[] },
): Promise<readonly EndedFile[]> {
  const files = await markPurging(tx, ending, { ...due, limit: MOST_FILES });
  const changes = files.map((file) => ({ file, before: { fileName: file.fileName, size: file.size }, after: null }));
  if (files.length > 0) await appendFileAudit(tx, caller, `file.${ending}`, changes);
  return files;
}

/** What fails stays marked, for maintenance. */
async function removeMarked({ db, storage }: FileDeps, files: readonly EndedFile[]): Promise<void> {
  const attempts = new Attempts();
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const { plugins } = attempts.leftOut;
    const some = files.slice(from, from + AT_ONCE).filter(({ plugin }) => !plugins.includes(plugin));
    await removeRows(db, await attempts.each(some, (file) => removeAll(storage, file)));
  }
}

/** A time of the request, ISO 8601. */
function readTime(pointer: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw invalidMember(pointer, `${pointer.slice(1)} must be a time such as 2026-01-31T12:00:00Z.`);
}
