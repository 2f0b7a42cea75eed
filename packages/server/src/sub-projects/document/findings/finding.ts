/** A remark about one place in a configuration document or in a BPMN file; the wire's `Finding`. */
export interface Finding {
  /** JSON pointer in the document ('' is the document), or `<file>#<element id>`. */
  readonly path: string;
  /** Line in the text of the document or of the BPMN file, from 1. */
  readonly line?: number;
  /** Column in that line, from 1. Not on the wire, where an editor finds its way by the pointer. */
  readonly column?: number;
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** A place in a document's text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a rule reports what it finds. Pointers are given as their parts, unescaped. */
export type Report = (at: readonly (string | number)[], message: string) => void;

/** A JSON pointer (RFC 6901) from its parts. */
export const pointerOf = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
