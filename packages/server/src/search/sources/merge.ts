import type { Found } from '../records/find-hits.js';

/** The hits of several searches as those of one: the greatest ids first, and only as far as each of them has got. */
export function mergeFound<Hit extends { readonly id: string }>(
  founds: readonly Found<Hit>[],
  limit: number,
): Found<Hit> {
  let from = '';
  const cost = founds.reduce((sum, found) => sum + found.cost, 0);
  for (const found of founds) if (found.from !== undefined && found.from > from) from = found.from;
  const byId = new Map(founds.flatMap(({ hits }) => hits.map((hit) => [hit.id, hit] as const)));
  const sure = [...byId.values()].filter(({ id }) => id >= from).sort((a, b) => (a.id < b.id ? 1 : -1));
  const hits = sure.slice(0, limit);
  if (sure.length > limit) return { hits, from: hits.at(-1)?.id, cost };
  return { hits, from: from === '' ? undefined : from, cost };
}
