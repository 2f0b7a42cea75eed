import type { Badge } from '../drawing/diagram-editor.js';
import type { StateAfter } from './scenario.js';

/** What the drawing shows of a test run: where it is, and which way it took. */
export function tokensOf(
  { active, timeline }: StateAfter,
  title: string,
): { readonly badges: ReadonlyMap<string, Badge>; readonly taken: ReadonlySet<string> } {
  const badges = new Map<string, Badge>();
  for (const id of active) badges.set(id, { kind: 'token', count: (badges.get(id)?.count ?? 0) + 1, title });
  const passed = timeline.filter(({ event }) => event === 'completed' || event === 'flowTaken');
  return { badges, taken: new Set(passed.flatMap(({ elementId }) => elementId ?? [])) };
}
