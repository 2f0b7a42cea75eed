type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * What a page shows of JSON holds for a value when both are equal, where in the page
 * - `…` in a text stands for anything, and an id that begins `0197…` for any UUID;
 * - a time stands for any time, and the port of a loopback address for any port;
 * - the member `"…"` stands for any further members, the last element `"…"` for any further elements.
 *
 * @returns nothing when it holds, else the first difference in words
 */
export function difference(shown: Json, actual: Json | undefined, path = ''): string | undefined {
  const at = path === '' ? 'the whole' : path;
  if (actual === undefined) return `${at} is not there`;
  if (typeof shown === 'string' && typeof actual === 'string') {
    return textMatches(shown, actual) ? undefined : `${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(shown)}`;
  }
  if (isList(shown) && isList(actual)) return differenceOfLists(shown, actual, path);
  if (isObject(shown) && isObject(actual)) return differenceOfObjects(shown, actual, path);
  return Object.is(shown, actual) ? undefined : `${at} is ${JSON.stringify(actual)}, not ${JSON.stringify(shown)}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function differenceOfLists(shown: readonly Json[], actual: readonly Json[], path: string): string | undefined {
  const open = shown.at(-1) === '…';
  const expected = open ? shown.slice(0, -1) : shown;
  if (open ? actual.length < expected.length : actual.length !== expected.length) {
    return `${path || 'the whole'} has ${actual.length} elements, not ${expected.length}`;
  }
  return firstOf(expected.map((value, index) => difference(value, actual[index], `${path}/${index}`)));
}

function differenceOfObjects(
  shown: { readonly [key: string]: Json },
  actual: { readonly [key: string]: Json },
  path: string,
): string | undefined {
  const { '…': open, ...expected } = shown;
  const more = open === undefined ? Object.keys(actual).find((key) => !Object.hasOwn(expected, key)) : undefined;
  if (more !== undefined) return `${path}/${more} is not shown (a member "…" stands for further members)`;
  return firstOf(Object.entries(expected).map(([key, value]) => difference(value, actual[key], `${path}/${key}`)));
}

const firstOf = (differences: readonly (string | undefined)[]) => differences.find((found) => found !== undefined);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const port = /127\.0\.0\.1:\d+/g;

/** Whether a text is as the page shows it; see {@link difference}. */
export function textMatches(shown: string, actual: string): boolean {
  if (/^[0-9a-f]{4}…$/.test(shown)) return uuid.test(actual);
  const plain = (text: string) => text.replace(time, '<time>').replace(port, '127.0.0.1:<port>');
  const pattern = plain(shown).split('…').map(escapePattern).join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(plain(actual));
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Every JSON value that stands in a text, in order, whatever stands between them. */
export function jsonIn(text: string): readonly Json[] {
  const found: Json[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '{' && text[at] !== '[') continue;
    const end = endOfValue(text, at);
    const value = end === undefined ? undefined : parsed(text.slice(at, end));
    if (value === undefined || end === undefined) continue;
    found.push(value);
    at = end - 1;
  }
  return found;
}

function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if ('{['.includes(character)) depth += 1;
    else if ('}]'.includes(character)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
