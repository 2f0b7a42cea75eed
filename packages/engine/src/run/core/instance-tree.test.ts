import { expect, test } from 'vitest';
import type { InstanceState, Pending, RunState } from '../../state/run-state.js';
import { type Instance, InstanceTree } from './instance-tree.js';

const items: readonly InstanceState[] = [
  { key: 1, el: 'p', up: 0, live: 3 },
  { key: 2, el: 'sub', up: 1, live: 1 },
  { key: 3, el: 'task', up: 1 },
  { key: 5, el: 'inner', up: 2 },
];
const token: Pending = { do: 'enter', el: 'e', scope: 1 };
const state: RunState = { v: 1, modelId: 'm', next: 6, items, pending: [token] };
const open = (): InstanceTree => new InstanceTree(state);

/** Every scope counts its children and the tokens queued in it. */
function expectCounted(tree: InstanceTree): void {
  for (const scope of tree.instances) {
    const held = tree.childrenOf(scope).length + tree.work.filter((item) => item.scope === scope.key).length;
    expect([scope.el, scope.live ?? 0]).toEqual([scope.el, held]);
  }
}

test('a tree reads the counts of a stored state and does not change that state', () => {
  const tree = open();
  expectCounted(tree);
  tree.push(tree.root, token);
  tree.remove(tree.scope(3));
  expect(state.items).toEqual(items);
  expect(state.items[0]?.live).toBe(3);
});

test('adding, queuing, removing and dropping keep the count of every scope', () => {
  const tree = open();
  const added: Instance = { key: 6, el: 'x', up: 2 };
  tree.add(added, tree.scope(2));
  tree.push(tree.scope(2), { do: 'flow', flow: 'f', scope: 2 });
  tree.push(tree.root, token);
  expectCounted(tree);
  expect(tree.scope(2).live).toBe(3);
  tree.remove(tree.scope(5));
  tree.dropWork(tree.scope(2));
  expectCounted(tree);
  expect(tree.scope(2).live).toBe(1);
  expect(tree.work).toEqual([token, token]);
});

test('work taken from the queue counts no longer when it is performed', () => {
  const tree = open();
  const taken: unknown[] = [];
  const perform = (scope: Instance, item: Pending): void => void taken.push([scope.live, item]);
  expect(tree.take(perform)).toBe(true);
  expect(tree.take(perform)).toBe(false);
  expect(taken).toEqual([[2, token]]);
  expectCounted(tree);
});

test('a held scope counts one more until it is released', () => {
  const tree = open();
  tree.hold(tree.root);
  expect(tree.root.live).toBe(4);
  tree.release(tree.root);
  expectCounted(tree);
});

test('at the end only the root is left and holds nothing', () => {
  const tree = open();
  tree.keepRootOnly();
  expect(tree.instances).toEqual([{ key: 1, el: 'p', up: 0, live: 0 }]);
  expect(tree.waiting).toBe(0);
});
