import type { FilterScalar } from './filter.js';

type Operand = FilterScalar | readonly FilterScalar[];

const isList = (value: Operand): value is readonly FilterScalar[] => Array.isArray(value);

export const operandsOf = (value: Operand): readonly FilterScalar[] => (isList(value) ? value : [value]);

/** The values of `in` and `nin`, and whether null is one of them. */
export function listOf(value: Operand): {
  readonly values: readonly (string | number | boolean)[];
  readonly hasNull: boolean;
} {
  const list = operandsOf(value);
  const values = list.filter((one) => one !== null);
  return { values, hasNull: values.length < list.length };
}

/** The one value of every other operator; parse-filter.ts never makes a list there. */
export function scalarOf(value: Operand): FilterScalar {
  if (isList(value)) throw new Error('a list where the operator takes one value');
  return value;
}
