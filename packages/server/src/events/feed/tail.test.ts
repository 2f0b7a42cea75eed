import { describe, expect, test } from 'vitest';
import type { LoggedEvent } from '../records/event-log.js';
import { Tail } from './tail.js';

const logged = (position: number, processId: string, type = 'process.updated'): LoggedEvent => ({
  position,
  type,
  processId,
  sequence: position,
  subjectType: 'process',
  subjectId: processId,
  data: { after: { fields: { secret: position } } },
  byId: 'user',
  byName: 'User',
  traceId: 'trace',
  createdTs: new Date(0),
  size: 30,
});
const dataOf = (tail: Tail) => tail.after(0)?.map(({ position, data }) => [position, Object.keys(data).length > 0]);

describe('the newest events in memory', () => {
  test('the deletion of a process empties its earlier events, also those of the same batch', () => {
    const tail = new Tail();
    tail.add(2, [logged(1, 'a'), logged(2, 'b')]);
    tail.add(5, [logged(3, 'a'), logged(4, 'b'), logged(5, 'a', 'process.deleted')]);
    expect(dataOf(tail)).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, true],
      [5, true],
    ]);
  });

  test('a log that is not known and a log without new events differ', () => {
    const tail = new Tail();
    expect(tail.after(0)).toBeUndefined();
    tail.add(0, []);
    expect(tail.after(0)).toEqual([]);
    tail.add(1, [logged(1, 'a')]);
    expect(tail.after(1)).toEqual([]);
    expect(tail.after(0)).toHaveLength(1);
  });
});
