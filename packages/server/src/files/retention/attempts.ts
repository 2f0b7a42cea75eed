import type { LeftOut } from '../records/maintenance-queries.js';
import { isUnreachable } from '../store/storage-failure.js';
import type { StoredFile } from './remove-objects.js';

/** Refused files after which a store is left alone: it is more likely to refuse everything. */
const MOST_REFUSALS = 500;

/**
 * What one call of maintenance has tried in vain. A store that cannot be reached is left alone until the next call: every
 * further file would wait for it. A store that refuses one file may take the next, so only that file is left out.
 */
export class Attempts {
  /** The first failure of each plugin. */
  readonly failures: Record<string, string> = {};
  readonly #plugins = new Set<string>();
  readonly #refused = new Map<string, Set<string>>();

  get leftOut(): LeftOut {
    return { plugins: [...this.#plugins], fileIds: [...this.#refused.values()].flatMap((ids) => [...ids]) };
  }

  /** Does something for every file at once. Returns the ids of those it was done for. */
  async each(files: readonly StoredFile[], action: (file: StoredFile) => Promise<void>): Promise<readonly string[]> {
    const done: string[] = [];
    await Promise.all(
      files.map(async (file) => {
        try {
          await action(file);
          done.push(file.id);
        } catch (error) {
          this.#failed(file, error);
        }
      }),
    );
    return done;
  }

  #failed({ id, plugin }: StoredFile, error: unknown): void {
    this.failures[plugin] ??= error instanceof Error ? error.message : String(error);
    const refused = this.#refused.get(plugin) ?? new Set();
    this.#refused.set(plugin, refused.add(id));
    if (isUnreachable(error) || refused.size >= MOST_REFUSALS) this.#plugins.add(plugin);
  }
}
