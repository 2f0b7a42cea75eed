import type { AtomSet } from './atom-set.js';

/** For each column the parts of its values: all combinations of them. */
export type Box = readonly AtomSet[];

/** Operations on words of sets that are left. */
export type Work = { left: number };

/** The analysis of a table would take too long. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded';
}

/** Most boxes that what is left may fall into. */
const MAX_BOXES = 20_000;

/** What the rules leave of a box, as boxes that do not overlap. */
export function findGaps(whole: Box, rules: readonly Box[], work: Work): readonly Box[] {
  let left: readonly Box[] = whole.some((set) => set.isEmpty) ? [] : [whole];
  for (const rule of rules) {
    if (left.length === 0) return left;
    left = left.flatMap((box) => subtract(box, rule, work));
    if (left.length > MAX_BOXES) throw new WorkExceeded();
  }
  return left;
}

/** Whether every combination of the box is in one of the others. */
export function isCovered(box: Box, others: readonly Box[], work: Work): boolean {
  return findGaps(box, others, work).length === 0;
}

/** The part of the box outside of the other: for each column what the other leaves, within the columns before. */
function subtract(box: Box, other: Box, work: Work): readonly Box[] {
  for (const set of box) work.left -= set.cost;
  if (work.left < 0) throw new WorkExceeded();
  if (!box.every((set, at) => set.meets(other[at] ?? set))) return [box];
  const parts: Box[] = [];
  const inside = [...box];
  for (const [at, set] of box.entries()) {
    const against = other[at] ?? set;
    const outside = set.without(against);
    if (!outside.isEmpty) parts.push([...inside.slice(0, at), outside, ...box.slice(at + 1)]);
    inside[at] = set.and(against);
  }
  return parts;
}
