import type { FeelValue } from '../../expression/values/expression-types.js';

/** A rule of a table that applied. */
export type MatchedRule = {
  readonly ruleId: string;
  /** Position in the table, from 1. */
  readonly index: number;
  /** Value of each output column by its name. */
  readonly outputs: Readonly<Record<string, FeelValue>>;
};

/** One table that was evaluated. */
export type TableTrace = {
  readonly tableId: string;
  /** Value of each input column, in the order of the table; `name` is its label or expression. */
  readonly inputs: readonly { readonly name: string; readonly value: FeelValue }[];
  /** The rules that applied, in the order of the table. With hit policy FIRST only the first. */
  readonly rules: readonly MatchedRule[];
};

/** One decision that was evaluated. */
export type EvaluatedDecision = {
  readonly decisionId: string;
  readonly name: string;
  /** Values of the input data and decisions that it requires, by name. */
  readonly inputs: Readonly<Record<string, FeelValue>>;
  /** The tables evaluated in it, also those of business knowledge models that it called, in order. */
  readonly tables: readonly TableTrace[];
  /** Null when the decision failed. */
  readonly value: FeelValue;
};

/** What happened in one evaluation. Plain JSON. */
export type DecisionTrace = {
  /** In the order in which they were completed: the decision that was asked for is last. */
  readonly decisions: readonly EvaluatedDecision[];
  /**
   * The values that the evaluation read from its context, by name: input data, parameters and other variables. The same context
   * gives the same result again.
   */
  readonly variables: Readonly<Record<string, FeelValue>>;
  /** What FEEL or DMN turned into null and why, at most 20. */
  readonly warnings: readonly { readonly elementId: string; readonly message: string }[];
  /** True when tables were left out because there were more than 1,000. */
  readonly truncated: boolean;
};
