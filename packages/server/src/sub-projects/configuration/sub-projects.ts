import type { ErrorId } from '@millrace/contract';
import { LRUCache } from 'lru-cache';
import { notConfigured, subProjectNotFound } from '../../kernel/errors/sub-project-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { countSubSchemas } from '../../kernel/json-schema/counted-schema.js';
import { loadOnce } from '../../kernel/load-once.js';
import { inTimeSlices } from '../../kernel/time-slices.js';
import type { Queryable } from '../../postgres/database.js';
import type { StoredConfiguration } from '../records/stored-configuration.js';
import {
  type CurrentVersion,
  findCurrentVersionId,
  findVersion,
  type StoredVersion,
} from '../records/version-queries.js';
import { compileConfiguration } from './compile-configuration.js';
import { readMembers } from './effective-members.js';
import type { SubProject } from './sub-project.js';

/** Compiled versions kept in memory: a few hundred kilobytes each at most, far less as a rule. */
const CACHED_VERSIONS = 500;

/** A compiled version with what it was compiled from. */
interface Compiled {
  readonly subProject: SubProject;
  readonly configuration: StoredConfiguration;
}

/** Finds the current configuration of a sub-project by its id. */
export interface SubProjects {
  /**
   * The current configuration with its members: one statement by primary key per call, one more per version and server
   * process, and up to two more when the members have changed since the last call.
   *
   * @throws CatalogueError `options.unknownSubProject` (default 1202) when there is no such sub-project, 1201 when nothing is
   * deployed to it (D13)
   */
  load(id: string, options?: LookupOptions): Promise<SubProject>;
  /** As `load`, for a caller that has read which version is in force; undefined when nothing is deployed. */
  at(id: string, version: CurrentVersion): Promise<SubProject | undefined>;
  /**
   * Runs `work` with the configuration this process loaded last, without reading the current one first. `work` reads the id
   * of the current version in its own snapshot or under its own lock, and changes nothing if the version is another one.
   * When the version was outdated, the result is dropped, also an error, and `work` runs again with the current
   * configuration. So a deployment is in force for every request that starts after its answer, in every server process.
   *
   * @throws CatalogueError as `load`, and the errors of `work`
   */
  working<T>(id: string, work: (subProject: SubProject) => Promise<Work<T>>, options?: LookupOptions): Promise<T>;
}

export interface LookupOptions {
  /** Error when the sub-project does not exist; default 1202. updateProcessField uses 1221 (D13). */
  readonly unknownSubProject?: ErrorId;
}

/** The result of `work`, and the version that was current for it. */
export interface Work<T> {
  readonly versionId: string | null;
  readonly value: T;
}

/** Sub-schemas that a request may compile when it sets fields for the first time: about 0.1 s. */
const MOST_COMPILED_AT_ONCE = 300;

/** Large configurations compile before their first use, in slices that let other requests through. */
const hasManySchemas = ({ configuration }: StoredVersion): boolean =>
  configuration.document.fields.reduce((sum, { schema }) => sum + countSubSchemas(schema), 0) > MOST_COMPILED_AT_ONCE;

/** @param db read on every load, outside any transaction */
export function createSubProjects(db: Queryable): SubProjects {
  const compiled = new LRUCache<string, Promise<Compiled>>({ max: CACHED_VERSIONS });
  const current = new LRUCache<string, Promise<SubProject>>({ max: CACHED_VERSIONS });
  /** The key in `current` of each sub-project: of members that changed, only the latest are kept. */
  const latest = new LRUCache<string, string>({ max: CACHED_VERSIONS });
  const seen = new Map<string, SubProject>();
  const load = async (id: string, options: LookupOptions = {}): Promise<SubProject> => {
    const version = isUuid(id) ? await findCurrentVersionId(db, id) : undefined;
    if (version === undefined) {
      throw subProjectNotFound(id, options.unknownSubProject);
    }
    const subProject = await at(id, version);
    if (subProject === undefined) throw notConfigured(id);
    return subProject;
  };
  const at = async (id: string, { versionId, deployedId }: CurrentVersion): Promise<SubProject | undefined> => {
    if (versionId === null || deployedId === null) return undefined;
    const before = latest.get(id);
    if (before !== versionId) {
      if (before !== undefined) current.delete(before);
      latest.set(id, versionId);
    }
    return loadOnce(current, versionId, async () => {
      const { subProject, configuration } = await compile(id, deployedId);
      const hasOnlyOwn = versionId === deployedId && (configuration.groups ?? []).length === 0;
      if (hasOnlyOwn) return subProject;
      return Object.freeze({ ...subProject, versionId, members: await readMembers(db, id, configuration) });
    });
  };
  const compile = (id: string, deployedId: string): Promise<Compiled> =>
    loadOnce(compiled, deployedId, async () => {
      const version = await findVersion(db, id, deployedId);
      const subProject = compileConfiguration(version);
      if (hasManySchemas(version)) for await (const field of inTimeSlices(subProject.fields.values())) field.prepare();
      return { subProject, configuration: version.configuration };
    });
  const remember = (id: string, subProject: SubProject): SubProject => {
    if (seen.size >= CACHED_VERSIONS) seen.clear();
    seen.set(id, subProject);
    return subProject;
  };
  return {
    load,
    at,
    async working(id, work, options) {
      let assumed = seen.get(id) ?? remember(id, await load(id, options));
      for (let count = 1; ; count += 1) {
        const done = await attempt(work, assumed);
        if ('value' in done && (done.versionId === assumed.versionId || count === MAX_ATTEMPTS)) return done.value;
        const current = await load(id, options);
        if ('error' in done && (current.versionId === assumed.versionId || count === MAX_ATTEMPTS)) throw done.error;
        assumed = remember(id, current);
      }
    },
  };
}

/** Only a deployment during every attempt leads to so many. */
const MAX_ATTEMPTS = 5;

async function attempt<A, T>(work: (argument: A) => Promise<T>, argument: A): Promise<T | { readonly error: unknown }> {
  try {
    return await work(argument);
  } catch (error) {
    return { error };
  }
}
