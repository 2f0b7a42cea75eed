import type { Judged, Obstacle } from './electorate.js';
import { explainSeparation, fieldOfRule } from './separation.js';

/** The obstacle as the end of a sentence that begins with a name. */
export function explainObstacle({ rule, separation }: Obstacle): string {
  switch (rule) {
    case 'noMember':
      return 'is not a member of this sub-project';
    case 'cannotCall':
      return 'has no role that may call the workflow';
    case 'outsideRowFilter':
      return 'has no role whose row filter covers the process';
    case 'notCandidate':
      return 'is not a candidate of the task';
    case 'disabled':
      return 'is disabled';
    case 'separation':
      return separation === undefined
        ? 'is excluded by a rule on fields you do not see'
        : `${explainSeparation(separation)} (separation "${separation}")`;
  }
}

/** More people are not named in one message. */
const MOST_NAMED = 20;

/**
 * Who would vote if no rule of separation, row filter or disabled user stood in the way; undefined: nobody. It is stored in an
 * incident, which people read who do not read every field: whom fields exclude is counted and not named (D124).
 */
export function explainExcluded(judged: Iterable<Judged>): string | undefined {
  const excluded = [...judged].filter(
    ({ obstacles }) =>
      obstacles.length > 0 &&
      obstacles.every(({ rule }) => ['separation', 'disabled', 'outsideRowFilter'].includes(rule)),
  );
  const named = excluded.flatMap(({ person, obstacles }) => {
    const reasons = obstacles.filter((obstacle) => !isOnFields(obstacle)).map(explainObstacle);
    return reasons.length === 0 ? [] : [`${person.name} ${reasons.join(' and ')}`];
  });
  const byFields = excluded.length - named.length;
  const parts = [
    ...named.slice(0, MOST_NAMED),
    ...(named.length > MOST_NAMED ? [`${named.length - MOST_NAMED} more`] : []),
    ...(byFields === 0 ? [] : [`${byFields} ${byFields === 1 ? 'person' : 'persons'} by fields of the process`]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

const isOnFields = ({ rule, separation = '' }: Obstacle): boolean =>
  rule === 'outsideRowFilter' || fieldOfRule(separation) !== undefined;
