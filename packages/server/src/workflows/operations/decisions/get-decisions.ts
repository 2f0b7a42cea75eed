import { operations } from '@millrace/contract';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Lists the decisions of the current configuration.
 *
 * @throws CatalogueError 1202, 1205
 */
export const getDecisions =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'getDecisions'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getDecisions);
    return {
      decisions: subProject.decisions.flatMap(({ key, number, decisions }) =>
        decisions.map(({ id, name, kind, versionTag, inputs, type, requiredDecisions }) => ({
          decisionId: id,
          name,
          kind,
          key,
          version: String(number),
          versionTag,
          inputs: [...inputs],
          type,
          requiredDecisions: [...requiredDecisions],
        })),
      ),
    };
  };
