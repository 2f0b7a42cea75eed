import type { StoredFile } from '../records/file-row.js';
import { fileRoot } from '../store/object-key.js';
import type { Storage } from '../store/storage.js';

/**
 * Removes everything a file has at its store. One request when the object is known to be all there is, else everything
 * under the file's keys, a listing or two more: what was uploaded after closing, copies of closings that were cut short,
 * parts.
 *
 * @throws CatalogueError 1709
 */
export async function removeAll(storage: Storage, file: StoredFile): Promise<void> {
  if (!file.settled) await removeOthers(storage, file, undefined);
  await storage.remove(file.plugin, file.objectKey);
}

/**
 * Removes everything but the file's object.
 *
 * @throws CatalogueError 1709
 */
export const settle = (storage: Storage, file: StoredFile): Promise<void> =>
  removeOthers(storage, file, file.objectKey);

async function removeOthers(storage: Storage, file: StoredFile, keep: string | undefined): Promise<void> {
  const root = fileRoot(file.objectKey, file.id);
  if (root === undefined) return;
  if (file.partSize !== null) await storage.abortMultiparts(file.plugin, root);
  let next: string | undefined;
  do {
    const page = await storage.listPage(file.plugin, root, next);
    for (const { key } of page.items) if (key !== keep && key.startsWith(root)) await storage.remove(file.plugin, key);
    next = page.next;
  } while (next !== undefined);
}
