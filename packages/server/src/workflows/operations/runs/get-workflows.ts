import { operations } from '@millrace/contract';
import { namesNothing } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Lists the workflows of the current configuration, in its order, of all stages or of the given ones (D26). */
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

function stagesOf(
  subProject: SubProject,
  given: string | readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (given === undefined) return undefined;
  const keys = (typeof given === 'string' ? [given] : given)
    .flatMap((text) => text.split(','))
    .map((key) => key.trim());
  for (const key of keys) refuseUnknownStage(subProject, key);
  return new Set(keys);
}

/** @throws CatalogueError 1200 with 404 for a stage that is not configured (D14) */
export function refuseUnknownStage(subProject: SubProject, stageKey: string): void {
  if (subProject.stages.has(stageKey)) return;
  const known = [...subProject.stages.keys()].join(', ');
  throw namesNothing(`There is no stage "${stageKey.slice(0, 100)}". The stages are ${known}.`);
}
