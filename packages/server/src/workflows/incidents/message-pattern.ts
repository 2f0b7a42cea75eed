/** Longer patterns are cut, so that a message with a whole document in it does not become a group of its own. */
const MAX_LENGTH = 300;

/** In this order: what contains numbers comes before numbers. */
const variable: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '<time>'],
  // Hexadecimal ids such as hashes and trace ids: with a digit, since "defaced" is a word.
  [/\b(?=[a-f]*\d)[0-9a-f]{12,}\b/gi, '<id>'],
  [/\?[^\s"'<>)=?]+=[^\s"'<>)]*/g, ''],
  // A status of HTTP or SMTP says what happened; with a unit behind it the number is a measurement.
  [/\b(?![1-5]\d\d\b(?!\s*(?:ms|s|seconds?|minutes?|bytes|[KMG]i?B|%)\b))\d+(?:[.,]\d+)*/g, '<number>'],
];

/**
 * What is the same in the messages of incidents of one cause: the message with placeholders for ids, times and numbers, and
 * without the queries of URLs.
 */
export function messagePattern(message: string): string {
  let pattern = message.slice(0, 4 * MAX_LENGTH);
  for (const [expression, placeholder] of variable) pattern = pattern.replace(expression, placeholder);
  return pattern
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .replace(/\p{Surrogate}/gu, '');
}
