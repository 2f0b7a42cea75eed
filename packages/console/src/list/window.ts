/** The part of a list that is shown, in rows and pixels. */
export interface Window {
  /** Index of the first and after the last row to draw. */
  readonly from: number;
  readonly to: number;
  /** Index of the first row that is seen, and after the last one. */
  readonly first: number;
  readonly last: number;
  /** Height of the whole content, no more than browsers can scroll. */
  readonly height: number;
  /** Where the first drawn row stands in that content. */
  readonly top: number;
}

/** Browsers lose precision, or stop, at some tens of millions of pixels. */
const TALLEST = 8_000_000;
const BEYOND = 6;

export interface Measures {
  readonly count: number;
  readonly rowHeight: number;
  readonly viewport: number;
}

/** Pixels that all rows would take. */
const wholeHeight = ({ count, rowHeight }: Measures): number => count * rowHeight;

/** Pixels that the scroll bar has. */
export const scrollHeight = (measures: Measures): number => Math.min(wholeHeight(measures), TALLEST);

/** Largest position in the list, in pixels of its whole height. */
export const lastOffset = (measures: Measures): number => Math.max(0, wholeHeight(measures) - measures.viewport);

/** Where the scroll bar stands for a position in the list. */
export function scrollTopOf(offset: number, measures: Measures): number {
  const last = lastOffset(measures);
  const room = Math.max(0, scrollHeight(measures) - measures.viewport);
  return last <= room ? offset : (offset / last) * room;
}

/**
 * The position in the list after the scroll bar moved. A short way moves by as many pixels, also in a list that is taller than
 * the scroll bar; a long one, as when its handle is dragged, jumps to the same share of the list.
 */
export function offsetAfter(offset: number, from: number, to: number, measures: Measures): number {
  const last = lastOffset(measures);
  const room = Math.max(0, scrollHeight(measures) - measures.viewport);
  if (room === 0) return 0;
  if (last === room) return to;
  if (last <= room || Math.abs(to - from) > measures.viewport * 2) return (to / room) * last;
  return Math.min(last, Math.max(0, offset + to - from));
}

/** What to draw at a position. */
export function windowAt(offset: number, scrollTop: number, measures: Measures): Window {
  const { count, rowHeight, viewport } = measures;
  const first = Math.min(count, Math.round(offset / rowHeight));
  const last = Math.min(count, Math.floor((offset + viewport) / rowHeight));
  const from = Math.max(0, Math.floor(offset / rowHeight) - BEYOND);
  const to = Math.min(count, Math.ceil((offset + viewport) / rowHeight) + BEYOND);
  return {
    from,
    to,
    first,
    last,
    height: scrollHeight(measures),
    top: Math.round(scrollTop + from * rowHeight - offset),
  };
}

/** The position that shows a row, moved as little as possible. */
export function offsetShowing(index: number, offset: number, { rowHeight, viewport, ...rest }: Measures): number {
  const top = index * rowHeight;
  const wanted = top < offset ? top : top + rowHeight > offset + viewport ? top + rowHeight - viewport : offset;
  return Math.min(Math.max(0, wanted), lastOffset({ rowHeight, viewport, ...rest }));
}

/** Numbers of the pages, from 1, that hold the rows of a window, and the next one in the direction of travel. */
export function pagesOf(
  { from, to }: Pick<Window, 'from' | 'to'>,
  count: number,
  size: number,
  isDown: boolean,
): number[] {
  const first = Math.floor(from / size) + 1;
  const last = Math.max(first, Math.ceil(to / size));
  const ahead = isDown ? last + 1 : first - 1;
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return ahead >= 1 && (ahead - 1) * size < count ? [...pages, ahead] : pages;
}
