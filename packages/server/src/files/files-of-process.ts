import type { File } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import type { Caller } from '../use-case/caller.js';
import { listStorage } from './operations/list-storage.js';
import type { FileDeps } from './store/file-deps.js';

const MOST_FILES = '100';

/** The newest files of a process that listStorage shows a caller, of each the current version; none where the caller may not call it. */
export async function filesOfProcess(
  deps: FileDeps,
  caller: Caller,
  { subProjectId, processId }: { readonly subProjectId: string; readonly processId: string },
): Promise<readonly File[]> {
  try {
    const filters = JSON.stringify({ currentAt: processId });
    const request = { subProjectId, filters, perPageCount: MOST_FILES, include: 'mimeType,sha256,versions' };
    return (await listStorage(deps)(caller, request)).files;
  } catch (error) {
    if (error instanceof CatalogueError && error.status === 403) return [];
    throw error;
  }
}
