import type { Fragment, Queryable } from '../../postgres/database.js';
import { elementIds, findVersion, type Migration } from '../migration/migration.js';
import type { MigrationSearch } from '../records/bulk/migration-runs.js';
import { readWorkflow } from './read-search.js';

interface MigrationRequest {
  readonly workflowId: string;
  readonly version?: string | undefined;
  readonly toVersion?: string | undefined;
  readonly mapping?: object | undefined;
}

/**
 * Which runs a request would move, and where to.
 *
 * @param visible condition over the process `p` of a run
 * @throws CatalogueError 1200 (404) for a workflow or version that does not exist
 */
export async function readMigration(
  db: Queryable,
  subProjectId: string,
  visible: Fragment,
  { workflowId: given, version, toVersion, mapping }: MigrationRequest,
): Promise<{ readonly migration: Migration; readonly search: MigrationSearch }> {
  const { workflowId = given, definitionId: from } = await readWorkflow(db, subProjectId, {
    workflowId: given,
    version,
  });
  const to = await findVersion(db, { subProjectId, workflowId }, toVersion === '' ? undefined : toVersion);
  return {
    migration: { definitionId: to, mapping: elementIds(mapping ?? {}) },
    search: { subProjectId, visible, workflowId, from, to },
  };
}
