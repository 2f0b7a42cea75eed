import { namesNothing, notFound } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { WorkflowEntry } from '../../sub-projects/records/stored-configuration.js';
import { requireStage } from '../run/require-stage.js';

/**
 * The workflow of an id, which is configured on a stage.
 *
 * @throws CatalogueError 1200 (404) for an unknown stage or a workflow that is not configured on it
 */
export function workflowAt(subProject: SubProject, stageKey: string, workflowId: string): WorkflowEntry {
  requireStage(subProject, stageKey);
  const workflow = subProject.workflows.find((candidate) => candidate.id === workflowId.toLowerCase());
  if (workflow === undefined) {
    throw notFound('workflow', workflowId, '; getWorkflows lists them');
  }
  if (!workflow.stageKeys.includes(stageKey)) {
    const where = workflow.stageKeys.join(', ');
    throw namesNothing(`The workflow is not configured on ${stageKey} but on ${where}.`);
  }
  return workflow;
}
