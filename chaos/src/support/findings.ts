/** The violations that the checks found, by rule. */
export class Findings {
  readonly #byRule = new Map<string, string[]>();

  add(rule: string, what: string): void {
    const known = this.#byRule.get(rule);
    if (known === undefined) this.#byRule.set(rule, [what]);
    else known.push(what);
  }

  get count(): number {
    return [...this.#byRule.values()].reduce((sum, found) => sum + found.length, 0);
  }

  /** One line per rule that was broken, with at most ten cases below it. */
  lines(): readonly string[] {
    return [...this.#byRule].flatMap(([rule, found]) => [
      `BROKEN  ${rule}: ${found.length}`,
      ...found.slice(0, 10).map((what) => `        ${what}`),
    ]);
  }
}
