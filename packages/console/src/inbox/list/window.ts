import { type RefObject, useEffect, useState } from 'react';

const OVERSCAN_PX = 400;

/** Where rows of known heights begin, and how high all of them are. */
export function offsetsOf(heights: readonly number[]): { readonly offsets: readonly number[]; readonly total: number } {
  const offsets: number[] = [];
  let total = 0;
  for (const height of heights) {
    offsets.push(total);
    total += height;
  }
  return { offsets, total };
}

/** The first row, and the one after the last, that touch a part of the list. */
export function rangeOf(offsets: readonly number[], total: number, top: number, height: number): [number, number] {
  const from = Math.max(
    0,
    offsets.findLastIndex((offset) => offset <= top - OVERSCAN_PX),
  );
  const after = offsets.findIndex((offset) => offset > Math.min(total, top + height + OVERSCAN_PX));
  return [from, after === -1 ? offsets.length : after];
}

/** The part of a scrolling element that is seen. */
export function useViewport(ref: RefObject<HTMLElement | null>): { readonly top: number; readonly height: number } {
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const update = () => setView({ top: element.scrollTop, height: element.clientHeight });
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [ref]);
  return view;
}
