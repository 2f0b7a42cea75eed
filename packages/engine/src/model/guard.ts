/** Bounds on what a diagram may be; far above any real one (a 1,000-element diagram is about 1 MB with its layout). */
export const MAX_CHARACTERS = 8_000_000;
export const MAX_DEPTH = 150;
export const MAX_TAGS = 250_000;

/**
 * Looks at the raw text before any parser does. Returns the reason why it must not be parsed, or null.
 * Document types are refused whole: they are the only way to declare entities, and no BPMN tool writes them.
 */
export function refuseText(xml: string): string | null {
  if (xml.length > MAX_CHARACTERS) return `the file is larger than ${MAX_CHARACTERS} characters`;
  let depth = 0;
  let tags = 0;
  let at = xml.indexOf('<');
  while (at !== -1) {
    if (xml.startsWith('<!--', at)) at = skip(xml, at + 4, '-->');
    else if (xml.startsWith('<![CDATA[', at)) at = skip(xml, at + 9, ']]>');
    else if (xml.startsWith('<!', at)) return 'document type declarations and entities are not accepted';
    else if (xml.startsWith('<?', at)) at = skip(xml, at + 2, '?>');
    else {
      const end = tagEnd(xml, at);
      if (end === -1) return 'the file ends inside a tag';
      tags += 1;
      if (tags > MAX_TAGS) return `the file has more than ${MAX_TAGS} tags`;
      if (xml.charCodeAt(at + 1) === 47) depth -= 1;
      else if (xml.charCodeAt(end - 1) !== 47) depth += 1;
      if (depth > MAX_DEPTH) return `elements nest deeper than ${MAX_DEPTH}`;
      at = end;
    }
    if (at === -1) return 'the file ends inside a comment, CDATA section or processing instruction';
    at = xml.indexOf('<', at);
  }
  return null;
}

function skip(xml: string, from: number, closing: string): number {
  const end = xml.indexOf(closing, from);
  return end === -1 ? -1 : end + closing.length;
}

/** Index of the `>` that closes the tag at `at`; quotes may hide others. */
function tagEnd(xml: string, at: number): number {
  for (let i = at + 1; i < xml.length; i += 1) {
    const c = xml.charCodeAt(i);
    if (c === 62) return i;
    if (c === 34 || c === 39) {
      i = xml.indexOf(c === 34 ? '"' : "'", i + 1);
      if (i === -1) return -1;
    }
  }
  return -1;
}
