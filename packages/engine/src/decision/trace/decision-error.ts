import type { DecisionTrace } from './decision-trace.js';

export type DecisionErrorReason =
  /** The model has no decision or decision service of this id or name. */
  | 'no-such-decision'
  /** Several rules apply where the hit policy allows one, or rules of an ANY table disagree. */
  | 'hit-policy'
  /** An input value is outside the values that its column or type allows. */
  | 'input'
  /** An expression failed. */
  | 'expression'
  /** The evaluation used up its budget, or nests too deep. */
  | 'budget';

/** An evaluation has no result. `message` names the decision and the rules, and says what to do. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError';
  readonly reason: DecisionErrorReason;
  /** Decision that failed; null when the model has none of the requested name. */
  readonly decisionId: string | null;
  /** The rules that caused it, in the order of their table. */
  readonly ruleIds: readonly string[];
  /** What was evaluated until then. */
  readonly trace: DecisionTrace;

  constructor(
    reason: DecisionErrorReason,
    message: string,
    details: {
      readonly decisionId: string | null;
      readonly ruleIds?: readonly string[];
      readonly trace?: DecisionTrace;
      readonly cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.decisionId = details.decisionId;
    this.ruleIds = details.ruleIds ?? [];
    this.trace = details.trace ?? { decisions: [], variables: {}, warnings: [], truncated: false };
  }
}
