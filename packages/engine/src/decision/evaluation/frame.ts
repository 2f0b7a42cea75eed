import type { Scope } from '../../expression/values/expression-types.js';

/** Variables that FEEL sees, from the innermost outwards. Values are FEEL values. */
export class Frame implements Scope {
  readonly #values: Map<string, unknown>;
  readonly #parent: Frame | null;

  constructor(values: Map<string, unknown>, parent: Frame | null = null) {
    this.#values = values;
    this.#parent = parent;
  }

  get(name: string): unknown {
    const value = this.#values.get(name);
    return value !== undefined || this.#parent === null ? value : this.#parent.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name) || (this.#parent?.has(name) ?? false);
  }

  names(): Iterable<string> {
    return new Set([...(this.#parent?.names() ?? []), ...this.#values.keys()]);
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries([...this.names()].map((name) => [name, this.get(name)]));
  }
}

export const emptyFrame = new Frame(new Map());
