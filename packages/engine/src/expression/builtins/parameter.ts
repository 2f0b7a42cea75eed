import { admit, admitAll } from '../conversion/admit.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { FeelFunction } from '../functions/feel-function.js';
import { FeelDate, FeelDateTime, type FeelDuration, FeelTime, isDuration } from '../temporal/temporal-values.js';
import { isContext } from '../values/feel-object.js';
import { FeelRange } from '../values/feel-range.js';

/** Returned by a parameter for an argument of another type. */
export const MISFIT = Symbol('misfit');

/** A parameter of a built-in function. */
export interface Parameter<T> {
  readonly name: string;
  readonly optional: boolean;
  /** Whether every further argument is one of this parameter, given as an array. */
  readonly rest: boolean;
  read(e: Evaluation, value: unknown): T | typeof MISFIT;
}

type Test<T> = (value: unknown) => value is T;

/** A parameter of one type. A list of one element stands for its element, as DMN converts it. */
function typed<T>(name: string, test: Test<T>): Parameter<T> {
  const read = (_: Evaluation, value: unknown): T | typeof MISFIT => {
    if (test(value)) return value;
    if (!Array.isArray(value) || value.length !== 1) return MISFIT;
    const only = admit(value[0]);
    return test(only) ? only : MISFIT;
  };
  return { name, optional: false, rest: false, read };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

export const number = (name: string): Parameter<number> => typed(name, isNumber);
export const text = (name: string): Parameter<string> => typed(name, isText);
export const context = (name: string): Parameter<Record<string, unknown>> => typed(name, isContext);
export const time = (name: string): Parameter<FeelTime> => typed(name, (value) => value instanceof FeelTime);
export const dateTime = (name: string): Parameter<FeelDateTime> =>
  typed(name, (value) => value instanceof FeelDateTime);
export const range = (name: string): Parameter<FeelRange> => typed(name, (value) => value instanceof FeelRange);
export const duration = (name: string): Parameter<FeelDuration> => typed(name, isDuration);
export const func = (name: string): Parameter<FeelFunction> => typed(name, (value) => value instanceof FeelFunction);
export const day = (name: string): Parameter<FeelDate | FeelDateTime> =>
  typed(name, (value) => value instanceof FeelDate || value instanceof FeelDateTime);

/** Any value, also null. */
export function any(name: string): Parameter<unknown> {
  return { name, optional: false, rest: false, read: (_, value) => value };
}

/** Any value but null. */
export function some(name: string): Parameter<NonNullable<unknown>> {
  const read = (_: Evaluation, value: unknown) => (value === null || value === undefined ? MISFIT : value);
  return { name, optional: false, rest: false, read };
}

/** A list, counted by its length; another value stands for the list of it. */
export function list(name: string): Parameter<readonly unknown[]> {
  return {
    name,
    optional: false,
    rest: false,
    read: (e, value) => {
      if (value === null) return MISFIT;
      if (!Array.isArray(value)) return [value];
      e.budget.spend(value.length);
      return admitAll(value);
    },
  };
}

/** An argument that may be left out, which reads as null. */
export function optional<T>(parameter: Parameter<T>): Parameter<T | null> {
  return {
    ...parameter,
    optional: true,
    read: (e, value) => (value === undefined ? null : parameter.read(e, value)),
  };
}

/** An argument that may be null. */
export function nullable<T>(parameter: Parameter<T>): Parameter<T | null> {
  return {
    ...parameter,
    read: (e, value) => (value === null || value === undefined ? null : parameter.read(e, value)),
  };
}

/** All further arguments, at least one. */
export function rest<T>(parameter: Parameter<T>): Parameter<readonly T[]> {
  return {
    name: parameter.name,
    optional: false,
    rest: true,
    read: (e, values) => {
      const read: T[] = [];
      for (const value of values as readonly unknown[]) {
        const one = parameter.read(e, value);
        if (one === MISFIT) return MISFIT;
        read.push(one as T);
      }
      return read;
    },
  };
}
