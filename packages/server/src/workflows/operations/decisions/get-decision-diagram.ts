import { operations } from '@millrace/contract';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { findDecisionDefinition } from '../../../sub-projects/records/decision-queries.js';
import type { UseCase } from '../../../use-case/caller.js';
import { definitionOf } from '../../decisions/find-decision.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Reads a DMN file as it was deployed.
 *
 * @throws CatalogueError 1202, 1205, 1200 (404) for an unknown key or version
 */
export const getDecisionDiagram =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getDecisionDiagram'> =>
  async (caller, { subProjectId, key, version }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.getDecisionDiagram);
    const id = await definitionOf(deps.db, subProject, key, version);
    const definition = await findDecisionDefinition(deps.db, subProject.id, id);
    if (definition === undefined) throw new Error(`the decision definition ${id} does not exist`);
    const { number, createdTs, dmn } = definition;
    return { key: definition.key, version: String(number), createdTs: createdTs.toISOString(), dmn };
  };
