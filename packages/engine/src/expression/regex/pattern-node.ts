import type { CodePointTest } from './code-point-set.js';

/** A parsed regular expression. */
export type PatternNode =
  | { readonly type: 'one'; readonly test: CodePointTest }
  | { readonly type: 'start' | 'end' | 'empty' }
  | { readonly type: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'group'; readonly number: number | null; readonly body: PatternNode }
  | {
      readonly type: 'repeat';
      readonly body: PatternNode;
      readonly least: number;
      /** Null: without end. */
      readonly most: number | null;
      readonly greedy: boolean;
    };
