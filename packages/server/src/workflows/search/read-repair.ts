import type { Operations, RequestOf } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import type { Fragment, Queryable } from '../../postgres/database.js';
import type { Migration } from '../migration/migration.js';
import type { RepairChoice } from '../records/bulk/repair-items.js';
import { readIncidentSearch } from './read-incident-search.js';
import { readMigration } from './read-migration.js';

type RepairRequest = Pick<
  RequestOf<Operations['bulkOperateRuns']>,
  | 'action'
  | 'incidentIds'
  | 'kind'
  | 'workflowId'
  | 'version'
  | 'elementId'
  | 'fingerprint'
  | 'message'
  | 'createdFrom'
  | 'createdTo'
  | 'toVersion'
  | 'mapping'
>;

/** Conditions on incidents, which a migration does not look at. */
const ofIncidents = ['incidentIds', 'kind', 'elementId', 'fingerprint', 'message', 'createdFrom', 'createdTo'] as const;
const ofMigrations = ['toVersion', 'mapping'] as const;

/**
 * What a repair is about.
 *
 * @param visible condition over the process `p` of a run
 * @throws CatalogueError 1200 for conditions that do not belong to the action, or cannot be understood, 1200 (404) for a workflow or
 * version that does not exist
 */
export async function readRepair(
  db: Queryable,
  subProjectId: string,
  visible: Fragment,
  { action, incidentIds, toVersion, mapping, ...conditions }: RepairRequest,
): Promise<{ readonly choice: RepairChoice; readonly migration?: Migration }> {
  const given = { incidentIds, toVersion, mapping, ...conditions };
  const foreign = (action === 'MIGRATE' ? ofIncidents : ofMigrations).find((name) => given[name] !== undefined);
  if (foreign !== undefined) throw invalidMember(`/${foreign}`, `${foreign} does not belong to ${action}.`);
  if (action !== 'MIGRATE') {
    const search = { ...(await readIncidentSearch(db, subProjectId, visible, conditions)), incidentIds };
    return { choice: { of: action === 'CANCEL' ? 'runs' : 'incidents', search } };
  }
  const { workflowId, version } = conditions;
  if (workflowId === undefined) throw invalidMember('/workflowId', 'Name the workflow whose runs are migrated.');
  const { migration, search } = await readMigration(db, subProjectId, visible, {
    workflowId,
    version,
    toVersion,
    mapping,
  });
  return { choice: { of: 'migration', search }, migration };
}
