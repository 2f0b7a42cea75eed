import { useSyncExternalStore } from 'react';

/** A sentence that appears for some seconds at the bottom, for example after a decision. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'done' | 'failed' | 'plain';
  /** Milliseconds that it stays; 0: until it is closed. */
  readonly stays: number;
  readonly action?: { readonly label: string; readonly key?: string; run(): void };
  /** Called when its time is over, not when its action ran or it was closed by hand. */
  onTimeout?(): void;
}

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let last = 0;

const MOST = 3;
const STAYS = 6000;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a sentence; returns how to take it away. */
export function showToast(toast: Partial<Omit<Toast, 'id'>> & Pick<Toast, 'text'>): () => void {
  last += 1;
  const shown: Toast = { tone: 'done', stays: STAYS, ...toast, id: last };
  change([...toasts, shown].slice(-MOST));
  return () => closeToast(shown.id);
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
