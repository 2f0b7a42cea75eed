import { expect, test } from 'vitest';
import { createRefresher } from './refresher.js';

function page() {
  const state = {
    now: 0,
    isVisible: true,
    planned: [] as { at: number; task: () => void }[],
    refreshed: [] as string[][],
  };
  const refresher = createRefresher({
    refresh: (reads) => state.refreshed.push([...reads].sort()),
    isVisible: () => state.isVisible,
    now: () => state.now,
    after: (milliseconds, task) => {
      const entry = { at: state.now + milliseconds, task };
      state.planned.push(entry);
      return () => state.planned.splice(state.planned.indexOf(entry), 1);
    },
  });
  const pass = (milliseconds: number): void => {
    state.now += milliseconds;
    for (const entry of state.planned.filter(({ at }) => at <= state.now)) {
      state.planned.splice(state.planned.indexOf(entry), 1);
      entry.task();
    }
  };
  return { state, refresher, pass };
}

test('the first event refreshes at once, those of the next second together', () => {
  const { state, refresher, pass } = page();
  refresher.touch(['getInbox']);
  pass(0);
  refresher.touch(['getInbox']);
  refresher.touch(['getProcess']);
  pass(900);
  expect(state.refreshed).toEqual([['getInbox']]);
  pass(100);
  expect(state.refreshed).toEqual([['getInbox'], ['getInbox', 'getProcess']]);
  pass(5000);
  expect(state.refreshed).toHaveLength(2);
});

test('while nobody looks nothing is asked; then once', () => {
  const { state, refresher, pass } = page();
  state.isVisible = false;
  refresher.touch(['getInbox']);
  refresher.touch(['getTask']);
  pass(10_000);
  expect(state.refreshed).toEqual([]);
  state.isVisible = true;
  refresher.wake();
  pass(0);
  expect(state.refreshed).toEqual([['getInbox', 'getTask']]);
});

test('nothing is refreshed after it was stopped', () => {
  const { state, refresher, pass } = page();
  refresher.touch(['getInbox']);
  refresher.stop();
  pass(5000);
  expect(state.refreshed).toEqual([]);
});
