import type { DocumentEditor, Path } from '../../../document/edit-document.js';

/** What the document says at the place of a part; anything, as people may write anything in the text. */
export type Plain = Readonly<Record<string, unknown>>;

export interface PartProps {
  /** The whole document. */
  readonly value: Plain;
  /** One change, which can be taken back. */
  change(change: (editor: DocumentEditor) => void): void;
  /** What the server found there and below. */
  faultsAt(...path: Path): readonly string[];
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const mapOf = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};
/** One text, or several: what may be written without a list. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(textOf);

/** A name that none of the others has: field1, field2 … */
export function freeName(prefix: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

/** A list as people type it: with commas. Nothing typed is nothing. */
export const typedList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];
