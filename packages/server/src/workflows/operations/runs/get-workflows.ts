import { operations } from '@millrace/contract';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../../use-case/caller.js';
import { requireStage } from '../../run/require-stage.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Lists the workflows of the current configuration in its order: those of the given stages, or of all stages (D26).
 *
 * @throws CatalogueError 1202, 1205, 1200 (404) for a stage that is not configured
 */
export const getWorkflows =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'getWorkflows'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getWorkflows);
    const wanted = stagesOf(subProject, query.stageKeys);
    const workflows = subProject.workflows.filter(
      ({ stageKeys }) => wanted === undefined || stageKeys.some((key) => wanted.has(key)),
    );
    return { workflows: workflows.map(({ id, name, description }) => ({ id, name, description })) };
  };

function stagesOf(subProject: SubProject, given: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (given === undefined) return undefined;
  const keys = given.flatMap((text) => text.split(',')).map((key) => key.trim());
  for (const key of keys) requireStage(subProject, key);
  return new Set(keys);
}
