import { operations } from '@millrace/contract';
import { invalidMember } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { definitionOf } from '../../decisions/find-decision.js';
import { requireOperatorOfAll } from '../../decisions/require-operator-of-all.js';
import { countRuleHits } from '../../records/decisions/rule-hits.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Counts how often each rule of a version of a DMN file applied in runs.
 *
 * @throws CatalogueError 1202, 1209 (also for a role with a row filter or stages: the counts are of all runs), 1200 (404) for
 * an unknown key or version, 1200 for a day that is none
 */
export const getDecisionCoverage =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'decisions'>): UseCase<'getDecisionCoverage'> =>
  async (caller, { subProjectId, key, version, from, to }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getDecisionCoverage);
    requireOperatorOfAll(access);
    const days = { from: dayOf('from', from), to: dayOf('to', to) };
    const definitionId = await definitionOf(deps.db, subProject, key, version);
    const { model, number } = await deps.decisions.load(deps.db, subProject.id, definitionId);
    const hits = await countRuleHits(deps.db, { subProjectId: subProject.id, definitionId, ...days });
    const tables = model.tables.map(({ id: tableId, ownerId, ownerName, hitPolicy, rules }) => ({
      tableId,
      ownerId,
      ownerName,
      hitPolicy,
      rules: rules.map(({ id, index, line, annotation }) => ({
        ruleId: id,
        index,
        line,
        annotation,
        hits: hits.get(tableId)?.get(id) ?? 0,
      })),
    }));
    const rules = tables.flatMap((table) => table.rules);
    const covered = rules.filter((rule) => rule.hits > 0).length;
    const percent = rules.length === 0 ? 100 : Math.floor((covered * 100) / rules.length);
    return { key, version: String(number), rules: rules.length, covered, percent, tables };
  };

/** @throws CatalogueError 1200 */
function dayOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse takes 2026-02-30 for a day in March.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw invalidMember(`/${name}`, `${name} must be a day such as 2026-01-31.`);
}
