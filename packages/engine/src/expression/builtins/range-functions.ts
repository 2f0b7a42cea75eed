import type { Evaluation } from '../evaluation/evaluation.js';
import { compare } from '../operators/compare.js';
import { FeelRange } from '../values/feel-range.js';
import { Builtin, type Form, form } from './builtin.js';
import { range, some } from './parameter.js';

/** Relations between ranges and points (DMN 10.3.2.3.10, after Allen). Unbounded ends lie before or after every point. */

/** Compares two ends, in order of their points; null when they have no common order. */
type Compare = (left: unknown, right: unknown) => number | null;

/** Thrown inside of a relation when two ends have no order: the relation is null. */
class Unordered extends Error {}

interface Interval {
  readonly start: unknown;
  readonly end: unknown;
  readonly startIncluded: boolean;
  readonly endIncluded: boolean;
}

interface Ends {
  /** Whether the value is below, the same as, or above the other one. */
  below(left: unknown, right: unknown): boolean;
  same(left: unknown, right: unknown): boolean;
}

function endsWith(compareEnds: Compare): Ends {
  const sign = (left: unknown, right: unknown): number => {
    const result = compareEnds(left, right);
    if (result === null) throw new Unordered();
    return result;
  };
  return { below: (left, right) => sign(left, right) < 0, same: (left, right) => sign(left, right) === 0 };
}

type Relation = (a: Interval, b: Interval, ends: Ends) => boolean;

const before: Relation = (a, b, { below, same }) =>
  below(a.end, b.start) || (same(a.end, b.start) && !(a.endIncluded && b.startIncluded));
const meets: Relation = (a, b, { same }) => a.endIncluded && b.startIncluded && same(a.end, b.start);
const overlaps: Relation = (a, b, ends) => !before(a, b, ends) && !before(b, a, ends);
/** Whether `a` begins before `b`, or at the same point that only `a` includes. */
const beginsBefore: Relation = (a, b, { below, same }) =>
  below(a.start, b.start) || (same(a.start, b.start) && a.startIncluded && !b.startIncluded);
const endsBefore: Relation = (a, b, { below, same }) =>
  below(a.end, b.end) || (same(a.end, b.end) && !a.endIncluded && b.endIncluded);
const sameStart: Relation = (a, b, { same }) => same(a.start, b.start) && a.startIncluded === b.startIncluded;
const sameEnd: Relation = (a, b, { same }) => same(a.end, b.end) && a.endIncluded === b.endIncluded;
const overlapsBefore: Relation = (a, b, ends) =>
  beginsBefore(a, b, ends) && overlaps(a, b, ends) && (endsBefore(a, b, ends) || sameEnd(a, b, ends));
const includes: Relation = (a, b, ends) => !beginsBefore(b, a, ends) && !endsBefore(a, b, ends);
const finishes: Relation = (a, b, ends) => sameEnd(a, b, ends) && !beginsBefore(a, b, ends);
const starts: Relation = (a, b, ends) => sameStart(a, b, ends) && !endsBefore(b, a, ends);

const flipped =
  (relation: Relation): Relation =>
  (a, b, ends) =>
    relation(b, a, ends);

function point(value: unknown): Interval {
  return { start: value, end: value, startIncluded: true, endIncluded: true };
}

type Sides = 'ranges' | 'point and range' | 'range and point' | 'points';

function related(name: string, relation: Relation, sides: readonly Sides[]): Builtin {
  const run = (e: Evaluation, left: unknown, right: unknown): boolean | null => {
    e.budget.spend(20);
    const a = left instanceof FeelRange ? left : point(left);
    const b = right instanceof FeelRange ? right : point(right);
    if ([a.start, a.end, b.start, b.end].includes(null)) return e.warn(() => `${name} needs ranges with two ends`);
    try {
      return relation(
        a,
        b,
        endsWith((first, second) => compare(e, first, second)),
      );
    } catch (error) {
      if (error instanceof Unordered) return e.warn(() => `the arguments of ${name} have no common order`);
      throw error;
    }
  };
  const forms: Readonly<Record<Sides, Form>> = {
    ranges: form([range('range1'), range('range2')], run),
    'point and range': form([some('point'), range('range')], run),
    'range and point': form([range('range'), some('point')], run),
    points: form([some('point1'), some('point2')], run),
  };
  return new Builtin(
    name,
    sides.map((side) => forms[side]),
  );
}

const everySide: readonly Sides[] = ['ranges', 'point and range', 'range and point', 'points'];
const pointFirst: readonly Sides[] = ['ranges', 'point and range'];
const rangeFirst: readonly Sides[] = ['ranges', 'range and point'];

export const rangeFunctions: readonly Builtin[] = [
  related('before', before, everySide),
  related('after', flipped(before), everySide),
  related('meets', meets, ['ranges']),
  related('met by', flipped(meets), ['ranges']),
  related('overlaps', overlaps, ['ranges']),
  related('overlaps before', overlapsBefore, ['ranges']),
  related('overlaps after', flipped(overlapsBefore), ['ranges']),
  related('finishes', finishes, pointFirst),
  related('finished by', flipped(finishes), rangeFirst),
  related('includes', includes, rangeFirst),
  related('during', flipped(includes), pointFirst),
  related('starts', starts, pointFirst),
  related('started by', flipped(starts), rangeFirst),
  related('coincides', (a, b, ends) => sameStart(a, b, ends) && sameEnd(a, b, ends), ['ranges', 'points']),
];
