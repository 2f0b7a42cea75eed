/** Values that never change once loaded, by an immutable id: the least recently used leaves first. */
export interface VersionCache<T> {
  /** The value of `id`; loads it once however many ask at the same time. A failed load is not kept. */
  get(id: string, load: () => Promise<T>): Promise<T>;
}

export function createVersionCache<T>(capacity: number): VersionCache<T> {
  // Insertion order is the order of use: a hit moves its entry to the end.
  const entries = new Map<string, Promise<T>>();
  return {
    get(id, load) {
      const known = entries.get(id);
      if (known !== undefined) {
        entries.delete(id);
        entries.set(id, known);
        return known;
      }
      const loading = load();
      entries.set(id, loading);
      loading.catch(() => {
        if (entries.get(id) === loading) entries.delete(id);
      });
      const [oldest] = entries.keys();
      if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
      return loading;
    },
  };
}
