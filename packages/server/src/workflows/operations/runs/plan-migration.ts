import { operations } from '@millrace/contract';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { listDefinitionNumbers } from '../../../sub-projects/records/definition-numbers.js';
import type { UseCase } from '../../../use-case/caller.js';
import { elementsOfModel, planMigration as plan } from '../../migration/plan-migration.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readMigration } from '../../search/read-migration.js';

/**
 * planMigration: what would become of the unfinished runs of a workflow if they were moved to another version.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for a workflow or version that does not exist
 */
export const planMigration =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'definitions' | 'now'>): UseCase<'planMigration'> =>
  async (caller, request) => {
    const { db, subProjects, definitions } = deps;
    const { subProject, access } = await enter(subProjects, caller, request.subProjectId, operations.planMigration);
    const { migration, search } = await readMigration(db, subProject.id, rowCondition(subProject, access), request);
    const { definitionId } = migration;
    const { states, runs, possible, complete } = await plan(db, deps, search, migration);
    const numbers = await listDefinitionNumbers(db, subProject.id, [
      definitionId,
      ...states.map((state) => state.definitionId),
    ]);
    const model = (await definitions.load(db, subProject.id, [definitionId])).get(definitionId);
    return {
      toVersion: String(numbers.get(definitionId) ?? 0),
      runs,
      possible,
      complete,
      states: states.map(({ definitionId: from, elements, obstacles, ...state }) => ({
        ...state,
        version: String(numbers.get(from) ?? 0),
        elements: [...elements],
        obstacles: [...obstacles],
      })),
      targets: model === undefined ? [] : elementsOfModel(model),
    };
  };
