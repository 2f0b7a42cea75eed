import type { Evaluation } from '../../expression/evaluation/evaluation.js';
import { FeelFunction } from '../../expression/functions/feel-function.js';

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
  feel: Evaluation,
  mismatch: () => void,
): unknown {
  const known = fn instanceof FeelFunction && [...args.keys()].every((name) => hasParameter(fn, name));
  if (known) return fn.callNamed(feel, args);
  mismatch();
  return null;
}

function hasParameter(fn: FeelFunction, name: string): boolean {
  return fn.parameters.some((parameter) => parameter.name === name);
}
