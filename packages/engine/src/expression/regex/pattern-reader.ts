/** Reads a pattern by code points. Positions are counted from 1, as error messages tell them. */
export class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  /** The position of the character that was read last. */
  get position(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  next(): string {
    const character = this.#characters[this.#at] ?? '';
    this.#at += 1;
    return character;
  }

  skip(count: number): void {
    this.#at += count;
  }

  accept(character: string): boolean {
    if (this.peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  /** The text before the next `end`, which is read too; null when there is none. */
  until(end: string): string | null {
    const to = this.#characters.indexOf(end, this.#at);
    if (to < 0) return null;
    const text = this.#characters.slice(this.#at, to).join('');
    this.#at = to + 1;
    return text;
  }
}
