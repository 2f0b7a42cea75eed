import { FeelFunction } from '../../expression/functions/feel-function.js';
import type { Evaluation } from '../run/evaluation.js';

/** A function that FEEL can call; a call with another number of arguments gives null. */
export function makeFunction(parameters: readonly string[], call: (args: readonly unknown[]) => unknown): unknown {
  return new FeelFunction(
    parameters.map((name) => ({ name })),
    (_, args) => call(args),
  );
}

/** Calls a FEEL function with named arguments; null, after `mismatch`, when it is not a function or has other parameters. */
export function callNamed(
  fn: unknown,
  args: ReadonlyMap<string, unknown>,
  evaluation: Evaluation,
  mismatch: () => void,
): unknown {
  const known = fn instanceof FeelFunction && [...args.keys()].every((name) => hasParameter(fn, name));
  if (known) return fn.callNamed(evaluation.feel, args);
  mismatch();
  return null;
}

function hasParameter(fn: FeelFunction, name: string): boolean {
  return fn.parameters.some((parameter) => parameter.name === name);
}
