/** A remark about one place in a configuration document or in a BPMN file; the wire's `Finding`. */
export interface Finding {
  /** JSON pointer in the document ('' is the document), or `<file>#<element id>`. */
  readonly path: string;
  /** Line in the document's text, from 1. */
  readonly line?: number;
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** Where a rule reports what it finds. Pointers are given as their parts, unescaped. */
export type Report = (at: readonly (string | number)[], message: string) => void;

/** A JSON pointer (RFC 6901) from its parts. */
export const pointerOf = (parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
