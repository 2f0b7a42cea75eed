import { equal } from '../../expression/operators/compare.js';
import { admit } from '../../expression/values/admit.js';
import type { Frame } from '../run/frame.js';
import type { World } from '../run/world.js';
import { aggregate } from './aggregate.js';
import { type DecisionTable, defaultOutputs, type Match, resultOf } from './decision-table.js';

/**
 * The result of a table from the rules that apply (DMN 1.5, 8.2.8).
 * @throws DecisionError when several rules of a UNIQUE table apply, or rules of an ANY table disagree
 */
export function applyHitPolicy(table: DecisionTable, matches: readonly Match[], frame: Frame, world: World): unknown {
  const [first] = matches;
  if (first === undefined) return withoutMatch(table, frame, world);
  const result = ({ outputs }: Match): unknown => resultOf(table, outputs);
  switch (table.hitPolicy) {
    case 'UNIQUE':
      if (matches.length > 1)
        throw violated(table, matches, world, 'apply to the same inputs, but its hit policy UNIQUE allows one');
      return result(first);
    case 'ANY':
      if (matches.some((other) => equal(world.evaluation.feel, result(other), result(first)) !== true))
        throw violated(table, matches, world, 'apply with different outputs, but its hit policy ANY needs equal ones');
      return result(first);
    case 'FIRST':
      return result(first);
    case 'PRIORITY': {
      const [best] = byPriority(table, matches, frame, world);
      return best === undefined ? null : result(best);
    }
    case 'OUTPUT ORDER':
      return byPriority(table, matches, frame, world).map(result);
    case 'RULE ORDER':
      return matches.map(result);
    case 'COLLECT':
      return table.aggregation === null
        ? matches.map(result)
        : aggregate(table, table.aggregation, matches, world.evaluation.feel);
  }
}

function withoutMatch(table: DecisionTable, frame: Frame, world: World): unknown {
  const outputs = defaultOutputs(table, frame, world);
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

function violated(table: DecisionTable, matches: readonly Match[], world: World, problem: string) {
  const rules = matches.map(({ rule }) => rule);
  const named = rules.slice(0, 10).map(({ index, id }) => `${index} (${id})`);
  const more = rules.length > named.length ? ` and ${rules.length - named.length} more` : '';
  return world.evaluation.failure(
    'hit-policy',
    `the rules ${named.join(', ')}${more} of ${table.ownerName} ${problem}: change the rules or the hit policy`,
    rules.map(({ id }) => id),
  );
}

/** By the place of their outputs among the allowed values, the first column first; values that are not among them come last. */
function byPriority(table: DecisionTable, matches: readonly Match[], frame: Frame, world: World): readonly Match[] {
  const orders = table.outputs.map(({ priorities }) => {
    const list = priorities === null ? [] : priorities.evaluate(frame, world.evaluation);
    return Array.isArray(list) ? list : [list];
  });
  const ranked = matches.map((match) => ({
    match,
    ranks: match.outputs.map((value, at) => {
      const place = (orders[at] ?? []).findIndex(
        (allowed) => equal(world.evaluation.feel, admit(allowed), value) === true,
      );
      return place === -1 ? Number.MAX_SAFE_INTEGER : place;
    }),
  }));
  world.evaluation.spend(ranked.length);
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
