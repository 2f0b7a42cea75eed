import { ExpressionError, excerpt } from './errors.js';

/** Most steps of one evaluation. A step is the work of an operator or of one list element: 10 to 100 nanoseconds. */
export const MAX_STEPS = 100_000;
/** Most bytes, about, of what one evaluation makes: lists, contexts, texts. */
export const MAX_BYTES = 16_000_000;

/** Deepest nesting of calls of functions that expressions define. */
const MAX_CALL_DEPTH = 256;
/** What an error costs that a function makes and catches, beside its input. */
export const FAILURE_STEPS = 20;
const ZONE_STEPS = 400;
const NEW_ZONE_STEPS = 2_000;

/** The limits of a budget; both are counted, never timed, so that the same input always ends the same way. */
export interface BudgetLimits {
  readonly steps: number;
  readonly bytes: number;
}

const DEFAULT_LIMITS: BudgetLimits = Object.freeze({ steps: MAX_STEPS, bytes: MAX_BYTES });

/**
 * What evaluations may still spend. Several evaluations can share one budget: those of one decision table, or of one step of a run.
 * Spending past the limit throws, and every later spending too.
 */
export class Budget {
  readonly limits: BudgetLimits;
  #steps = 0;
  #bytes = 0;
  #depth = 0;
  #zones: Set<string> | null = null;

  constructor(limits: Partial<BudgetLimits> = DEFAULT_LIMITS) {
    const { steps = MAX_STEPS, bytes = MAX_BYTES } = limits;
    this.limits = limits === DEFAULT_LIMITS ? DEFAULT_LIMITS : { steps, bytes };
  }

  get steps(): number {
    return this.#steps;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > this.limits.steps) throw new BudgetExceeded('steps', this.#steps, this.limits.steps);
  }

  /**
   * Counts memory before it is taken.
   * @throws BudgetExceeded
   */
  allocate(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.limits.bytes) throw new BudgetExceeded('bytes', this.#bytes, this.limits.bytes);
  }

  /**
   * Runs the body of a function that an expression defines.
   * @throws ExpressionError when calls nest too deep
   */
  enter<T>(body: () => T): T {
    if (this.#depth >= MAX_CALL_DEPTH) {
      throw new ExpressionError(`its functions call each other more than ${MAX_CALL_DEPTH} deep`);
    }
    this.#depth += 1;
    try {
      return body();
    } finally {
      this.#depth -= 1;
    }
  }

  /**
   * Counts the use of a named zone. The first use of each may have to load its rules.
   * @throws BudgetExceeded
   */
  spendOnZone(name: string): void {
    this.#zones ??= new Set();
    this.spend(this.#zones.has(name) ? ZONE_STEPS : NEW_ZONE_STEPS);
    this.#zones.add(name);
  }
}

/** An evaluation used up its budget. It fails the same way whenever it is repeated with the same data. */
export class BudgetExceeded extends ExpressionError {
  readonly unit: 'steps' | 'bytes';
  readonly #reason: string;

  constructor(unit: 'steps' | 'bytes', spent: number, limit: number) {
    const rest = unit === 'steps' && limit < MAX_STEPS ? ' that the other expressions of this step left' : '';
    const text = `it needs more than ${grouped(limit)} ${unit === 'steps' ? 'steps' : 'bytes of data'}${rest} (it stopped at ${grouped(spent)}); use shorter lists, ranges and texts, or fewer loops inside of loops`;
    super(text);
    this.#reason = text;
    this.unit = unit;
  }

  /** The same failure, which names the expression. */
  in(source: string): ExpressionError {
    return new ExpressionError(`The expression "${excerpt(source)}" exceeds its budget: ${this.#reason}`, {
      cause: this,
    });
  }
}

/** 250,000 */
function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}
