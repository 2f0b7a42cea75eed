import { admit } from '../../expression/conversion/admit.js';
import type { Variables } from '../../state/run-state.js';
import { Frame } from './frame.js';
import type { Recorder } from './recorder.js';

/** The variables of the caller, except those that are elements of the DRG. They enter FEEL when they are read. */
export class ContextFrame extends Frame {
  readonly #variables: Variables;
  readonly #hidden: ReadonlySet<string>;
  readonly #recorder: Recorder;

  constructor(variables: Variables, hidden: ReadonlySet<string>, recorder: Recorder) {
    super(new Map());
    this.#variables = variables;
    this.#hidden = hidden;
    this.#recorder = recorder;
  }

  override get(name: string): unknown {
    if (!this.has(name)) return undefined;
    this.#recorder.read(name, this.#variables[name]);
    return admit(this.#variables[name], `the variable ${name}`);
  }

  override has(name: string): boolean {
    return Object.hasOwn(this.#variables, name) && !this.#hidden.has(name);
  }

  override names(): Iterable<string> {
    return Object.keys(this.#variables).filter((name) => !this.#hidden.has(name));
  }
}
