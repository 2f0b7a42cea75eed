import { type Document, parseDocument, visit } from 'yaml';

/** Lists below a key that are not indented. */
const FLUSH_LISTS = /^[\w-]+:[^\S\n]*(#.*)?\n([^\S\n]*(#.*)?\n)*- /m;

/**
 * A document as text, written as the text that it was read from: comments, blank lines, quotes, and which lists are indented stay.
 *
 * @param before the text that it was read from
 */
export function printDocument(document: Document.Parsed | Document, before: string): string {
  // JSON has no comments, and stays JSON.
  if (before.trimStart().startsWith('{')) return `${JSON.stringify(document.toJS(), null, 2)}\n`;
  const text = document.toString({ lineWidth: 0, indentSeq: !FLUSH_LISTS.test(before) });
  // The library writes [ a, b ], and people [a, b].
  const spaces: number[] = [];
  visit(parseDocument(text), {
    Seq(_key, { flow, range }) {
      if (flow !== true || !range) return;
      const [from, to] = range;
      if (text[from + 1] === ' ') spaces.push(from + 1);
      if (text[to - 2] === ' ') spaces.push(to - 2);
    },
  });
  return spaces.sort((a, b) => b - a).reduce((shorter, at) => shorter.slice(0, at) + shorter.slice(at + 1), text);
}
