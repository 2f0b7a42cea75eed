import { enabledUsers } from '../../identity/records/enabled-users.js';
import type { Transaction } from '../../postgres/database.js';
import { watchesBecause } from '../preferences/preferences.js';
import { findPreferences } from '../records/preferences.js';
import { addWatchers, MOST_WATCHERS, type Watcher, watchersOf } from '../records/watchers.js';
import type { WatchStart } from './concerns.js';

/** Who watches some processes, while the events about them are looked at one after another. */
export interface Watching {
  /** Who watches a process and has not stopped. */
  of(processId: string): readonly string[];
  /** People who begin to watch it; those who have stopped, or do not want to, do not. */
  begin(processId: string, starts: readonly WatchStart[], at: Date): void;
  /** Stores who has begun. */
  store(tx: Transaction, subProjectId: string): Promise<void>;
}

/**
 * Reads who watches processes, in three statements.
 *
 * @param starting who may begin to watch
 */
export async function readWatching(
  tx: Transaction,
  subProjectId: string,
  processIds: readonly string[],
  starting: readonly string[],
): Promise<Watching> {
  const known = new Map<string, Map<string, Watcher>>();
  const add = (watcher: Watcher): void => {
    const ofProcess = known.get(watcher.processId) ?? new Map();
    known.set(watcher.processId, ofProcess.set(watcher.userId, watcher));
  };
  for (const watcher of await watchersOf(tx, subProjectId, processIds)) add(watcher);
  const enabled = new Set((await enabledUsers(tx, starting)).map(({ id }) => id));
  const preferences = await findPreferences(tx, starting);
  const begun: Watcher[] = [];
  return {
    of: (processId) =>
      [...(known.get(processId)?.values() ?? [])].flatMap(({ userId, muted }) => (muted ? [] : [userId])),
    begin(processId, starts, sinceTs) {
      for (const { userId, reason } of starts) {
        const ofProcess = known.get(processId);
        if (ofProcess?.has(userId) === true || (ofProcess?.size ?? 0) >= MOST_WATCHERS) continue;
        if (!enabled.has(userId) || !watchesBecause(preferences.get(userId) ?? {}, reason)) continue;
        const watcher = { processId, userId, reason, muted: false, sinceTs };
        add(watcher);
        begun.push(watcher);
      }
    },
    async store(tx, subProjectId) {
      if (begun.length > 0) await addWatchers(tx, subProjectId, begun);
    },
  };
}
