import type { Fragment, Queryable } from '../../postgres/database.js';
import type { Bounds } from './bounds.js';
import { lookUpWord, type SearchedTexts, type Seen, takeIds, walkTexts } from './candidates.js';

/** Hits, those with the greatest ids first. */
export interface Found<Hit> {
  readonly hits: readonly Hit[];
  /** Every hit with this id or a greater one is among them; undefined: every hit is. */
  readonly from: string | undefined;
  /** Texts and ids that were looked at. */
  readonly cost: number;
}

/** Which hits a search wants, and how the visible ones of `candidates` are selected, with a column `id`. */
export interface Wanted {
  readonly before: string | undefined;
  readonly limit: number;
  readonly visible: Fragment;
  /**
   * The visible ones that have one word; undefined for who sees every text. What is common is judged by these, so that the
   * answer does not tell which words texts have that the caller does not see.
   */
  readonly withWord: ((word: string) => Fragment) | undefined;
  readonly bounds: Bounds;
}

/**
 * Finds the visible hits before an id. The work is bounded, whatever the words and however few of the hits are visible: where
 * that is not enough, it says how far it got.
 */
export async function findHits<Hit extends { readonly id: string }>(
  db: Queryable,
  texts: SearchedTexts,
  { before, limit, visible, withWord, bounds }: Wanted,
): Promise<Found<Hit>> {
  const newest = await read<Hit>(db, walkTexts(texts, before, bounds.sample, withWord), visible, limit);
  const { last, number } = newest.seen;
  let cost = number;
  if (last === null || number < bounds.sample) return foundOf(newest.hits, limit, undefined, cost);
  let reached = idAfter(last);
  // The texts of the last id may have been cut off.
  const hits = newest.hits.filter(({ id }) => id >= reached);
  if (hits.length >= limit) return foundOf(hits, limit, reached, cost);
  const rarest = rarestOf(texts.words, newest.seen.counts);
  const near = nearBudget(bounds, limit - hits.length, rarest?.count ?? 0);
  if (near > 0) {
    const next = await read<Hit>(db, walkTexts(texts, reached, near), visible, limit - hits.length);
    cost += next.seen.number;
    if (next.seen.last === null || next.seen.number < near)
      return foundOf([...hits, ...next.hits], limit, undefined, cost);
    reached = idAfter(next.seen.last);
    for (const hit of next.hits) if (hit.id >= reached) hits.push(hit);
    if (hits.length >= limit) return foundOf(hits, limit, reached, cost);
  }
  const missing = limit - hits.length;
  if (rarest !== undefined && rarest.count < bounds.common * bounds.sample) {
    const older = await read<Hit>(db, lookUpWord(texts, rarest.word, reached, bounds.mostFound), visible, missing);
    cost += older.seen.number;
    if (older.seen.number <= bounds.mostFound) return foundOf([...hits, ...older.hits], limit, undefined, cost);
  }
  const budget = bounds.budget - near;
  const older = await read<Hit>(db, walkTexts(texts, reached, budget), visible, missing);
  cost += older.seen.number;
  if (older.seen.last === null || older.seen.number < budget)
    return foundOf([...hits, ...older.hits], limit, undefined, cost);
  const end = idAfter(older.seen.last);
  return foundOf([...hits, ...older.hits.filter(({ id }) => id >= end)], limit, end, cost);
}

/**
 * Texts to look at next where a page is likely to be near: twice as many as it takes if the rarest word is as frequent there as in
 * the sample. 0 where that would be far: looking up the word is then less work.
 */
function nearBudget({ sample, near }: Bounds, missing: number, count: number): number {
  if (count === 0) return 0;
  const expected = Math.ceil((2 * missing * sample) / count);
  return expected <= near ? expected : 0;
}

/** The visible ones of the ids that a query lists, which is limited to `bounds.ids`. */
export async function findIds<Hit extends { readonly id: string }>(
  db: Queryable,
  subProjectId: string,
  ids: (budget: number) => Fragment,
  { limit, visible, bounds }: Pick<Wanted, 'limit' | 'visible' | 'bounds'>,
): Promise<Found<Hit>> {
  const { hits, seen } = await read<Hit>(db, takeIds(subProjectId, ids(bounds.ids)), visible, limit);
  return foundOf(hits, limit, seen.number < bounds.ids ? undefined : (seen.last ?? undefined), seen.number);
}

async function read<Hit extends { readonly id: string }>(
  db: Queryable,
  tables: Fragment,
  visible: Fragment,
  limit: number,
): Promise<{ readonly hits: readonly Hit[]; readonly seen: Seen }> {
  const rows = await db<Seen & (Hit | { readonly id: null })>`
    with ${tables}
    select seen.number, seen.last, seen.counts, hit.* from seen
    left join lateral (${visible} order by c.id desc limit ${limit}) hit on true
    order by hit.id desc`;
  const [first] = rows;
  return {
    hits: rows.filter((row): row is Seen & Hit => row.id !== null),
    seen: { number: first?.number ?? 0, last: first?.last ?? null, counts: first?.counts ?? [] },
  };
}

/** A full page covers what is at or after its last hit, also when more was looked at. */
function foundOf<Hit extends { readonly id: string }>(
  hits: readonly Hit[],
  limit: number,
  from: string | undefined,
  cost: number,
): Found<Hit> {
  return { hits, from: hits.length >= limit ? hits.at(-1)?.id : from, cost };
}

function rarestOf(words: readonly string[], counts: readonly number[]) {
  const counted = words.map((word, index) => ({ word, count: counts[index] ?? 0 }));
  return counted.toSorted((a, b) => a.count - b.count)[0];
}

/**
 * The least id of those created after one. It has the time and the counter of that id and none of its random part, so that it
 * names no process that the caller may not see.
 */
function idAfter(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`) + 1n).toString(16).padStart(16, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12)}-0000-000000000000`;
}
