import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { FileDeps } from '../store/file-deps.js';

/** How long a deleted file can be recovered where nothing else is configured (D32), in days. */
export const DEFAULT_RETENTION_DAYS = 30;

/**
 * The sub-projects by the days that they keep deleted files: what their document says, else the setting of the server.
 * Those under legal hold, or without a configuration that could say so, are left out. One statement each.
 */
export async function byRetention(
  { subProjects, retentionDays = DEFAULT_RETENTION_DAYS }: Pick<FileDeps, 'subProjects' | 'retentionDays'>,
  subProjectIds: readonly string[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const groups = new Map<number, string[]>();
  for (const id of subProjectIds) {
    try {
      const { storage } = await subProjects.load(id);
      if (storage.legalHold) continue;
      const days = storage.retentionDays ?? retentionDays;
      groups.set(days, [...(groups.get(days) ?? []), id]);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
    }
  }
  return groups;
}
