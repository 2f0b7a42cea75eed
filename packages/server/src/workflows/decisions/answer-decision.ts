import type { Command, Effect } from '@millrace/engine';
import type { Queryable } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findDecisionDeployedWith, findTaggedDecision } from '../../sub-projects/records/decision-queries.js';

/** A business rule task asks which definition has its decision. */
export type ResolveDecision = Extract<Effect, { type: 'resolveDecision' }>;

/**
 * Finds the definition of a decision by the binding of the business rule task: `latest`, the one of the current configuration;
 * `deployment`, the one that was current when the version of the workflow was deployed; or the newest with a `versionTag`.
 * `latest` needs no statement.
 *
 * @returns the command that gives the run the definition, or that fails the task
 */
export async function resolveDecision(
  db: Queryable,
  subProject: SubProject,
  effect: ResolveDecision,
): Promise<Command> {
  return answerDecision(effect, await find(db, subProject, effect));
}

/** The answer to a business rule task. @param modelId the definition with its decision; undefined when there is none */
export function answerDecision(effect: ResolveDecision, modelId: string | undefined): Command {
  const { key, decisionId } = effect;
  if (modelId !== undefined) return { type: 'decisionResolved', key, modelId, decisionId };
  return { type: 'decisionFailed', key, message: messageOf(effect) };
}

async function find(db: Queryable, subProject: SubProject, effect: ResolveDecision): Promise<string | undefined> {
  const { decisionId, binding, callerModelId, versionTag = '' } = effect;
  const decision = { subProjectId: subProject.id, decisionId };
  switch (binding) {
    case 'latest':
      return subProject.decisionFiles.get(decisionId)?.definitionId;
    case 'deployment':
      return findDecisionDeployedWith(db, decision, callerModelId.split('#', 1)[0] ?? '');
    case 'versionTag':
      return findTaggedDecision(db, decision, versionTag);
  }
}

function messageOf({ decisionId, binding, versionTag }: ResolveDecision): string {
  const named = `"${decisionId}"`;
  if (binding === 'latest') return `The current configuration of this sub-project has no decision ${named}.`;
  if (binding === 'deployment') return `No decision ${named} was deployed when this version of the workflow was.`;
  return `No DMN file of this sub-project has a decision ${named} with the version tag "${versionTag ?? ''}".`;
}
