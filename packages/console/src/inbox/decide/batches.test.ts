import { expect, it } from 'vitest';
import { batchesOf, type ChosenTask } from './batches.js';

const chosen = (subProjectId: string, count: number): ChosenTask[] =>
  Array.from({ length: count }, (_, index) => ({
    subProjectId,
    task: { id: `${subProjectId}${index}`, runId: 'r' },
    title: `Title ${index}`,
  }));

it('makes one decision for each sub-project, of at most 200 tasks', () => {
  const made = batchesOf(
    [...chosen('a', 2), ...chosen('b', 1), ...chosen('c', 201)],
    true,
    '',
    (count) => `${count} tasks`,
  );
  expect(made.map(({ subProjectId, taskId, title, batch }) => [subProjectId, taskId, title, batch?.length])).toEqual([
    ['a', 'a0', '2 tasks', 2],
    ['b', 'b0', 'Title 0', undefined],
    ['c', 'c0', '200 tasks', 200],
    ['c', 'c200', 'Title 200', undefined],
  ]);
  expect(made[0]?.batch?.[1]).toEqual({ taskId: 'a1', title: 'Title 1' });
});

it('votes with the reason, alone and in a batch, on tasks that several persons decide', () => {
  const [one] = chosen('a', 1);
  const approval = {} as NonNullable<ChosenTask['task']['approval']>;
  const voted = { ...one, task: { id: 'a0', runId: 'r', approval } } as ChosenTask;
  const name = (count: number) => `${count} tasks`;
  expect(batchesOf([voted], false, 'too dear', name)).toMatchObject([{ vote: 'reject', comment: 'too dear' }]);
  expect(batchesOf([voted], true, '', name)).toMatchObject([{ vote: 'approve' }]);
  const [batch] = batchesOf([voted, ...chosen('a', 1)], false, 'too dear', name);
  expect(batch).toMatchObject({ approved: false, comment: 'too dear', batch: [{ taskId: 'a0' }, { taskId: 'a0' }] });
  expect(batch).not.toHaveProperty('vote');
});
