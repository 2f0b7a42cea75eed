import { normalizeContextKey } from 'lezer-feel';
import { NameChain } from './name-chain.js';

/** Names that the text may use though they have spaces or operators, with those of their members. Never changed once it was given. */
export interface KnownNames {
  readonly [name: string]: KnownNames | null;
}

/** A name as it was given, and what is known of its members. */
interface Known {
  readonly written: string;
  readonly members: unknown;
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
  static readonly empty = new NameContext([]);
  /** All of them count; of the same name, the members of each. */
  readonly #parts: readonly NameChain<Known>[];

  private constructor(parts: readonly NameChain<Known>[]) {
    this.#parts = parts;
  }

  /** What all of these know. What is no context knows nothing. */
  static of(...values: readonly unknown[]): NameContext {
    const contexts = values.flatMap((value) => {
      if (value instanceof NameContext) return [value];
      return isKnownNames(value) ? [fromNames(value)] : [];
    });
    const [first] = contexts;
    if (first === undefined) return NameContext.empty;
    const parts = new Set(contexts.flatMap((context) => context.#parts));
    return parts.size === first.#parts.length ? first : new NameContext([...parts]);
  }

  set(name: string, value: unknown): NameContext {
    const known = { written: name, members: value };
    const chain = new NameChain(normalizeContextKey(name), known, this.#parts.at(-1));
    return new NameContext([...this.#parts.slice(0, -1), chain]);
  }

  with(names: Iterable<readonly [string, KnownNames | null]>): NameContext {
    let all: NameContext = this;
    for (const [name, members] of names) all = all.set(name, members);
    return all;
  }

  /** Whether it knows no name. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** A name as it was given, by the form in which the parser reads it; undefined for one that is not known. */
  writtenAs(name: string): string | undefined {
    for (const part of this.#parts) {
      const found = part.find(name);
      if (found !== undefined) return found.value.written;
    }
    return undefined;
  }

  get(name: string): unknown {
    const found = this.#parts.flatMap((part) => part.find(name) ?? []);
    if (found.length > 1) return NameContext.of(...found.map(({ value }) => value.members));
    const value = found[0]?.value.members;
    return isKnownNames(value) ? fromNames(value) : value;
  }
}

/** Many texts are read with the same names. */
const contexts = new WeakMap<KnownNames, NameContext>();

function fromNames(names: KnownNames): NameContext {
  let made = contexts.get(names);
  if (made === undefined) {
    made = NameContext.empty.with(Object.entries(names));
    contexts.set(names, made);
  }
  return made;
}

const isKnownNames = (value: unknown): value is KnownNames =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
