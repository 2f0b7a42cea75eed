/** How much one search in one source looks at. */
export interface Bounds {
  /** Texts that are looked at first, to find out which words are common. */
  readonly sample: number;
  /** Texts that are looked at after those at most where a page is likely to be among them; they count as part of `budget`. */
  readonly near: number;
  /** The part of those above which a word is not looked up: the index would name too many. */
  readonly common: number;
  /** Texts with a word that a look-up takes at most. */
  readonly mostFound: number;
  /** Texts that one request looks at when every word is common. The next page goes on after them. */
  readonly budget: number;
  /** Ids with the same beginning that are looked at. */
  readonly ids: number;
}
export const defaultBounds: Bounds = {
  sample: 500,
  near: 4000,
  common: 0.05,
  mostFound: 10_000,
  budget: 20_000,
  ids: 2000,
};

/** Texts and ids that a search in one source looks at, at most. */
export const costOf = ({ sample, mostFound, budget, ids }: Bounds): number => sample + mostFound + budget + ids;

/** More than one process has: a walk gets beyond it. */
const LEAST = 100;

/** Less of each where a source has only a share of what its search may look at. */
export function boundsWithin(bounds: Bounds, share: number): Bounds {
  const atMost = (most: number, part: number) => Math.min(most, Math.max(LEAST, Math.floor(part)));
  const sample = atMost(bounds.sample, share / 4);
  const ids = atMost(bounds.ids, share / 8);
  const mostFound = atMost(bounds.mostFound, share * 0.35);
  const budget = atMost(bounds.budget, share - sample - ids - mostFound);
  return { ...bounds, sample, ids, mostFound, budget, near: Math.min(bounds.near, Math.floor(budget / 5)) };
}
