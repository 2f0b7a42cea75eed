import { normalizeContextKey } from 'lezer-feel';

/** Names that the text may use though they have spaces or operators, with those of their members. Never changed once it was given. */
export interface KnownNames {
  readonly [name: string]: KnownNames | null;
}

/** Names from one index of a chain to the next. */
const CHUNK = 64;

interface Index {
  readonly names: ReadonlyMap<string, Chain>;
  readonly beginnings: ReadonlySet<string>;
  readonly before: Chain | undefined;
}

/** Names, the newest first. A chain never changes, so any number of longer ones share it. */
class Chain {
  readonly name: string;
  readonly value: unknown;
  readonly #before: Chain | undefined;
  readonly #length: number;
  #index: Index | undefined;

  constructor(name: string, value: unknown, before: Chain | undefined) {
    this.name = name;
    this.value = value;
    this.#before = before;
    this.#length = before === undefined ? 1 : before.#length + 1;
  }

  find(name: string): Chain | undefined {
    let at: Chain | undefined = this;
    while (at !== undefined) {
      if (at.#length % CHUNK === 0) {
        const index: Index = at.#indexed();
        const found = index.names.get(name);
        if (found !== undefined) return found;
        at = index.before;
      } else {
        if (at.name === name) return at;
        at = at.#before;
      }
    }
    return undefined;
  }

  hasBeginning(text: string): boolean {
    let at: Chain | undefined = this;
    while (at !== undefined) {
      if (at.#length % CHUNK === 0) {
        const index: Index = at.#indexed();
        if (index.beginnings.has(text)) return true;
        at = index.before;
      } else {
        if (at.name.startsWith(text)) return true;
        at = at.#before;
      }
    }
    return false;
  }

  #indexed(): Index {
    if (this.#index !== undefined) return this.#index;
    const names = new Map<string, Chain>();
    const beginnings = new Set<string>();
    let at: Chain | undefined = this;
    for (let count = 0; count < CHUNK && at !== undefined; count++, at = at.#before) {
      if (!names.has(at.name)) names.set(at.name, at);
      for (let length = 1; length <= at.name.length; length++) beginnings.add(at.name.slice(0, length));
    }
    this.#index = { names, beginnings, before: at };
    return this.#index;
  }
}

/** What the parser asks of the names of a context, and copies where a name is added: here there is nothing to copy. */
interface Lookup {
  has(text: string): boolean;
  get(text: string): string | undefined;
  [Symbol.iterator](): Iterator<never>;
}

const lookup = (has: (text: string) => boolean): Lookup => ({
  has,
  get: (text) => (has(text) ? text : undefined),
  [Symbol.iterator]: () => [][Symbol.iterator](),
});

/**
 * The names that are known at a place of a text, with what is known of their members: by them the parser tells names with
 * spaces or operators from expressions. Stands in for the parser's own class, which copies all names at each new one: a
 * context of 10,000 characters took it 1.5 s.
 */
export class NameContext {
  readonly keys = lookup((name) => this.#parts.some((part) => part.find(name) !== undefined));
  readonly prefixes = lookup((text) => this.#parts.some((part) => part.hasBeginning(text)));
  readonly originalMap = this.keys;
  static readonly #empty = new NameContext([]);
  /** All of them count; of the same name, the members of each. */
  readonly #parts: readonly Chain[];

  private constructor(parts: readonly Chain[]) {
    this.#parts = parts;
  }

  /** What all of these know. What is no context knows nothing. */
  static of(...values: readonly unknown[]): NameContext {
    const contexts = values.flatMap((value) => {
      if (value instanceof NameContext) return [value];
      return isKnownNames(value) ? [fromNames(value)] : [];
    });
    const [first] = contexts;
    if (first === undefined) return NameContext.#empty;
    const parts = new Set(contexts.flatMap((context) => context.#parts));
    return parts.size === first.#parts.length ? first : new NameContext([...parts]);
  }

  set(name: string, value: unknown): NameContext {
    const chain = new Chain(normalizeContextKey(name), value, this.#parts.at(-1));
    return new NameContext([...this.#parts.slice(0, -1), chain]);
  }

  get(name: string): unknown {
    const found = this.#parts.flatMap((part) => part.find(name) ?? []);
    if (found.length > 1) return NameContext.of(...found.map(({ value }) => value));
    const value = found[0]?.value;
    return isKnownNames(value) ? fromNames(value) : value;
  }
}

/** Many texts are read with the same names. */
const contexts = new WeakMap<KnownNames, NameContext>();

function fromNames(names: KnownNames): NameContext {
  let made = contexts.get(names);
  if (made === undefined) {
    made = Object.entries(names).reduce((context, [name, members]) => context.set(name, members), NameContext.of());
    contexts.set(names, made);
  }
  return made;
}

const isKnownNames = (value: unknown): value is KnownNames =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
