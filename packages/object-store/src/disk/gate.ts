/**
 * A lock with many `shared` holders or one `exclusive` holder. A waiting exclusive caller keeps later callers out, so it
 * cannot starve. It is in memory only: the lock file guarantees that one process uses the directory.
 */
export class Gate {
  #exclusive: Promise<void> = Promise.resolve();
  readonly #inside = new Set<Promise<unknown>>();

  async shared<T>(action: () => Promise<T>): Promise<T> {
    // The loop also waits for an exclusive caller that arrived while this one waited.
    for (let seen: Promise<void> | undefined; seen !== this.#exclusive; ) {
      seen = this.#exclusive;
      await seen;
    }
    const running = action();
    this.#inside.add(running);
    try {
      return await running;
    } finally {
      this.#inside.delete(running);
    }
  }

  async exclusive<T>(action: () => Promise<T>): Promise<T> {
    const before = this.#exclusive;
    let leave: () => void = () => undefined;
    this.#exclusive = new Promise((resolve) => {
      leave = resolve;
    });
    try {
      await before;
      await Promise.allSettled(this.#inside);
      return await action();
    } finally {
      leave();
    }
  }
}

/** One gate for each name. A gate exists only while it is in use. */
export class KeyedGates {
  readonly #gates = new Map<string, { gate: Gate; users: number }>();

  /** Runs `action` alone among the callers that give the same name. */
  async exclusive<T>(name: string, action: () => Promise<T>): Promise<T> {
    const entry = this.#gates.get(name) ?? { gate: new Gate(), users: 0 };
    entry.users++;
    this.#gates.set(name, entry);
    try {
      return await entry.gate.exclusive(action);
    } finally {
      if (--entry.users === 0) this.#gates.delete(name);
    }
  }
}
