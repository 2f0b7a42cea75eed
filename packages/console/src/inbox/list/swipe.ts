/** Pixels until a finger moves a row rather than the list. */
const BEGIN = 12;
/** Share of the row's width after which letting go decides. */
const ENOUGH = 0.35;

export type SwipeSide = 'approve' | 'reject';

/** Where a swipe stands. `shift` is in the direction of reading: positive approves. */
export interface Swipe {
  readonly shift: number;
  readonly side: SwipeSide;
  /** Letting go now decides. */
  readonly isEnough: boolean;
}

/** What a finger that moved so far does to a row; undefined: nothing, the list may scroll. */
export function swipeOf(dx: number, dy: number, width: number, isRightToLeft: boolean): Swipe | undefined {
  if (Math.abs(dx) < BEGIN || Math.abs(dx) < 1.5 * Math.abs(dy)) return undefined;
  const shift = isRightToLeft ? -dx : dx;
  return { shift, side: shift > 0 ? 'approve' : 'reject', isEnough: Math.abs(dx) >= ENOUGH * width };
}
