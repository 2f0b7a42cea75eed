/** Names from one index of a chain to the next. */
const CHUNK = 64;

interface Index<T> {
  readonly names: ReadonlyMap<string, NameChain<T>>;
  readonly beginnings: ReadonlySet<string>;
  readonly before: NameChain<T> | undefined;
}

/** Names with their values, the newest first. A chain never changes, so any number of longer ones share it. */
export class NameChain<T> {
  readonly name: string;
  readonly value: T;
  readonly before: NameChain<T> | undefined;
  readonly #length: number;
  #index: Index<T> | undefined;

  constructor(name: string, value: T, before: NameChain<T> | undefined) {
    this.name = name;
    this.value = value;
    this.before = before;
    this.#length = before === undefined ? 1 : before.#length + 1;
  }

  find(name: string): NameChain<T> | undefined {
    let at: NameChain<T> | undefined = this;
    while (at !== undefined) {
      if (at.#length % CHUNK === 0) {
        const index: Index<T> = at.#indexed();
        const found = index.names.get(name);
        if (found !== undefined) return found;
        at = index.before;
      } else {
        if (at.name === name) return at;
        at = at.before;
      }
    }
    return undefined;
  }

  hasBeginning(text: string): boolean {
    let at: NameChain<T> | undefined = this;
    while (at !== undefined) {
      if (at.#length % CHUNK === 0) {
        const index: Index<T> = at.#indexed();
        if (index.beginnings.has(text)) return true;
        at = index.before;
      } else {
        if (at.name.startsWith(text)) return true;
        at = at.before;
      }
    }
    return false;
  }

  #indexed(): Index<T> {
    if (this.#index !== undefined) return this.#index;
    const names = new Map<string, NameChain<T>>();
    const beginnings = new Set<string>();
    let at: NameChain<T> | undefined = this;
    for (let count = 0; count < CHUNK && at !== undefined; count++, at = at.before) {
      if (!names.has(at.name)) names.set(at.name, at);
      for (let length = 1; length <= at.name.length; length++) beginnings.add(at.name.slice(0, length));
    }
    this.#index = { names, beginnings, before: at };
    return this.#index;
  }
}
