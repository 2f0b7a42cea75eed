import { isUnrestricted, rolesOf } from '../../access/authorize.js';
import { unionOf } from '../../access/role.js';
import { appendAudit } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidMember, namesNothing, notFound } from '../../kernel/errors/request-errors.js';
import { unknownPlugin } from '../../kernel/errors/storage-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { isForeignKeyViolation, type Transaction } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter, type RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { FileLimits } from '../../sub-projects/fields/field-definition.js';
import type { Caller } from '../../use-case/caller.js';
import { insertFile, type NewFile } from '../records/insert-file.js';
import { allowsMimeType } from '../records/mime-type.js';
import type { FileDeps } from '../store/file-deps.js';
import { objectKey } from '../store/object-key.js';
import type { StoragePlugin } from '../store/plugin.js';
import { checkQuota } from './quota.js';
import { checkUploadValues } from './upload-request.js';

/** What both ways of uploading are told of a file. */
export interface UploadRequest {
  readonly subProjectId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly pluginName: string;
  readonly processId?: string | undefined;
  readonly stageKey?: string | undefined;
  /** The field that the file is for. */
  readonly fieldName?: string | undefined;
  readonly sha256?: string | undefined;
  /** Bytes, as a decimal string (D3). */
  readonly size?: string | undefined;
}

/** How a file is uploaded: which sizes its way of uploading allows, in bytes. */
export interface UploadWay {
  readonly smallest: 0 | 1;
  readonly largest: number;
}

/** A file that may be uploaded, not stored yet. Its `maximumSize` is the announced size, or the largest that is allowed. */
export interface ReservedUpload {
  readonly subProject: SubProject;
  readonly file: Omit<NewFile, 'partSize'>;
  /** Whether the request gave the size. */
  readonly isAnnounced: boolean;
}

/**
 * Decides whether a file may be uploaded and where to. A process outside the caller's row filter is 1206, as the
 * operation's other denials (D41).
 *
 * @throws CatalogueError 1200, 1206, 1709, 1720 or 1721, in the order of D13
 */
export async function reserveUpload(
  { db, subProjects, storage }: FileDeps,
  caller: Caller,
  request: UploadRequest,
  operation: RoleOperation,
  way: UploadWay,
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
  const field = request.fieldName === undefined ? undefined : limitsOf(subProject, caller, request.fieldName);
  if (!allowsMimeType(field?.mimeTypes, request.mimeType)) {
    const detail = `mimeType is not allowed by the field "${request.fieldName}": it takes ${field?.mimeTypes?.join(', ')}.`;
    throw invalidMember('/mimeType', detail);
  }
  const limits = [
    way.largest,
    storage.maximumFileSize(plugin),
    subProject.storage.maximumFileSize ?? Infinity,
    field?.maximumSize ?? Infinity,
  ];
  const announced = request.size === undefined ? undefined : readSize(request.size, way.smallest, Math.min(...limits));
  // A file that could not fit even into an empty quota would only be refused by the store.
  const maximumSize = announced ?? Math.min(...limits, subProject.storage.quota ?? Infinity);
  await storage.requireRoom(plugin.name, announced ?? 0);
  const id = newId();
  const file = {
    id,
    subProjectId: subProject.id,
    stageKey: request.stageKey ?? null,
    processId: process?.id ?? null,
    fileName: request.fileName,
    mimeType: request.mimeType,
    plugin: plugin.name,
    objectKey: objectKey(plugin.prefix, subProject.id, id, request.fileName),
    maximumSize,
    sha256: request.sha256?.toLowerCase() ?? null,
    uploadedBy: caller.principal.kind === 'user' ? caller.principal.userId : null,
  };
  return { subProject, file, isAnnounced: announced !== undefined };
}

/**
 * Stores an open upload and who began it.
 *
 * @param partSize null for an upload by form
 * @throws CatalogueError 1721; 1200 (404) when the process was deleted meanwhile
 */
export async function storeUpload(
  tx: Transaction,
  caller: Caller,
  { subProject, file: reserved, isAnnounced }: ReservedUpload,
  partSize: number | null,
): Promise<void> {
  const file = { ...reserved, partSize };
  await insertFile(tx, file).catch((error: unknown) => {
    // Deleted since the request found it.
    if (isForeignKeyViolation(error, 'file_processes_sub_project_id_process_id_fkey')) {
      throw notFound('process', file.processId ?? '');
    }
    throw error;
  });
  await checkQuota(tx, subProject, { size: file.maximumSize, isAnnounced });
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
        ...(isAnnounced ? { size: file.maximumSize } : {}),
        ...(partSize === null ? {} : { partSize }),
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

/** The same error for a field that does not exist and for one that no role of the caller names. */
function limitsOf(subProject: SubProject, { principal }: Caller, name: string): FileLimits | undefined {
  const field = subProject.fields.get(name);
  const isKnown =
    isUnrestricted(principal) ||
    (principal.kind === 'user' &&
      rolesOf(principal, subProject).some((role) => unionOf([role.read, role.create, role.update]).has(name)));
  if (field?.reference === 'file' && isKnown) return field.files;
  throw invalidMember('/fieldName', 'fieldName must name a field of the format file, or a list of them.');
}

function checkMimeType({ name, mimeTypes }: StoragePlugin, mimeType: string): void {
  if (allowsMimeType(mimeTypes, mimeType)) return;
  const detail = `mimeType is not allowed by the storage plugin "${name}": it takes ${mimeTypes?.join(', ')}.`;
  throw invalidMember('/mimeType', detail);
}

/** Bytes as a decimal string (D3). */
function readSize(text: string, minimum: number, maximum: number): number {
  const size = /^[0-9]{1,15}$/.test(text) ? Number(text) : -1;
  if (size >= minimum && size <= maximum) return size;
  const detail = `size must be a number of bytes from ${minimum} to ${maximum}, as a decimal string.`;
  throw invalidMember('/size', detail);
}
