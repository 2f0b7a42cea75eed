import type { ErrorId } from '@millrace/contract';
import { CatalogueError } from '../catalogue-error.js';
import { isUuid } from '../identifiers.js';
import type { Queryable } from '../postgres/queryable.js';
import { compileConfiguration } from './compile-configuration.js';
import type { SubProject } from './sub-project.js';
import { createVersionCache } from './version-cache.js';
import { findCurrentVersionId, findVersion } from './version-queries.js';

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
  load(id: string, options?: { readonly unknown?: ErrorId }): Promise<SubProject>;
}

/** @param db read on every load, outside any transaction */
export function createSubProjects(db: Queryable): SubProjects {
  const cache = createVersionCache<SubProject>(CACHED_VERSIONS);
  return {
    async load(id, options = {}) {
      const current = isUuid(id) ? await findCurrentVersionId(db, id) : undefined;
      if (current === undefined) {
        throw new CatalogueError(options.unknown ?? 1202, `There is no sub-project "${id}".`);
      }
      const { versionId } = current;
      if (versionId === null) {
        throw new CatalogueError(1201, `No configuration has been deployed to the sub-project "${id}".`);
      }
      return cache.get(versionId, async () => compileConfiguration(await findVersion(db, versionId)));
    },
  };
}
