/**
 * A map with a bounded number of entries and a bounded age: full, it drops the entry written longest ago. Used where
 * forgetting costs time but never correctness. Times are milliseconds.
 */
export class BoundedMap<K, V> {
  private readonly entries = new Map<K, { readonly value: V; readonly until: number }>();

  constructor(private readonly maximum: number) {}

  /** The value, or undefined when it is absent or older than it may be. */
  get(key: K, now: number): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > now) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /** Keeps the value until the given time. */
  set(key: K, value: V, until: number): void {
    this.entries.delete(key);
    if (this.entries.size >= this.maximum) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    this.entries.set(key, { value, until });
  }

  delete(key: K): void {
    this.entries.delete(key);
  }
}
