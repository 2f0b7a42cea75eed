import { expect, test } from 'vitest';
import * as b from '../../testing/bpmn.js';
import { Driver } from '../../testing/driver.js';

const collect = (isSequential = false) =>
  b.multiInstance(
    { inputCollection: '=[1,2]', inputElement: 'item', outputCollection: 'results', outputElement: '=result' },
    isSequential,
  );

const inSubProcess = (isSequential: boolean) =>
  b.diagram(
    b.start(),
    b.sub('x', collect(isSequential), b.start('xs'), b.service('a'), b.service('b'), b.flow('xs a b')),
    b.flow('s x'),
  );

test('[LOOP-7] the output variable belongs to each instance of a parallel sub-process', async () => {
  const run = await Driver.started(inSubProcess(false));
  run.job('a', { result: 100 }).job('a', { result: 200 });
  run.job('b').job('b');
  expect(run.variables).toEqual({ results: [100, 200] });
});

test('[LOOP-7] a sequential instance does not see the output of the one before', async () => {
  const run = await Driver.started(inSubProcess(true));
  run.job('a', { result: 100 }).job('b');
  run.job('a').job('b');
  expect(run.variables).toEqual({ results: [100, null] });
});

test('[LOOP-7] the output variable belongs to each instance of a called process', async () => {
  const xml = b.definitions(
    b.process('p', b.start(), b.call('c', 'q', {}, collect()), b.flow('s c')),
    b.process('q', b.start('qs'), b.service('a'), b.flow('qs a')),
  );
  const run = await Driver.started(xml);
  run.job('a', { result: 100 }).job('a', { result: 200 });
  expect(run.variables).toEqual({ results: [100, 200] });
});

test('[LOOP-7] the output variables of nested loops belong to their own instances', async () => {
  const inner = b.multiInstance({
    inputCollection: '=[1,2]',
    inputElement: 'n',
    outputCollection: 'inner',
    outputElement: '=value',
  });
  const outer = b.multiInstance({
    inputCollection: '=["x","y"]',
    inputElement: 'name',
    outputCollection: 'outer',
    outputElement: '=inner',
  });
  const xml = b.diagram(
    b.start(),
    b.sub('x', outer, b.start('xs'), b.service('a', 'a', inner), b.flow('xs a')),
    b.flow('s x'),
  );
  const run = await Driver.started(xml);
  for (const value of [1, 2, 3, 4]) run.job('a', { value });
  expect(run.variables).toEqual({
    outer: [
      [1, 2],
      [3, 4],
    ],
  });
});

test('[LOOP-7] an output element that is a member of a variable keeps the variable local, too', async () => {
  const loop = b.multiInstance({
    inputCollection: '=[1,2]',
    outputCollection: 'sums',
    outputElement: '=answer.sum',
  });
  const run = await Driver.started(b.diagram(b.start(), b.service('a', 'a', loop), b.flow('s a')));
  run.job('a', { answer: { sum: 1 } }).job('a', { answer: { sum: 2 } });
  expect(run.variables).toEqual({ sums: [1, 2] });
});

test('[LOOP-7] an output mapping that sets the output variable sets that of its own instance', async () => {
  const loop = b.multiInstance({
    inputCollection: '=["ann","bob","eve"]',
    inputElement: 'who',
    outputCollection: 'votes',
    outputElement: '=vote',
  });
  const vote = b.user('t', b.ext(b.io({}, { vote: '={who: who, points: points}' })), loop);
  const run = await Driver.started(b.diagram(b.start(), vote, b.flow('s t')));
  for (const points of [3, 1, 2]) run.complete('t', true, { points });
  expect(run.variables).toEqual({
    approved: true,
    votes: [
      { who: 'ann', points: 3 },
      { who: 'bob', points: 1 },
      { who: 'eve', points: 2 },
    ],
  });
});
