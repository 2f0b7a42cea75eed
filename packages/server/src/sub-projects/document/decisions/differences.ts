const MOST_DIFFERENCES = 5;
const LONGEST_SHOWN = 100;

/**
 * What differs between an expected and an actual value of JSON's types, each difference as a sentence: `approver is "cfo",
 * expected "manager"`. At most five.
 */
export function differencesOf(expected: unknown, actual: unknown): readonly string[] {
  const found: string[] = [];
  compare(expected, actual, '', found);
  const more = found.length - MOST_DIFFERENCES;
  return more > 0 ? [...found.slice(0, MOST_DIFFERENCES), `${more} more differences`] : found;
}

function compare(expected: unknown, actual: unknown, at: string, found: string[]): void {
  if (Object.is(expected, actual) || (expected === 0 && actual === 0)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length; index += 1) {
      const place = `${at}[${index + 1}]`;
      if (index >= expected.length) found.push(`${place} is ${shown(actual[index])}, expected nothing`);
      else if (index >= actual.length) found.push(`${place} is missing, expected ${shown(expected[index])}`);
      else compare(expected[index], actual[index], place, found);
    }
    return;
  }
  if (isMembers(expected) && isMembers(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const place = at === '' ? name : `${at}.${name}`;
      if (!Object.hasOwn(actual, name)) found.push(`${place} is missing, expected ${shown(expected[name])}`);
      else if (!Object.hasOwn(expected, name)) found.push(`${place} is ${shown(actual[name])}, expected nothing`);
      else compare(expected[name], actual[name], place, found);
    }
    return;
  }
  found.push(`${at === '' ? 'the result' : at} is ${shown(actual)}, expected ${shown(expected)}`);
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as JSON, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
