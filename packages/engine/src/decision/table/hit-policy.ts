import { admit } from '../../expression/conversion/admit.js';
import { equal } from '../../expression/operators/compare.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { Frame } from '../evaluation/frame.js';
import type { DecisionTable } from '../model/decision-table.js';
import { aggregate } from './aggregate.js';
import { defaultOutputs, type Match, resultOf } from './output-values.js';

/**
 * The result of a table from the rules that apply (DMN 1.5, 8.2.8).
 * @throws DecisionError when several rules of a UNIQUE table apply, or rules of an ANY table disagree
 */
export function applyHitPolicy(
  table: DecisionTable,
  matches: readonly Match[],
  frame: Frame,
  evaluation: Evaluation,
): unknown {
  const [first] = matches;
  if (first === undefined) return withoutMatch(table, frame, evaluation);
  const result = ({ outputs }: Match): unknown => resultOf(table, outputs);
  switch (table.hitPolicy) {
    case 'UNIQUE':
      if (matches.length > 1)
        throw violated(table, matches, evaluation, 'apply to the same inputs, but its hit policy UNIQUE allows one');
      return result(first);
    case 'ANY':
      if (matches.some((other) => equal(evaluation.feel, result(other), result(first)) !== true))
        throw violated(
          table,
          matches,
          evaluation,
          'apply with different outputs, but its hit policy ANY needs equal ones',
        );
      return result(first);
    case 'FIRST':
      return result(first);
    case 'PRIORITY': {
      const [best] = byPriority(table, matches, frame, evaluation);
      return best === undefined ? null : result(best);
    }
    case 'OUTPUT ORDER':
      return byPriority(table, matches, frame, evaluation).map(result);
    case 'RULE ORDER':
      return matches.map(result);
    case 'COLLECT':
      return table.aggregation === null
        ? matches.map(result)
        : aggregate(table, table.aggregation, matches, evaluation.feel);
  }
}

function withoutMatch(table: DecisionTable, frame: Frame, evaluation: Evaluation): unknown {
  const outputs = defaultOutputs(table, frame, evaluation);
  const single = outputs === null ? null : resultOf(table, outputs);
  switch (table.hitPolicy) {
    case 'COLLECT':
      if (table.aggregation === 'COUNT' && single === null) return 0;
      if (table.aggregation !== null) return single;
      return single === null ? [] : [single];
    case 'RULE ORDER':
    case 'OUTPUT ORDER':
      return single === null ? null : [single];
    default:
      return single;
  }
}

function violated(table: DecisionTable, matches: readonly Match[], evaluation: Evaluation, problem: string) {
  const rules = matches.map(({ rule }) => rule);
  const named = rules.slice(0, 10).map(({ index, id }) => `${index} (${id})`);
  const more = rules.length > named.length ? ` and ${rules.length - named.length} more` : '';
  return evaluation.failure(
    'hit-policy',
    `the rules ${named.join(', ')}${more} of ${table.ownerName} ${problem}: change the rules or the hit policy`,
    rules.map(({ id }) => id),
  );
}

/** By the place of their outputs among the allowed values, the first column first; values that are not among them come last. */
function byPriority(
  table: DecisionTable,
  matches: readonly Match[],
  frame: Frame,
  evaluation: Evaluation,
): readonly Match[] {
  const orders = table.outputs.map(({ priorities }) => {
    const list = priorities === null ? [] : priorities.evaluate(frame, evaluation);
    return Array.isArray(list) ? list : [list];
  });
  const ranked = matches.map((match) => ({
    match,
    ranks: match.outputs.map((value, at) => {
      const place = (orders[at] ?? []).findIndex((allowed) => equal(evaluation.feel, admit(allowed), value) === true);
      return place === -1 ? Number.MAX_SAFE_INTEGER : place;
    }),
  }));
  evaluation.spend(ranked.length);
  ranked.sort((a, b) => compareRanks(a.ranks, b.ranks));
  return ranked.map(({ match }) => match);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [at, rank] of a.entries()) {
    const difference = rank - (b[at] ?? rank);
    if (difference !== 0) return difference;
  }
  return 0;
}
