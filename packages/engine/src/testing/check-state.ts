import { expect } from 'vitest';
import type { ExecutableModel } from '../model/executable-model.js';
import type { RunState } from '../run-state.js';
import { statusOf } from '../status.js';

/**
 * Invariants of every state between steps: the tree is whole and in order, every scope counts exactly its children and tokens, and
 * a run that has not ended has something that will wake it or says what it waits for.
 */
export function checkState(state: RunState, models: ReadonlyMap<string, ExecutableModel>): void {
  const keys = state.items.map((item) => item.key);
  expect(keys).toEqual([...keys].sort((a, b) => a - b));
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toBeLessThan(state.next);
  if (state.ended !== undefined) {
    expect(state.items).toHaveLength(1);
    expect(state.pending).toBeUndefined();
    return;
  }
  for (const item of state.items) {
    if (item.up !== 0) expect(keys).toContain(item.up);
    if (item.live === undefined) continue;
    const children = state.items.filter((child) => child.up === item.key).length;
    const tokens = (state.pending ?? []).filter((work) => work.scope === item.key).length;
    expect([item.el, item.live]).toEqual([item.el, children + tokens]);
  }
  const model = models.get(state.modelId);
  expect(model?.nodeById.has(state.items[0]?.el ?? '')).toBe(true);
  const wakes = state.items.some((item) => item.task || item.job || item.call || item.incident || item.waits);
  expect(wakes || state.pending !== undefined, `stuck: ${JSON.stringify(state)}`).toBe(true);
  expect(statusOf(state)).toMatch(/^(RACING|PAUSED|FAILED)$/);
}
