import { operations } from '@millrace/contract';
import { conflict, namesNothing } from '../../../kernel/errors/request-errors.js';
import type { Queryable } from '../../../postgres/database.js';
import { findCurrentDefinition, findDefinitionByNumber } from '../../../sub-projects/records/definition-queries.js';
import type { UseCase } from '../../../use-case/caller.js';
import { renameElements } from '../../records/rename-elements.js';
import type { RunRow } from '../../records/run-row.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Moves a run to another version of its workflow (D25 holds for everybody else). The engine refuses what would be
 * unsound, with every obstacle.
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
        const definitionId = await target(tx, run, request.version);
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

async function target(db: Queryable, run: RunRow, version: string | undefined): Promise<string> {
  const found = await find(db, run.workflowId, version);
  if (found === undefined) {
    throw namesNothing(`The workflow has no version "${version?.slice(0, 20) ?? ''}".`);
  }
  if (found === run.definitionId) throw conflict('The run is on this version already.');
  return found;
}

function find(db: Queryable, workflowId: string, version: string | undefined): Promise<string | undefined> {
  if (version === undefined) return findCurrentDefinition(db, workflowId);
  if (!/^[1-9]\d{0,8}$/.test(version)) return Promise.resolve(undefined);
  return findDefinitionByNumber(db, workflowId, Number(version));
}

/** A null-prototype record, so that no element id is mistaken for a member of Object. */
function elementIds(mapping: object): Readonly<Record<string, string>> {
  const ids: Record<string, string> = Object.create(null);
  for (const [from, to] of Object.entries(mapping)) ids[from] = String(to);
  return ids;
}
