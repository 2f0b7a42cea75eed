/** A set of small whole numbers below `size`. */
export class AtomSet {
  readonly #words: Uint32Array;
  readonly size: number;

  constructor(size: number, words: Uint32Array = new Uint32Array(Math.ceil(size / 32))) {
    this.size = size;
    this.#words = words;
  }

  static all(size: number): AtomSet {
    const set = new AtomSet(size);
    for (let at = 0; at < size; at += 1) set.add(at);
    return set;
  }

  /** Number of words: the cost of an operation. */
  get cost(): number {
    return this.#words.length;
  }

  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  add(at: number): void {
    const word = at >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (at & 31));
  }

  has(at: number): boolean {
    return ((this.#words[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }

  get members(): readonly number[] {
    const found: number[] = [];
    for (let at = 0; at < this.size; at += 1) if (this.has(at)) found.push(at);
    return found;
  }

  meets(other: AtomSet): boolean {
    for (let at = 0; at < this.#words.length; at += 1)
      if (((this.#words[at] ?? 0) & (other.#words[at] ?? 0)) !== 0) return true;
    return false;
  }

  and(other: AtomSet): AtomSet {
    return new AtomSet(
      this.size,
      this.#words.map((word, at) => word & (other.#words[at] ?? 0)),
    );
  }

  without(other: AtomSet): AtomSet {
    return new AtomSet(
      this.size,
      this.#words.map((word, at) => word & ~(other.#words[at] ?? 0)),
    );
  }
}
