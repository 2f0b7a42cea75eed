import type { StoredFile } from '../records/file-row.js';
import type { LeftOut } from '../records/maintenance-queries.js';
import { isUnreachable } from '../store/storage-failure.js';

/** Refused files after which a store is left alone: it is more likely to refuse everything. */
const MOST_REFUSALS = 500;

/**
 * What failed during one call of maintenance. A store that cannot be reached is left out until the next call, because every
 * further file would wait for it. If a store refuses one file, only that file is left out: it may accept the next.
 */
export class Attempts {
  /** The first failure of each plugin. */
  readonly failures: Record<string, string> = {};
  readonly #plugins = new Set<string>();
  readonly #refused = new Map<string, Set<string>>();

  get leftOut(): LeftOut {
    return { plugins: [...this.#plugins], fileIds: [...this.#refused.values()].flatMap((ids) => [...ids]) };
  }

  /** Runs the action for every file at once. Returns the files it succeeded for. */
  async each(
    files: readonly StoredFile[],
    action: (file: StoredFile) => Promise<void>,
  ): Promise<readonly StoredFile[]> {
    const done: StoredFile[] = [];
    await Promise.all(
      files.map(async (file) => {
        try {
          await action(file);
          done.push(file);
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
