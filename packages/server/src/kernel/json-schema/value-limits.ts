/** Items of an array whose schema declares no larger `maxItems`. */
export const DEFAULT_MAX_ITEMS = 10_000;
/** Values in one value: itself, items of arrays and members of objects. */
export const MOST_VALUES = 200_000;
const tooMany = { at: '', message: `must not hold more than ${MOST_VALUES} values` };
/** Levels of arrays and objects. */
const DEEPEST = 64;

/**
 * What is too large about a value before anything looks at its schema; undefined when nothing is.
 *
 * @param maxItems items that an array may have
 */
export function valueLimit(
  value: unknown,
  maxItems: number,
): { readonly at: string; readonly message: string } | undefined {
  const queue: { readonly value: unknown; readonly at: string; readonly depth: number }[] = [
    { value, at: '', depth: 0 },
  ];
  let count = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value: current, at, depth } = next;
    count += 1;
    if (count > MOST_VALUES) return tooMany;
    if (typeof current !== 'object' || current === null) continue;
    if (depth >= DEEPEST) return { at: '', message: `must not be nested deeper than ${DEEPEST} levels` };
    if (Array.isArray(current) && current.length > maxItems) {
      return { at, message: `must have at most ${maxItems} items (declare a larger maxItems to allow more)` };
    }
    for (const [key, member] of Object.entries(current)) {
      if (typeof member === 'object' && member !== null) {
        queue.push({ value: member, at: `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth: depth + 1 });
      } else count += 1;
    }
    if (count > MOST_VALUES) return tooMany;
  }
  return undefined;
}
