import { DecisionError, type DecisionErrorReason } from '../trace/decision-error.js';
import { Recorder } from './recorder.js';

/** Deepest nesting of decisions, services and functions that call each other. */
const MAX_DEPTH = 100;

/** What one evaluation shares: the instant, the budget and the trace. */
export class Evaluation {
  readonly now: Date;
  readonly recorder = new Recorder();
  readonly #limit: number;
  #spent = 0;
  #depth = 0;

  constructor(now: number, budget: number) {
    this.now = new Date(now);
    this.#limit = budget;
  }

  /** @throws DecisionError when the budget is used up */
  spend(units: number): void {
    this.#spent += units;
    if (this.#spent > this.#limit)
      throw this.failure(
        'budget',
        `the evaluation needs more than ${this.#limit} steps: split the decision or use smaller lists`,
      );
  }

  /** @throws DecisionError when decisions or functions nest too deep */
  enter<T>(work: () => T): T {
    if (this.#depth >= MAX_DEPTH)
      throw this.failure('budget', `decisions and functions call each other more than ${MAX_DEPTH} deep`);
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
    }
  }

  failure(reason: DecisionErrorReason, message: string, ruleIds: readonly string[] = []): DecisionError {
    const decisionId = this.recorder.current;
    return new DecisionError(reason, message, { decisionId, ruleIds, trace: this.recorder.trace() });
  }
}
