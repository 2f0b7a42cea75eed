import { appendAudit } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidMember, namesNothing } from '../../kernel/errors/request-errors.js';
import { unknownPlugin } from '../../kernel/errors/storage-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter, type RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller } from '../../use-case/caller.js';
import { insertFile, type NewFile } from '../records/insert-file.js';
import type { FileDeps } from '../store/file-deps.js';
import { objectKey } from '../store/object-key.js';
import type { StoragePlugin } from '../store/plugin.js';
import { allowsMimeType, checkUploadValues } from './upload-request.js';

/** What both ways of uploading are told of a file. */
export interface UploadRequest {
  readonly subProjectId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly pluginName: string;
  readonly processId?: string | undefined;
  readonly stageKey?: string | undefined;
  readonly sha256?: string | undefined;
}

/** A file that may be uploaded, not stored yet. Its `maximumSize` is the largest that is allowed. */
export type ReservedUpload = Omit<NewFile, 'partSize'>;

/**
 * Decides whether a file may be uploaded and where to. A process outside the caller's row filter is 1206, as the
 * operation's other denials (D41).
 *
 * @throws CatalogueError 1200, 1206 or 1709, in the order of D13
 */
export async function reserveUpload(
  { db, subProjects, storage }: FileDeps,
  caller: Caller,
  request: UploadRequest,
  operation: RoleOperation,
): Promise<ReservedUpload> {
  const { subProject, access } = await enter(subProjects, caller, request.subProjectId, operation);
  const { processId } = request;
  const process =
    processId === undefined
      ? undefined
      : (
          await enterProcess(db, subProject, access, processId, {
            unknown: { id: errorIds.invalidRequest, status: 404 },
            outside: errorIds.mayNotCreate,
          })
        ).process;
  checkStage(subProject, request.stageKey);
  checkUploadValues(request);
  const plugin = findPlugin(subProject, storage.plugin(request.pluginName));
  checkMimeType(plugin, request.mimeType);
  const id = newId();
  return {
    id,
    subProjectId: subProject.id,
    stageKey: request.stageKey ?? null,
    processId: process?.id ?? null,
    fileName: request.fileName,
    mimeType: request.mimeType,
    plugin: plugin.name,
    objectKey: objectKey(plugin.prefix, subProject.id, id, request.fileName),
    maximumSize: Math.min(
      storage.maximumFileSize(plugin),
      subProject.storage.maximumFileSize ?? Number.MAX_SAFE_INTEGER,
    ),
    sha256: request.sha256?.toLowerCase() ?? null,
  };
}

/** Stores an open upload and who began it. */
export async function storeUpload(tx: Transaction, caller: Caller, file: NewFile): Promise<void> {
  await insertFile(tx, file);
  await appendAudit(tx, caller, [
    {
      action: 'file.create',
      subProjectId: file.subProjectId,
      subjectType: 'file',
      subjectId: file.id,
      processId: file.processId,
      before: null,
      after: {
        fileName: file.fileName,
        mimeType: file.mimeType,
        pluginName: file.plugin,
        stageKey: file.stageKey ?? undefined,
        ...(file.partSize === null ? {} : { size: file.maximumSize, partSize: file.partSize }),
      },
    },
  ]);
}

function checkStage(subProject: SubProject, stageKey: string | undefined): void {
  if (stageKey === undefined || subProject.stages.has(stageKey)) return;
  const detail = `There is no stage "${stageKey.slice(0, 100)}" in the sub-project.`;
  throw namesNothing(detail, '/stageKey');
}

function findPlugin(subProject: SubProject, plugin: StoragePlugin): StoragePlugin {
  const { plugins } = subProject.storage;
  if (plugins.has(plugin.name)) return plugin;
  const allowed = plugins.names.length === 0 ? 'It allows none.' : `It allows ${plugins.names.join(', ')}.`;
  throw unknownPlugin(`The sub-project does not allow the storage plugin "${plugin.name}". ${allowed}`);
}

function checkMimeType({ name, mimeTypes }: StoragePlugin, mimeType: string): void {
  if (allowsMimeType(mimeTypes, mimeType)) return;
  const detail = `mimeType is not allowed by the storage plugin "${name}": it takes ${mimeTypes?.join(', ')}.`;
  throw invalidMember('/mimeType', detail);
}
