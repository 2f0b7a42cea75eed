import { operations } from '@millrace/contract';
import type { Variables } from '@millrace/engine';
import { invalidValue } from '../../../kernel/errors/request-errors.js';
import { fullyReadRows } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { type Outcome, type PastCase, rulesOf } from '../../../sub-projects/document/decisions/simulate.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import type { LoadedDecisions } from '../../decisions/decision-models.js';
import { fileOfDecision } from '../../decisions/find-decision.js';
import { SimulationsUnderWay } from '../../decisions/simulations-under-way.js';
import { listEvaluations, type PastEvaluation } from '../../records/decisions/evaluations.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

const DEFAULT_COUNT = 100;

/**
 * Compares the latest evaluations of a decision with what a changed DMN file would give for the same inputs. The caller
 * writes the file, and the results of its expressions are shown, so they could give away every field of the process as it
 * was: only processes of which the caller reads every field are compared. The work is done in a thread, within its limits.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for an unknown decision, 1232 with what is wrong in the changed file, 1003 (429) while
 * another simulation of the caller is under way, 1010
 */
export const simulateDecision = (
  deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'decisions' | 'simulate'>,
): UseCase<'simulateDecision'> => {
  const underWay = new SimulationsUnderWay();
  return async (caller, { subProjectId, decisionId, dmn, count = DEFAULT_COUNT }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.simulateDecision);
    const { definitionId } = fileOfDecision(subProject, decisionId);
    return underWay.run(principalId(caller.principal), async () => {
      const deployed = await deps.decisions.load(deps.db, subProject.id, definitionId);
      const target = { subProjectId: subProject.id, decisionId };
      const past = await listEvaluations(deps.db, target, fullyReadRows(subProject, access), count);
      const cases = past.map(caseOf);
      const { errors, warnings, compared, differences } = await deps.simulate({
        dmn,
        imports: textsOf(deployed.imports),
        decisionId,
        cases,
      });
      if (errors.length > 0) {
        const blamed = errors.map((detail) => ({ pointer: '/dmn', detail }));
        throw invalidValue(`The DMN file cannot be evaluated: ${errors[0]}`, blamed);
      }
      return {
        decisionId,
        compared,
        same: compared - differences.length,
        differences: differences.flatMap(({ place, after }) => differenceOf(past[place], cases[place], after)),
        complete: compared === past.length,
        warnings: [...warnings],
      };
    });
  };
};

function caseOf({ createdTs, decision }: PastEvaluation): PastCase {
  const { value, trace, failure = null } = decision;
  return { variables: trace.variables, at: createdTs.getTime(), before: { value, ruleIds: rulesOf(trace), failure } };
}

function differenceOf(past: PastEvaluation | undefined, one: PastCase | undefined, after: Outcome) {
  if (past === undefined || one === undefined) return [];
  return [
    {
      runId: past.runId,
      processId: past.processId,
      at: past.createdTs.toISOString(),
      version: String(past.decision.number),
      inputs: inputsOf(one.variables),
      before: presented(one.before),
      after: presented(after),
    },
  ];
}

/** The process as it was is needed to evaluate again. It is not shown: it has fields that the caller may not see. */
function inputsOf({ process: _, ...inputs }: Variables): object {
  return inputs;
}

const presented = ({ value, ruleIds, failure }: Outcome) => ({ value, ruleIds: [...ruleIds], failure });

/** The texts of the imported files, and of those that they import. */
const textsOf = (imports: readonly LoadedDecisions[]): readonly string[] => [
  ...new Set(imports.flatMap((one) => [one.dmn, ...textsOf(one.imports)])),
];
