import { expect } from 'vitest';
import type { ExecutableModel } from '../model/executable-model.js';
import type { RunState } from '../state/run-state.js';
import { statusOf } from '../state/status.js';

/**
 * Invariants of every state between steps: the tree is whole and in order, every scope counts exactly its children and tokens, and
 * a run that has not ended has something that will wake it or says what it waits for.
 */
export function checkState(state: RunState, models: ReadonlyMap<string, ExecutableModel>): void {
  const keys = new Set<number>();
  let last = 0;
  for (const { key } of state.items) {
    if (key <= last || key >= state.next) throw new Error(`keys out of order: ${JSON.stringify(state)}`);
    last = key;
    keys.add(key);
  }
  if (state.ended !== undefined) {
    expect(state.items).toHaveLength(1);
    expect(state.pending).toBeUndefined();
    return;
  }
  const inside = new Map<number, number>();
  for (const { up } of state.items) inside.set(up, (inside.get(up) ?? 0) + 1);
  for (const { scope } of state.pending ?? []) inside.set(scope, (inside.get(scope) ?? 0) + 1);
  for (const { key, up, el, live, task, ballot, approvers, call } of state.items) {
    if (ballot !== undefined && task !== true) throw new Error(`${el} ${key} has votes and is not open`);
    if (approvers !== undefined && call !== true) throw new Error(`${el} ${key} keeps whom its matrix named`);
    if (up !== 0 && !keys.has(up)) throw new Error(`${el} ${key} has lost its scope`);
    const counted = inside.get(key) ?? 0;
    if ((live ?? 0) !== counted)
      throw new Error(`${el} ${key} counts ${live} but holds ${counted}: ${JSON.stringify(state)}`);
  }
  const model = models.get(state.modelId);
  expect(model?.nodeById.has(state.items[0]?.el ?? '')).toBe(true);
  const wakes = state.items.some(
    (item) => item.task || item.job || item.call || item.incident || item.waits || item.adHoc,
  );
  expect(wakes || state.held !== undefined || state.pending !== undefined, `stuck: ${JSON.stringify(state)}`).toBe(
    true,
  );
  expect(statusOf(state)).toMatch(/^(RACING|PAUSED|FAILED)$/);
}
