import { operations } from '@millrace/contract';
import { conflict, namesNothing } from '../../../kernel/errors/request-errors.js';
import type { Queryable } from '../../../postgres/database.js';
import { findDefinitionByNumber } from '../../../sub-projects/records/definition-queries.js';
import { findWorkflow } from '../../../sub-projects/records/find-workflow.js';
import type { UseCase } from '../../../use-case/caller.js';
import { renameElements } from '../../records/rename-elements.js';
import type { RunRow } from '../../records/run-row.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Versions of a workflow are numbered from 1. */
const VERSION = /^[1-9]\d{0,8}$/;

/**
 * Moves a run to another version of its workflow; every other run keeps its version (D25). The engine rejects a migration
 * that would be unsound and names every reason.
 *
 * @throws CatalogueError as {@link operateRun}, 1200 (404) for an unknown version, 1009 when the run is on it already
 */
export const migrateRun =
  (deps: WorkflowDeps): UseCase<'migrateRun'> =>
  (caller, request) => {
    const mapping = elementIds(request.mapping ?? {});
    return operateRun(
      deps,
      caller,
      operations.migrateRun,
      request,
      async (tx, run) => {
        const definitionId = await targetOf(tx, run, request.version);
        return {
          command: { type: 'migrate', toModelId: definitionId, mapping },
          action: 'run.migrate',
          after: { definitionId, from: run.definitionId, mapping },
          definitionId,
        };
      },
      (tx, run) => renameElements(tx, run, mapping),
    );
  };

async function targetOf(db: Queryable, run: RunRow, version: string | undefined): Promise<string> {
  const found = await find(db, run, version);
  if (found === undefined) {
    throw namesNothing(`The workflow has no version "${version?.slice(0, 20) ?? ''}".`);
  }
  if (found === run.definitionId) throw conflict('The run is on this version already.');
  return found;
}

async function find(
  db: Queryable,
  { subProjectId, workflowId }: RunRow,
  version: string | undefined,
): Promise<string | undefined> {
  if (version === undefined) return (await findWorkflow(db, subProjectId, workflowId))?.currentDefinitionId;
  if (!VERSION.test(version)) return undefined;
  return findDefinitionByNumber(db, subProjectId, workflowId, Number(version));
}

/** A null-prototype record, so that no element id is mistaken for a member of Object. */
function elementIds(mapping: object): Readonly<Record<string, string>> {
  const ids: Record<string, string> = Object.create(null);
  for (const [from, to] of Object.entries(mapping)) ids[from] = String(to);
  return ids;
}
