const MAX_LENGTH = 1000;

const secrets: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@?#]+@/gi, '$1[secret]@'],
  [/([?&][^=&\s"'<>]{1,100}=)[^&\s"'<>)]+/g, '$1[secret]'],
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[secret]'],
  [
    /\b((?:[\w-]{0,50}(?:password|passwd|secret|token|api[-_]?key)|authorization)["']?\s*[:=]\s*["']?)[^\s"',;}&]+/gi,
    '$1[secret]',
  ],
];

/**
 * A text that others made, such as the message of an incident, fit for the log: without credentials, tokens and the values
 * of URL queries, on one line and not long.
 */
export function redactText(text: string): string {
  let shown = text.slice(0, 2 * MAX_LENGTH);
  for (const [expression, replacement] of secrets) shown = shown.replace(expression, replacement);
  return shown.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
}
