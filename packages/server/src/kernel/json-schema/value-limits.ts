/** Items of an array whose schema declares no larger `maxItems`. */
export const DEFAULT_MAX_ITEMS = 10_000;
/** Values in one value: itself, items of arrays and members of objects. */
export const MOST_VALUES = 200_000;
/** Levels of arrays and objects. */
const DEEPEST = 64;

/** A list or object on the way; its pointer is put together only for what is refused. */
interface Visited {
  readonly value: object;
  readonly key: string;
  readonly parent: Visited | undefined;
  readonly depth: number;
}

/**
 * What is too large about a value before anything looks at its schema; undefined when nothing is.
 *
 * @param maxItems items that an array may have
 */
export function valueLimit(
  value: unknown,
  maxItems: number,
): { readonly at: string; readonly message: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const queue: Visited[] = [{ value, key: '', parent: undefined, depth: 0 }];
  let count = 1;
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at.depth >= DEEPEST) return { at: pointerOf(at), message: `must not be nested deeper than ${DEEPEST} levels` };
    if (Array.isArray(at.value) && at.value.length > maxItems) {
      const message = `must have at most ${maxItems} items (declare a larger maxItems to allow more)`;
      return { at: pointerOf(at), message };
    }
    const keys = Object.keys(at.value);
    count += keys.length;
    if (count > MOST_VALUES) return { at: '', message: `must not hold more than ${MOST_VALUES} values` };
    for (const key of keys) {
      const member: unknown = Reflect.get(at.value, key);
      if (typeof member === 'object' && member !== null) {
        queue.push({ value: member, key, parent: at, depth: at.depth + 1 });
      }
    }
  }
  return undefined;
}

const pointerOf = ({ parent, key }: Visited): string =>
  parent === undefined ? '' : `${pointerOf(parent)}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
