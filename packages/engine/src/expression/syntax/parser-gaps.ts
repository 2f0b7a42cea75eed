/**
 * The text as the parser is shown it, with every character in its place: types that its grammar does not have are replaced by others of
 * the same length. `range<number>` becomes ` list<number>`, and a `function` without signature becomes a name. What was meant is read
 * from the original text.
 */
export function forParser(text: string): string {
  if (!/\brange\s*<|\bof\s+function\b/.test(text)) return text;
  let shown = '';
  let at = 0;
  for (const literal of text.matchAll(/"(?:[^"\\]|\\.)*"/gs)) {
    shown += withoutGaps(text.slice(at, literal.index)) + literal[0];
    at = literal.index + literal[0].length;
  }
  return shown + withoutGaps(text.slice(at));
}

function withoutGaps(text: string): string {
  return text
    .replace(/(\binstance\s+of\s+|[:<,]\s*|->\s*)range(?=\s*<\s*[A-Za-z][^()]*>)/g, '$1 list')
    .replace(/(\binstance\s+of\s+)function\b(?!\s*[<(])/g, '$1functioN');
}
