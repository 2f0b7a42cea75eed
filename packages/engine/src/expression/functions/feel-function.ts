import { coerce } from '../conversion/coerce.js';
import type { FeelType } from '../conversion/feel-type.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { FeelObject } from '../values/feel-object.js';

export interface FunctionParameter {
  readonly name: string;
  /** The type that an argument is coerced to; absent: any. */
  readonly type?: FeelType;
}

/** What a function does: `args` in the order of the parameters, coerced. Returns an admitted value. */
export type FunctionBody = (evaluation: Evaluation, args: readonly unknown[]) => unknown;

/** A function as a value: defined in an expression or by a decision model, called by position or by name. */
export class FeelFunction extends FeelObject {
  override readonly type = 'function';
  readonly parameters: readonly FunctionParameter[];
  /** The type of the result; absent: any. */
  readonly returns: FeelType | undefined;
  readonly #body: FunctionBody;

  constructor(parameters: readonly FunctionParameter[], body: FunctionBody, returns?: FeelType) {
    super();
    this.parameters = parameters;
    this.returns = returns;
    this.#body = body;
  }

  /** The result for arguments by position; null, with a warning, when their number or types do not fit. */
  call(e: Evaluation, args: readonly unknown[]): unknown {
    const { parameters } = this;
    if (args.length !== parameters.length) {
      return e.warn(() => `the function takes ${parameters.length} arguments and got ${args.length}`);
    }
    const coerced: unknown[] = [];
    for (let index = 0; index < args.length; index++) {
      const arg = args[index] ?? null;
      const { type, name } = parameters[index] as FunctionParameter;
      const value = type === undefined ? arg : coerce(e, arg, type);
      if (value === null && arg !== null) return e.warn(() => `the argument "${name}" has another type`);
      coerced.push(value);
    }
    const result = e.budget.enter(() => this.#body(e, coerced));
    return this.returns === undefined ? result : coerce(e, result, this.returns);
  }

  /** The result for arguments by name; missing ones are null. */
  callNamed(e: Evaluation, args: ReadonlyMap<string, unknown>): unknown {
    for (const name of args.keys()) {
      if (!this.parameters.some((parameter) => parameter.name === name)) {
        return e.warn(() => `the function has no parameter "${name}"`);
      }
    }
    return this.call(
      e,
      this.parameters.map(({ name }) => args.get(name) ?? null),
    );
  }
}
