import { operations } from '@millrace/contract';
import { DecisionError, evaluateDecision as evaluate } from '@millrace/engine';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { inTurn } from '../../../kernel/time-slices.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { LoadedDecisions } from '../../decisions/decision-models.js';
import { definitionOf, fileOfDecision, requireCall } from '../../decisions/find-decision.js';
import { presentTrace } from '../../decisions/present-trace.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Evaluates a decision with the values of the request. The engine counts what an evaluation spends and gives up after about
 * 50 ms, and other requests are let through between two of them, so evaluations do not hold up a server.
 *
 * @throws CatalogueError 1202, 1209 (role, also when its `call` list does not have the DMN file), 1200 (404) for an unknown
 * decision or version
 */
export const evaluateDecision =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'decisions' | 'now'>): UseCase<'evaluateDecision'> =>
  async (caller, { subProjectId, decisionId, variables = {}, version }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.evaluateDecision);
    const { key } = fileOfDecision(subProject, decisionId);
    requireCall(access, key);
    const definitionId = await definitionOf(deps.db, subProject, key, version);
    const loaded = await deps.decisions.load(deps.db, subProject.id, definitionId);
    const outcome = await inTurn(() => outcomeOf(loaded, decisionId, variables, deps.now()));
    return { decisionId, key, version: String(loaded.number), ...outcome };
  };

function outcomeOf({ model, key, number }: LoadedDecisions, decisionId: string, variables: object, now: number) {
  try {
    const { value, trace } = evaluate(model, decisionId, { ...variables }, now);
    return { value, trace: presentTrace(trace), failure: null };
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    // An earlier version need not have it.
    if (error.reason === 'no-such-decision')
      throw notFound('decision', decisionId, ` in version ${number} of "${key}"`);
    const { reason, message, ruleIds, trace } = error;
    const failure = { reason, message, decisionId: error.decisionId, ruleIds: [...ruleIds] };
    return { value: null, trace: presentTrace(trace), failure };
  }
}
