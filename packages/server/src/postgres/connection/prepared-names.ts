/** Statements prepared per connection at most: each costs every server process of PostgreSQL some 10 KB. */
const MAX_NAMES = 1000;
const MAX_CANDIDATES = 4000;

/**
 * Decides which statements are prepared under a name, which saves PostgreSQL parsing and planning them. A text earns
 * its name at its second use, so statements assembled for one rare filter do not crowd out the hot ones.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** The name to run this text under, or undefined to run it without one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_NAMES) return name;
    if (!this.#seen.delete(text)) {
      this.#remember(text);
      return undefined;
    }
    const given = `m${this.#names.size}`;
    this.#names.set(text, given);
    return given;
  }

  #remember(text: string): void {
    if (this.#seen.size >= MAX_CANDIDATES) {
      const [oldest] = this.#seen;
      if (oldest !== undefined) this.#seen.delete(oldest);
    }
    this.#seen.add(text);
  }
}
