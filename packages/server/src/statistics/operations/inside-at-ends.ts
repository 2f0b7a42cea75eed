import type { MeasuredBucket, MeasuredValue } from '../records/measure.js';

/**
 * The parts of a time, with how many processes were in each state or stage at the end of each.
 *
 * @param starts when the parts begin
 * @param moves what came and left in the parts
 */
export function insideAtEnds(
  starts: readonly Date[],
  values: readonly Pick<MeasuredValue, 'value' | 'before'>[],
  moves: readonly MeasuredBucket[],
) {
  const moved = new Map(moves.map((move) => [keyOf(move.number, move.value), move]));
  const inside = new Map(values.map(({ value, before }) => [value, before]));
  return starts.map((start, at) => ({
    startTs: start.toISOString(),
    values: values.flatMap(({ value }) => {
      const { entered, left } = moved.get(keyOf(at + 1, value)) ?? { entered: 0, left: 0 };
      const now = (inside.get(value) ?? 0) + entered - left;
      inside.set(value, now);
      return entered === 0 && left === 0 && now === 0 ? [] : [{ value, entered, left, inside: now }];
    }),
  }));
}

const keyOf = (number: number, value: string): string => `${number} ${value}`;
