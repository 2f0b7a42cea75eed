import type { Scope } from '../../expression/values/expression-types.js';
import type { Calendars } from '../../expression/values/working-time.js';
import type { Variables } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';

/** Names under which nothing may be stored: `process` is the live process, and `__proto__` is special in JavaScript. */
export function isReserved(name: string): boolean {
  return name === 'process' || name === '__proto__';
}

export function owns(variables: Variables | undefined, name: string): boolean {
  return variables !== undefined && Object.hasOwn(variables, name);
}

/**
 * Variables as an expression at `inst` sees them: first `extra`, then the scopes from the innermost to the process. The decision that
 * an instance carries hides the `approved` of the scopes around it.
 */
export class ScopeView implements Scope {
  readonly #run: Run;
  readonly #inst: Instance;
  readonly #extra: Variables | undefined;

  constructor(run: Run, inst: Instance, extra?: Variables) {
    this.#run = run;
    this.#inst = inst;
    this.#extra = extra;
  }

  get calendars(): Calendars {
    return this.#run.calendars;
  }

  get(name: string): unknown {
    return this.#holder(name)?.[name];
  }

  has(name: string): boolean {
    return this.#holder(name) !== undefined;
  }

  names(): Iterable<string> {
    return Object.keys({ ...this.all(), process: null });
  }

  /** Every visible variable, without `process`. */
  all(): Variables {
    const layers: Variables[] = this.#extra === undefined ? [] : [this.#extra];
    for (let at: Instance | null = this.#inst; at !== null; at = enclosing(this.#run, at)) {
      if (at.vars !== undefined) layers.push(at.vars);
      if (at.approved !== undefined) layers.push({ approved: at.approved });
    }
    return Object.assign({}, ...layers.reverse());
  }

  #holder(name: string): Variables | undefined {
    if (name === 'process') return { process: this.#run.process };
    if (owns(this.#extra, name)) return this.#extra;
    for (let at: Instance | null = this.#inst; at !== null; at = enclosing(this.#run, at)) {
      if (owns(at.vars, name)) return at.vars;
      if (name === 'approved' && at.approved !== undefined) return { approved: at.approved };
    }
    return undefined;
  }
}

/** The enclosing scope whose variables are visible too, or null. A called process does not see the variables of its caller. */
export function enclosing(run: Run, inst: Instance): Instance | null {
  return inst.model !== undefined || inst.up === 0 ? null : run.tree.parentOf(inst);
}
