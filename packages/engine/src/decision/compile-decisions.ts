import type { DecisionModel } from './model/decision-model.js';
import type { DecisionProblem } from './model/decision-problem.js';

/**
 * The model is absent only when the file cannot be read at all. A file with a problem of severity `error` must not be deployed: in its
 * model the parts with errors fail when they are evaluated, and the others work.
 */
export type CompiledDecisions = { readonly model?: DecisionModel; readonly problems: readonly DecisionProblem[] };

/** One file of a deployment; `name` identifies it in the result. */
export type DecisionFile = { readonly name: string; readonly xml: string };

export type CompileDecisionsOptions = {
  /** Compiled models of the files that this one imports; they are found by their namespace. */
  readonly imports?: readonly DecisionModel[];
};

/**
 * Compiles a DMN file (XML text, DMN 1.1 to 1.5). Never throws on bad input: what is wrong is an error among the problems, with the
 * element's id, its line and what to do.
 */
export function compileDecisions(_xml: string, _options: CompileDecisionsOptions = {}): CompiledDecisions {
  throw new Error('not built yet');
}

/**
 * Compiles the DMN files of one deployment, which may import each other by namespace. The results have the order of `files`. Files
 * that import each other in a circle, or have the same namespace and are imported, are errors.
 */
export function compileDecisionFiles(
  _files: readonly DecisionFile[],
): readonly (CompiledDecisions & { readonly name: string })[] {
  throw new Error('not built yet');
}
