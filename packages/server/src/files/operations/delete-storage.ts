import { operations } from '@millrace/contract';
import { fileNotFound, storageLocked } from '../../kernel/errors/storage-errors.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import type { Transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { Caller, UseCase } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { setDeleted } from '../records/change-file.js';
import type { FileRow } from '../records/file-row.js';
import { type FileScope, findFiles, subProjectsOf } from '../records/find-file.js';
import { underHold } from '../retention/legal-hold.js';
import type { FileDeps } from '../store/file-deps.js';

/**
 * deleteStorage: deletes files or recovers deleted ones, all or none (D32). The sub-projects come from the files, and the
 * caller's role in each is checked before anything is said about a file (D13). Repeating it changes nothing.
 */
export const deleteStorage =
  (deps: FileDeps): UseCase<'deleteStorage'> =>
  async (caller, request) => {
    const recover = request.recover ?? false;
    const fileIds = [...new Set(request.fileIds.map((id) => id.toLowerCase()))];
    const scopes = await enterAll(deps, caller, fileIds, request.subProjectId);
    return caller.write(async (tx) => {
      const files = await lockAll(tx, scopes, fileIds);
      checkLocks(scopes, files);
      const changed = files.filter((file) => (file.deletedTs !== null) === recover);
      if (changed.length > 0) await change(tx, caller, changed, recover);
      return { success: true, message: message(changed.length, files.length, recover) };
    });
  };

/** The sub-projects the files are in, or the one the caller names. In the order of their ids. */
async function enterAll(
  { db, subProjects }: FileDeps,
  caller: Caller,
  fileIds: readonly string[],
  named: string | undefined,
): Promise<readonly FileScope[]> {
  const { deleteStorage: operation } = operations;
  if (named !== undefined) return [await enter(subProjects, caller, named, operation)];
  const found = await subProjectsOf(db, fileIds);
  const scopes: FileScope[] = [];
  for (const id of [...new Set(found.values())].sort()) scopes.push(await enter(subProjects, caller, id, operation));
  return scopes;
}

/** Locks by sub-project and id, an order all deletions share, so that two of them cannot wait for each other. */
async function lockAll(
  tx: Transaction,
  scopes: readonly FileScope[],
  fileIds: readonly string[],
): Promise<readonly FileRow[]> {
  const files: FileRow[] = [];
  for (const scope of scopes) files.push(...(await findFiles(tx, scope, fileIds, { lock: true })));
  const known = new Set(files.map((file) => file.id));
  const unknown = fileIds.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw fileNotFound(fileIds[unknown] ?? '', jsonPointer('fileIds', unknown));
  return files;
}

function checkLocks(scopes: readonly FileScope[], files: readonly FileRow[]): void {
  const held = scopes.find(({ subProject }) => subProject.storage.legalHold);
  if (held !== undefined) throw underHold(held.subProject.id);
  const open = files.find((file) => file.closedTs === null);
  if (open !== undefined) {
    throw storageLocked(`The upload of the file "${open.id}" is still open. Close it first.`);
  }
}

async function change(tx: Transaction, caller: Caller, files: readonly FileRow[], recover: boolean): Promise<void> {
  const deletedTs = recover ? null : new Date();
  await setDeleted(tx, files, deletedTs);
  await appendFileAudit(
    tx,
    caller,
    recover ? 'file.recover' : 'file.delete',
    files.map((file) => ({ file, before: { deletedTs: file.deletedTs }, after: { deletedTs } })),
  );
}

function message(changed: number, asked: number, recover: boolean): string {
  const done = recover ? 'recovered' : 'deleted';
  const files = changed === 1 ? '1 file was' : `${changed} files were`;
  const rest = asked - changed;
  const already = recover ? 'not deleted' : 'deleted already';
  return rest === 0 ? `${files} ${done}.` : `${files} ${done}, ${rest} ${rest === 1 ? 'was' : 'were'} ${already}.`;
}
