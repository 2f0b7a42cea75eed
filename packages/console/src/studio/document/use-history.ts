import { useState } from 'react';

/** Changes that can be taken back. */
const MOST = 200;

interface Steps {
  readonly past: readonly string[];
  readonly present: string;
  readonly future: readonly string[];
}

export interface History {
  readonly text: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The same text changes nothing. */
  change(next: string): void;
  undo(): void;
  redo(): void;
}

/** A text with the steps that led to it. */
export function useHistory(first: string): History {
  const [{ past, present, future }, setSteps] = useState<Steps>({ past: [], present: first, future: [] });
  return {
    text: present,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (next) => {
      if (next !== present) setSteps({ past: [...past, present].slice(-MOST), present: next, future: [] });
    },
    undo: () => {
      const before = past.at(-1);
      if (before !== undefined) setSteps({ past: past.slice(0, -1), present: before, future: [present, ...future] });
    },
    redo: () => {
      const [after, ...rest] = future;
      if (after !== undefined) setSteps({ past: [...past, present], present: after, future: rest });
    },
  };
}
