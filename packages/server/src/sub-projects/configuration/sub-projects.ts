import type { ErrorId } from '@millrace/contract';
import { LRUCache } from 'lru-cache';
import { notConfigured, subProjectNotFound } from '../../kernel/errors/sub-project-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { loadOnce } from '../../kernel/load-once.js';
import type { Queryable } from '../../postgres/database.js';
import { findCurrentVersionId, findVersion } from '../records/version-queries.js';
import { compileConfiguration } from './compile-configuration.js';
import type { SubProject } from './sub-project.js';

/** Compiled versions kept in memory: a few hundred kilobytes each at most, far less as a rule. */
const CACHED_VERSIONS = 500;

/** The way from a sub-project's id to its current configuration. */
export interface SubProjects {
  /**
   * The current configuration: one statement by primary key per call, and one more per version and server process.
   *
   * @throws CatalogueError `options.unknown` (default 1202) when there is no such sub-project, 1201 when nothing is
   * deployed to it (D13)
   */
  load(id: string, options?: LoadOptions): Promise<SubProject>;
  /**
   * Works with the configuration this process saw last, without asking for the current one first: `work` reads its id in
   * the snapshot or under the lock of what it does, and refuses to change anything under another one. What was done with
   * an outdated configuration, errors included, is done again with the current one. So a deployment is in force for every
   * request that begins after its answer, whichever server process gets it.
   */
  working<T>(id: string, work: (subProject: SubProject) => Promise<Work<T>>, options?: LoadOptions): Promise<T>;
}

export interface LoadOptions {
  readonly unknown?: ErrorId;
}

/** What was done, and which configuration was current then. */
export interface Work<T> {
  readonly versionId: string | null;
  readonly value: T;
}

/** @param db read on every load, outside any transaction */
export function createSubProjects(db: Queryable): SubProjects {
  const cache = new LRUCache<string, Promise<SubProject>>({ max: CACHED_VERSIONS });
  const seen = new Map<string, SubProject>();
  const load = async (id: string, options: LoadOptions = {}): Promise<SubProject> => {
    const current = isUuid(id) ? await findCurrentVersionId(db, id) : undefined;
    if (current === undefined) {
      throw subProjectNotFound(id, options.unknown);
    }
    const { versionId } = current;
    if (versionId === null) {
      throw notConfigured(id);
    }
    return loadOnce(cache, versionId, async () => compileConfiguration(await findVersion(db, versionId)));
  };
  const remember = (id: string, subProject: SubProject): SubProject => {
    if (seen.size >= CACHED_VERSIONS) seen.clear();
    seen.set(id, subProject);
    return subProject;
  };
  return {
    load,
    async working(id, work, options) {
      let assumed = seen.get(id) ?? remember(id, await load(id, options));
      for (let round = 1; ; round += 1) {
        const done = await attempt(work, assumed);
        if ('value' in done && (done.versionId === assumed.versionId || round === MOST_ROUNDS)) return done.value;
        const current = await load(id, options);
        if ('error' in done && (current.versionId === assumed.versionId || round === MOST_ROUNDS)) throw done.error;
        assumed = remember(id, current);
      }
    },
  };
}

/** Somebody would have to deploy in each of them. */
const MOST_ROUNDS = 5;

async function attempt<A, T>(work: (argument: A) => Promise<T>, argument: A): Promise<T | { readonly error: unknown }> {
  try {
    return await work(argument);
  } catch (error) {
    return { error };
  }
}
