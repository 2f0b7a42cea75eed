import { operations } from '@millrace/contract';
import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { elementIds, findVersion, migrateCommand, renameFor } from '../../migration/migration.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

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
        const definitionId = await findVersion(tx, run, request.version);
        if (definitionId === run.definitionId) throw conflict('The run is on this version already.');
        return migrateCommand(run, { definitionId, mapping });
      },
      renameFor({ mapping }),
    );
  };
