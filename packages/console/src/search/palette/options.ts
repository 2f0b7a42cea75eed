import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line of the palette. */
export interface Option {
  readonly id: string;
  readonly group: string;
  readonly icon: LucideIcon;
  readonly content: ReactNode;
  /** On the right: a state, a key. */
  readonly end?: ReactNode;
  /** Address of the page that it opens; absent: it runs something. */
  readonly href?: string;
  run(): void;
}

/** Whether every word that is typed begins a word of the label. */
export function matches(label: string, query: string): boolean {
  const words = wordsOf(label);
  return wordsOf(query).every((word) => words.some((one) => one.startsWith(word)));
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The lines of each group, in their order. */
export function grouped(options: readonly Option[]): readonly (readonly [string, readonly Option[]])[] {
  const groups = new Map<string, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
}
