import { operations } from '@millrace/contract';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { findDefinition } from '../../../sub-projects/records/definition-queries.js';
import { findWorkflow } from '../../../sub-projects/records/find-workflow.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findVisibleRun, unknownRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { readWorkflow } from '../../search/read-search.js';

/**
 * Reads the BPMN file of a workflow's current version, of the version that a run is on, or of the one that is named.
 *
 * @throws CatalogueError 1202, 1205 (also for a run on a process outside the row filter), 1200 (404)
 */
export const getWorkflowDiagram =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects'>): UseCase<'getWorkflowDiagram'> =>
  async (caller, query) => {
    const { subProjectId, workflowId, runId } = query;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getWorkflowDiagram);
    const workflow = await findWorkflow(deps.db, subProject.id, workflowId);
    if (workflow === undefined) throw notFound('workflow', workflowId);
    let definitionId = workflow.currentDefinitionId;
    if (runId !== undefined) {
      const run = await findVisibleRun(deps.db, { subProject, access, runId, outside: errorIds.mayNotRead });
      if (run.workflowId !== workflow.id) throw unknownRun(runId);
      definitionId = run.definitionId;
    }
    const named = await readWorkflow(deps.db, subProject.id, query);
    definitionId = named.definitionId ?? definitionId;
    const definition = await findDefinition(deps.db, subProject.id, definitionId);
    if (definition === undefined) throw new Error(`the definition ${definitionId} does not exist`);
    return { workflowId: workflow.id, version: String(definition.number), bpmn: definition.bpmn };
  };
