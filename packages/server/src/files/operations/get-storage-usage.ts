import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import type { UseCase } from '../../use-case/caller.js';
import { deletedFiles, totalUsage, usageOf } from '../records/usage/storage-usage.js';
import { isFull } from '../store/disk-space.js';
import type { FileDeps } from '../store/file-deps.js';

/** getStorageUsage (extension): what the files take, what of it a purge would free, and what the disk has left (D56). */
export const getStorageUsage =
  ({ db, subProjects, disk }: FileDeps): UseCase<'getStorageUsage'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.getStorageUsage);
    const named = request.subProjectId === undefined ? undefined : await subProjects.load(request.subProjectId);
    const used = named === undefined ? await totalUsage(db) : await usageOf(db, named.id);
    const deleted = await deletedFiles(db, named?.id);
    const figures = await disk?.figures();
    const quota = named?.storage.quota;
    return {
      usage: {
        storedBytes: String(used.stored),
        openBytes: String(used.open),
        deletedFiles: String(deleted.count),
        deletedBytes: String(deleted.bytes),
        ...(quota === undefined ? {} : { quota: String(quota) }),
      },
      ...(figures === undefined
        ? {}
        : {
            disk: {
              totalBytes: String(figures.total),
              freeBytes: String(figures.free),
              reserveBytes: String(figures.reserve),
              takesUploads: !isFull(figures),
            },
          }),
    };
  };
