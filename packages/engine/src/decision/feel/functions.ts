import { FeelFunction } from 'feelin';
import type { Evaluation } from '../run/evaluation.js';

/** A function that FEEL can call; a call with another number of arguments gives null. */
export function makeFunction(parameters: readonly string[], call: (args: readonly unknown[]) => unknown): unknown {
  const invoke = (...args: unknown[]): unknown => (args.length === parameters.length ? call(args) : null);
  return new FeelFunction(invoke, [...parameters]);
}

/** Calls a FEEL function with named arguments; null, after `mismatch`, when it is not a function or has other parameters. */
export function callNamed(
  fn: unknown,
  args: ReadonlyMap<string, unknown>,
  _evaluation: Evaluation,
  mismatch: () => void,
): unknown {
  const known = fn instanceof FeelFunction && fn.parameterNames.length === args.size;
  if (!known || fn.parameterNames.some((name) => !args.has(name))) {
    mismatch();
    return null;
  }
  return fn.fn(...fn.parameterNames.map((name) => args.get(name) ?? null));
}
