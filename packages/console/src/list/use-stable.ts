import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and does what the newest one does, so that rows which get it are not drawn again. */
export function useStable<Args extends readonly unknown[], Result>(
  newest: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
