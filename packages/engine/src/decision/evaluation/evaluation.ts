import { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import { Budget } from '../../expression/values/budget.js';
import { emptyScope } from '../../expression/values/expression-types.js';
import { DecisionError, type DecisionErrorReason } from '../trace/decision-error.js';
import { Recorder } from './recorder.js';

/** What one evaluation shares: the instant, the budget and the trace. */
export class Evaluation {
  readonly now: Date;
  readonly budget: Budget;
  /** For the operators of FEEL. */
  readonly feel: FeelEvaluation;
  readonly recorder: Recorder;

  constructor(now: number, steps: number) {
    this.now = new Date(now);
    this.budget = new Budget({ steps });
    this.feel = new FeelEvaluation(emptyScope, this.now, this.budget);
    this.recorder = new Recorder(this.feel);
  }

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.budget.spend(steps);
  }

  /**
   * Evaluates a decision or calls a function inside of another one.
   * @throws ExpressionError when they nest too deep
   */
  enter<T>(work: () => T): T {
    return this.budget.enter(work);
  }

  failure(reason: DecisionErrorReason, message: string, ruleIds: readonly string[] = []): DecisionError {
    const decisionId = this.recorder.current;
    return new DecisionError(reason, message, { decisionId, ruleIds, trace: this.recorder.trace() });
  }
}
