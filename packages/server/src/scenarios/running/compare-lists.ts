import { type Mismatch, show } from './mismatch.js';

/** One expected item: the id of its element, or more about it. */
type Expected = string | { readonly element: string };

/** How the items of one kind are compared. */
export interface Comparison<E extends { readonly element: string }, T extends { readonly elementId: string }> {
  readonly what: string;
  /** What differs, as `name: expected, not got`; empty when it fits. */
  differences(expected: E, got: T): readonly string[];
  /** An item as a failure shows it. */
  describe(got: T): string;
}

/**
 * Compares all open items of a kind with all expected ones, in any order. Each expected item takes one that fits it.
 */
export function compareLists<E extends { readonly element: string }, T extends { readonly elementId: string }>(
  expected: readonly (string | E)[],
  got: readonly T[],
  { what, differences, describe }: Comparison<E, T>,
): readonly Mismatch[] {
  const left = [...got];
  const unmet: { readonly index: number; readonly item: string | E }[] = [];
  const problemsOf = (item: string | E, one: T): readonly string[] => {
    if (one.elementId !== elementOf(item)) return ['another element'];
    return typeof item === 'string' ? [] : differences(item, one);
  };
  expected.forEach((item, index) => {
    const found = left.findIndex((one) => problemsOf(item, one).length === 0);
    if (found < 0) unmet.push({ index, item });
    else left.splice(found, 1);
  });
  const mismatches = unmet.map(({ index, item }): Mismatch => {
    const near = left.findIndex((one) => one.elementId === elementOf(item));
    const [other] = near < 0 ? [] : left.splice(near, 1);
    const expectedText = typeof item === 'string' ? item : show(item);
    if (other === undefined) {
      return {
        at: [what, index],
        what: `${what} ${elementOf(item)}`,
        expected: expectedText,
        got: listOf(got, describe),
      };
    }
    const problems = problemsOf(item, other).join('; ');
    return { at: [what, index], what: `${what} ${elementOf(item)}`, expected: problems, got: describe(other) };
  });
  if (mismatches.length > 0 || left.length === 0) return mismatches;
  const all = expected.length === 0 ? 'none' : expected.map(elementOf).join(', ');
  return [{ at: [what], what, expected: all, got: listOf(got, describe) }];
}

const elementOf = (item: Expected): string => (typeof item === 'string' ? item : item.element);

const listOf = <T>(items: readonly T[], describe: (item: T) => string): string =>
  items.length === 0 ? 'none' : items.map(describe).join('; ');
