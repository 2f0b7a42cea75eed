import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Measures, offsetAfter, offsetShowing, scrollTopOf, type Window, windowAt } from './window.js';

/** The window of a list that scrolls within an element. */
export interface ListWindow {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly shown: Window;
  /** Whether the last movement went down. */
  readonly isDown: boolean;
  onScroll(): void;
  /** Scrolls as little as possible until the row is seen. */
  show(index: number): void;
}

/** After the scroll bar has rested, it is put where its position in the whole list is. */
const REST_MS = 200;

export function useWindow(count: number, rowHeight: number, headHeight: number): ListWindow {
  const ref = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(600);
  const [position, setPosition] = useState({ offset: 0, scrollTop: 0, isDown: true });
  const latest = useRef(position);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const measures: Measures = { count, rowHeight, viewport };
  const current = useRef(measures);
  useEffect(() => {
    current.current = measures;
  });

  const move = useCallback((offset: number, scrollTop: number) => {
    const next = { offset, scrollTop, isDown: offset >= latest.current.offset };
    latest.current = next;
    setPosition(next);
  }, []);

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setViewport(Math.max(rowHeight, element.clientHeight - headHeight)));
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [rowHeight, headHeight]);

  const onScroll = useCallback(() => {
    const element = ref.current;
    if (element === null || element.scrollTop === latest.current.scrollTop) return;
    const { offset, scrollTop } = latest.current;
    move(offsetAfter(offset, scrollTop, element.scrollTop, current.current), element.scrollTop);
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      const settled = scrollTopOf(latest.current.offset, current.current);
      if (Math.abs(settled - element.scrollTop) < 1) return;
      latest.current = { ...latest.current, scrollTop: settled };
      element.scrollTop = settled;
      move(latest.current.offset, element.scrollTop);
    }, REST_MS);
  }, [move]);

  const show = useCallback(
    (index: number) => {
      const element = ref.current;
      if (element === null) return;
      const offset = offsetShowing(index, latest.current.offset, current.current);
      const scrollTop = scrollTopOf(offset, current.current);
      latest.current = { ...latest.current, scrollTop };
      element.scrollTop = scrollTop;
      move(offset, element.scrollTop);
    },
    [move],
  );

  return {
    ref,
    shown: windowAt(position.offset, position.scrollTop, measures),
    isDown: position.isDown,
    onScroll,
    show,
  };
}
