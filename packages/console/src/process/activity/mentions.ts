/** A part of a comment: text, or a person who is mentioned. */
export interface CommentPart {
  readonly text: string;
  readonly userId?: string;
}

const mention = /@\[([0-9a-f-]{36})\]/gi;

/** The text of a comment with its mentions apart. */
export function partsOf(body: string): readonly CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const match of body.matchAll(mention)) {
    if (match.index > end) parts.push({ text: body.slice(end, match.index) });
    parts.push({ text: match[0], userId: match[1]?.toLowerCase() });
    end = match.index + match[0].length;
  }
  if (end < body.length) parts.push({ text: body.slice(end) });
  return parts;
}

interface Person {
  readonly id: string;
  readonly name: string;
}

/** The text as it is sent: the names of people who were chosen become their ids. */
export function withIds(text: string, chosen: readonly Person[]): string {
  // Longer names first: "Ada Byron" before "Ada".
  return [...chosen]
    .sort((a, b) => b.name.length - a.name.length)
    .reduce((result, { id, name }) => result.replaceAll(`@${name}`, `@[${id}]`), text);
}

/** What stands behind the last @ before the cursor; undefined: no name is being written. */
export function nameBeingWritten(text: string, cursor: number): string | undefined {
  return /(?:^|\s)@([\p{L}\p{N} .'-]{0,40})$/u.exec(text.slice(0, cursor))?.[1];
}

const MOST = 6;

/** People whose name, or a word of it, begins with what is written. */
export function suggestions(people: readonly Person[], written: string): readonly Person[] {
  const start = written.toLocaleLowerCase();
  return people
    .filter(({ name }) => {
      const lower = name.toLocaleLowerCase();
      return lower !== start && (lower.startsWith(start) || lower.split(/\s+/).some((word) => word.startsWith(start)));
    })
    .slice(0, MOST);
}

/** The text with a name in place of what was being written, and where the cursor goes. */
export function withName(
  text: string,
  cursor: number,
  name: string,
): { readonly text: string; readonly cursor: number } {
  const at = text.lastIndexOf('@', cursor - 1);
  const head = `${text.slice(0, at)}@${name} `;
  return { text: head + text.slice(cursor), cursor: head.length };
}
