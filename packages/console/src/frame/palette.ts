import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let open: (() => void) | undefined;

/**
 * The search feature says how its palette opens; until then there is no button for it.
 *
 * @public
 */
export function providePalette(how: () => void): () => void {
  open = how;
  for (const listener of listeners) listener();
  return () => {
    open = undefined;
    for (const listener of listeners) listener();
  };
}

export const openPalette = (): void => open?.();

export const usePaletteThere = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open !== undefined,
  );
