import type { File } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import type { Caller } from '../use-case/caller.js';
import { listStorage } from './operations/list-storage.js';
import type { FileDeps } from './store/file-deps.js';

const MOST_FILES = '100';

/** The newest files of a process that listStorage shows a caller; none where the caller may not call it. */
export async function filesOfProcess(
  deps: FileDeps,
  caller: Caller,
  { subProjectId, processId }: { readonly subProjectId: string; readonly processId: string },
): Promise<readonly File[]> {
  try {
    const filters = JSON.stringify({ processId });
    const request = { subProjectId, filters, perPageCount: MOST_FILES, include: 'mimeType,versions' };
    const { files } = await listStorage(deps)(caller, request);
    return files.filter(({ versions = [] }) => versions.every((one) => one.processId !== processId || one.current));
  } catch (error) {
    if (error instanceof CatalogueError && error.status === 403) return [];
    throw error;
  }
}
