import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * After a change of the page the focus goes to its content, so that a screen reader reads it and Tab goes on there. A change
 * of search parameters, such as a filter, leaves the focus where it is.
 */
export function useRouteFocus() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path && !main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
    last.current = path;
  }, [path]);
  return main;
}
