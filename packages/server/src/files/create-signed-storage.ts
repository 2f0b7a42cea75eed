import { operations } from '@millrace/contract';
import { appendAudit } from '../audit/append.js';
import type { UseCase } from '../caller.js';
import { CatalogueError } from '../catalogue-error.js';
import { newId } from '../identifiers.js';
import { enterProcess } from '../processes/enter-process.js';
import { enter } from '../sub-projects/enter.js';
import type { SubProject } from '../sub-projects/sub-project.js';
import type { FileDeps } from './file-deps.js';
import { insertFile } from './insert-file.js';
import { objectKey } from './object-key.js';
import type { StoragePlugin } from './plugin.js';
import { allowsMimeType, checkUploadValues } from './upload-request.js';

/**
 * createSignedStorage: reserves a file and signs the form of its upload (D29, D31). A process outside the caller's row
 * filter is 1206, as the operation's other denials (D41). 1704, which the interface lists, has no cause here: nothing in
 * the request names a file.
 */
export const createSignedStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'createSignedStorage'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(
      subProjects,
      caller,
      request.subProjectId,
      operations.createSignedStorage,
    );
    const { processId } = request;
    const process =
      processId === undefined
        ? undefined
        : (await enterProcess(db, subProject, access, processId, { unknown: { id: 1200, status: 404 }, outside: 1206 }))
            .process;
    checkStage(subProject, request.stageKey);
    checkUploadValues(request);
    const plugin = findPlugin(subProject, storage.plugin(request.pluginName));
    checkMimeType(plugin, request.mimeType);
    const id = newId();
    const upload = {
      key: objectKey(plugin.prefix, subProject.id, id, request.fileName),
      mimeType: request.mimeType,
      maximumSize: Math.min(
        storage.maximumFileSize(plugin),
        subProject.storage.maximumFileSize ?? Number.MAX_SAFE_INTEGER,
      ),
      sha256: request.sha256?.toLowerCase(),
    };
    const aws = await storage.signUpload(plugin.name, upload);
    return caller.write(async (tx) => {
      await insertFile(tx, {
        id,
        subProjectId: subProject.id,
        stageKey: request.stageKey ?? null,
        processId: process?.id ?? null,
        fileName: request.fileName,
        mimeType: upload.mimeType,
        plugin: plugin.name,
        objectKey: upload.key,
        maximumSize: upload.maximumSize,
        sha256: upload.sha256 ?? null,
      });
      await appendAudit(tx, caller, [
        {
          action: 'file.create',
          subProjectId: subProject.id,
          subjectType: 'file',
          subjectId: id,
          processId: process?.id ?? null,
          before: null,
          after: {
            fileName: request.fileName,
            mimeType: request.mimeType,
            pluginName: plugin.name,
            stageKey: request.stageKey,
          },
        },
      ]);
      return { file: { id, fileName: request.fileName, locked: true }, aws };
    });
  };

function checkStage(subProject: SubProject, stageKey: string | undefined): void {
  if (stageKey === undefined || subProject.stages.has(stageKey)) return;
  const detail = `There is no stage "${stageKey.slice(0, 100)}" in the sub-project.`;
  throw new CatalogueError(1200, detail, { status: 404, errors: [{ pointer: '/stageKey', detail }] });
}

function findPlugin(subProject: SubProject, plugin: StoragePlugin): StoragePlugin {
  const { plugins } = subProject.storage;
  if (plugins.has(plugin.name)) return plugin;
  const allowed = plugins.names.length === 0 ? 'It allows none.' : `It allows ${plugins.names.join(', ')}.`;
  throw new CatalogueError(1709, `The sub-project does not allow the storage plugin "${plugin.name}". ${allowed}`, {
    status: 400,
  });
}

function checkMimeType({ name, mimeTypes }: StoragePlugin, mimeType: string): void {
  if (allowsMimeType(mimeTypes, mimeType)) return;
  const detail = `mimeType is not allowed by the storage plugin "${name}": it takes ${mimeTypes?.join(', ')}.`;
  throw new CatalogueError(1200, detail, { errors: [{ pointer: '/mimeType', detail }] });
}
