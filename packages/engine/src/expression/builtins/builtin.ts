import type { Evaluation } from '../evaluation/evaluation.js';
import { FeelFunction } from '../functions/feel-function.js';
import { MISFIT, type Parameter } from './parameter.js';

/** One form of a built-in function. */
export interface Form {
  readonly parameters: readonly Parameter<unknown>[];
  readonly body: (e: Evaluation, ...args: unknown[]) => unknown;
}

/** A form; the body gets what the parameters read, and may return undefined for null without a further reason. */
export function form<T extends unknown[]>(
  parameters: readonly [...{ [K in keyof T]: Parameter<T[K]> }],
  body: (e: Evaluation, ...args: T) => unknown,
): Form {
  return { parameters: parameters as readonly Parameter<unknown>[], body: body as unknown as Form['body'] };
}

/** A built-in function: the first of its forms that fits the arguments is called; without any, the result is null. */
export class Builtin {
  readonly name: string;
  /** Why the function cannot be used. */
  readonly refused: string | undefined;
  readonly #forms: readonly Form[];
  /** Whether it never returns an argument or keeps it in its result: lists that still grow need no copy. */
  readonly readsOnly: boolean;
  #function: FeelFunction | undefined;

  constructor(name: string, forms: readonly Form[], options: { readsOnly?: boolean; refused?: string } = {}) {
    this.name = name;
    this.#forms = forms;
    this.readsOnly = options.readsOnly ?? false;
    this.refused = options.refused;
  }

  call(e: Evaluation, args: readonly unknown[]): unknown {
    for (const candidate of this.#forms) {
      const values = readPositional(e, candidate.parameters, args);
      if (values !== null) return this.#run(e, candidate, values);
    }
    return this.#misfit(e);
  }

  callNamed(e: Evaluation, args: ReadonlyMap<string, unknown>): unknown {
    for (const candidate of this.#forms) {
      const values = readNamed(e, candidate.parameters, args);
      if (values !== null) return this.#run(e, candidate, values);
    }
    return this.#misfit(e);
  }

  /** The function as a value, with the parameters of its first form. */
  asFunction(): FeelFunction {
    const parameters = (this.#forms[0]?.parameters ?? []).filter(({ optional }) => !optional);
    this.#function ??= new FeelFunction(
      parameters.map(({ name }) => ({ name })),
      (e, args) => this.call(e, args),
    );
    return this.#function;
  }

  #run(e: Evaluation, { body }: Form, values: readonly unknown[]): unknown {
    return body(e, ...values) ?? null;
  }

  #misfit(e: Evaluation): null {
    return e.warn(() => {
      const forms = this.#forms.map(({ parameters }) => `${this.name}(${parameters.map(print).join(', ')})`);
      return this.refused ?? `the arguments do not fit ${forms.join(' or ')}`;
    });
  }
}

function print({ name, optional, rest }: Parameter<unknown>): string {
  return `${name}${optional ? '?' : ''}${rest ? ', …' : ''}`;
}

function readPositional(
  e: Evaluation,
  parameters: readonly Parameter<unknown>[],
  args: readonly unknown[],
): readonly unknown[] | null {
  const hasRest = parameters.at(-1)?.rest === true;
  if (args.length > parameters.length && !hasRest) return null;
  const values: unknown[] = [];
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index] as Parameter<unknown>;
    if (index >= args.length && !parameter.optional) return null;
    const raw = parameter.rest ? args.slice(index) : args[index];
    const value = parameter.read(e, raw);
    if (value === MISFIT) return null;
    values.push(value);
  }
  return values;
}

function readNamed(
  e: Evaluation,
  parameters: readonly Parameter<unknown>[],
  args: ReadonlyMap<string, unknown>,
): readonly unknown[] | null {
  for (const name of args.keys()) if (!parameters.some((parameter) => parameter.name === name)) return null;
  const values: unknown[] = [];
  for (const parameter of parameters) {
    const given = args.get(parameter.name);
    if (given === undefined && !parameter.optional) return null;
    const raw = parameter.rest ? [given] : given;
    const value = parameter.read(e, raw);
    if (value === MISFIT) return null;
    values.push(value);
  }
  return values;
}
