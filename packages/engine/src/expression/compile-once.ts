/** Most characters of the texts that are kept; what is compiled of them needs about 100 times as many bytes. */
const KEPT_CHARACTERS = 500_000;

/**
 * Compiles each text once: what is compiled has no state, so everybody who has the same text can use it. The texts that were used last are kept.
 *
 * @returns what `compile` returns, and throws what it throws
 */
export function compileOnce<T>(compile: (source: string) => T): (source: string) => T {
  /** The one that was used last is the last one. */
  const kept = new Map<string, T>();
  let characters = 0;
  return (source) => {
    const known = kept.get(source);
    const compiled = known ?? compile(source);
    if (known === undefined) characters += source.length;
    else kept.delete(source);
    kept.set(source, compiled);
    for (const oldest of kept.keys()) {
      if (characters <= KEPT_CHARACTERS) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return compiled;
  };
}
