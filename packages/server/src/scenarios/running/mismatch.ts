import { isDeepStrictEqual } from 'node:util';

/** Something that a scenario expected and that is not so. */
export interface Mismatch {
  /** Where in the step the expectation stands, as parts of a JSON pointer. */
  readonly at: readonly (string | number)[];
  /** What was compared, e.g. `status`. */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
}

/** A value as a failure shows it. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined) return 'nothing';
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** Equal as JSON; a member that is null is as good as absent at the top. */
export const sameValue = (expected: unknown, got: unknown): boolean =>
  isDeepStrictEqual(asJson(expected ?? null), asJson(got ?? null));

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Compares the named values; others are not looked at. */
export function compareValues(
  expected: Readonly<Record<string, unknown>>,
  got: Readonly<Record<string, unknown>>,
  what: string,
  at: readonly (string | number)[],
): readonly Mismatch[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = Object.hasOwn(got, name) ? got[name] : null;
    if (sameValue(value, found)) return [];
    // Text that looks like another type would otherwise look equal.
    const shown = typeof value === typeof found ? show : (one: unknown) => JSON.stringify(one ?? null);
    return [{ at: [...at, name], what: `${what} ${name}`, expected: shown(value ?? null), got: shown(found ?? null) }];
  });
}
