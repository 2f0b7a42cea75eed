import { beforeEach, expect, test, vi } from 'vitest';
import type { openStream } from './stream.js';
import { createStreams } from './streams.js';

const open = new Map<string, Parameters<typeof openStream>[1]>();
vi.mock('./stream.js', () => ({
  openStream: (id: string, listener: Parameters<typeof openStream>[1]) => {
    open.set(id, listener);
    return () => open.delete(id);
  },
}));
beforeEach(() => open.clear());

const many = Array.from({ length: 200 }, (_, index) => `p${index}`);

test('of 200 sub-projects a browser listens to three at most: those that were wanted last', () => {
  const covered: (readonly string[])[] = [];
  const streams = createStreams({ onEvent: () => undefined, onCovered: (ids) => covered.push(ids) });
  streams.want(many);
  expect([...open.keys()]).toEqual(['p0', 'p1', 'p2']);
  for (const listener of open.values()) listener.onOpen(true);
  expect(covered.at(-1)).toEqual(['p0', 'p1', 'p2']);
  streams.want(['p150']);
  expect([...open.keys()].toSorted()).toEqual(['p0', 'p1', 'p150']);
  streams.want(['p150', 'p7', 'p8']);
  expect([...open.keys()].toSorted()).toEqual(['p150', 'p7', 'p8']);
  streams.close();
  expect([...open.keys()]).toEqual([]);
});
