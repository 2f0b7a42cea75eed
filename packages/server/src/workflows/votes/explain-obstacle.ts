import type { Judged, Obstacle } from './electorate.js';
import { explainSeparation } from './separation.js';

/** The obstacle as the end of a sentence that begins with a name. */
export function explainObstacle({ rule, separation = '' }: Obstacle): string {
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
      return `${explainSeparation(separation)} (separation "${separation}")`;
  }
}

/** More people are not named in one message. */
const MOST_NAMED = 20;

/** Who would vote if no rule of separation, row filter or disabled user stood in the way; undefined: nobody. */
export function explainExcluded(judged: Iterable<Judged>): string | undefined {
  const excluded = [...judged].filter(
    ({ obstacles }) =>
      obstacles.length > 0 &&
      obstacles.every(({ rule }) => ['separation', 'disabled', 'outsideRowFilter'].includes(rule)),
  );
  if (excluded.length === 0) return undefined;
  const named = excluded
    .slice(0, MOST_NAMED)
    .map(({ person, obstacles }) => `${person.name} ${obstacles.map(explainObstacle).join(' and ')}`);
  const more = excluded.length - named.length;
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}
