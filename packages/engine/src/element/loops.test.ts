import { expect, test } from 'vitest';
import { MAX_INSTANCES } from '../run/control-flow/loops.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const looped = (loop: string, ...extra: string[]) =>
  b.diagram(b.start(), b.service('j', 'j', loop), b.user('after'), b.flow('s j after'), ...extra);

const EACH = {
  inputCollection: '= items',
  inputElement: 'item',
  outputCollection: 'results',
  outputElement: '= result',
};

test('[LOOP-1] parallel: one instance per element, outputs in the order of the input', async () => {
  const run = await Driver.started(looped(b.multiInstance(EACH)), { items: ['a', 'b', 'c'] });
  expect(run.of('createJob').map(({ input }) => [input.item, input.loopCounter])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  const jobs = run.of('createJob').map(({ key }) => key);
  for (const [at, key] of [...jobs.entries()].reverse()) {
    run.do({ type: 'completeJob', key, variables: { result: `r${at}` } });
  }
  expect(run.variables.results).toEqual(['r0', 'r1', 'r2']);
  expect(run.open).toEqual(['task after']);
});

test('[LOOP-1] input mappings stand on every instance', async () => {
  const task = b.el(
    'serviceTask',
    { id: 'j' },
    b.ext(b.taskDefinition('x'), b.io({ twice: '= item * 2' }, { last: '= answer' })),
    b.multiInstance({ inputCollection: '= [1, 2]', inputElement: 'item' }),
  );
  const run = await Driver.started(b.diagram(b.start(), task, b.end(), b.flow('s j e')));
  expect(run.of('createJob').map(({ input }) => input.twice)).toEqual([2, 4]);
  run.job('j', { answer: 1 }).job('j', { answer: 2 });
  expect(run.variables).toEqual({ last: 2 });
});

test('[LOOP-2] sequential: one after the other', async () => {
  const run = await Driver.started(looped(b.multiInstance(EACH, true)), { items: [1, 2] });
  expect(run.open).toEqual(['job j']);
  run.job('j', { result: 10 });
  expect(run.of('createJob').at(-1)?.input).toMatchObject({ item: 2, loopCounter: 2 });
  run.job('j', { result: 20 });
  expect(run.variables.results).toEqual([10, 20]);
});

test('[LOOP-3] a true completion condition cancels the instances left', async () => {
  const loop = b.multiInstance(EACH, false, '= numberOfCompletedInstances >= 2');
  const run = await Driver.started(looped(loop), { items: [1, 2, 3, 4] });
  run.job('j', { result: 'x' });
  expect(run.open).toHaveLength(3);
  run.job('j', { result: 'y' });
  expect(run.open).toEqual(['task after']);
  expect(run.variables.results).toEqual(['x', 'y', null, null]);
});

test('[LOOP-4] an empty collection completes at once; no list, or too long a one, is an incident', async () => {
  const empty = await Driver.started(looped(b.multiInstance(EACH)), { items: [] });
  expect(empty.open).toEqual(['task after']);
  expect(empty.variables.results).toEqual([]);
  const none = await Driver.started(looped(b.multiInstance(EACH)), { items: 'x' });
  expect(none.open).toEqual(['incident j']);
  none.retry('j', { variables: { items: [1] } });
  expect(none.open).toEqual(['job j']);
  const long = Array.from({ length: MAX_INSTANCES + 1 }, () => 0);
  expect((await Driver.started(looped(b.multiInstance(EACH)), { items: long })).open).toEqual(['incident j']);
});

test('[LOOP-5] boundary events stand on the loop as a whole', async () => {
  const extra = [b.boundary('late', 'j', b.duration('PT1H')), b.user('side'), b.flow('late side')];
  const run = await Driver.started(looped(b.multiInstance(EACH), ...extra), { items: [1, 2] });
  expect(run.open).toEqual(['job j', 'job j', 'timer late']);
  run.fire('late');
  expect(run.open).toEqual(['task side']);
});

test('[LOOP-5] an error from one instance ends all', async () => {
  const extra = [b.error('E', 'BAD'), b.boundary('x', 'j', b.errorRef('E')), b.user('side'), b.flow('x side')];
  const run = await Driver.started(looped(b.multiInstance(EACH), ...extra), { items: [1, 2] });
  expect(run.throwError('j', 'BAD').open).toEqual(['task side']);
});

test('[LOOP-1] a multi-instance sub-process and nested loops', async () => {
  const inner = b.sub(
    'x',
    b.multiInstance({
      inputCollection: '= rows',
      inputElement: 'row',
      outputCollection: 'sums',
      outputElement: '= sum(cells)',
    }),
    b.start('xs'),
    b.script(
      'y',
      '= cell + 1',
      'r',
      b.multiInstance(
        { inputCollection: '= row', inputElement: 'cell', outputCollection: 'cells', outputElement: '= r' },
        true,
      ),
    ),
    b.flow('xs y'),
  );
  const run = await Driver.started(b.diagram(b.start(), inner, b.end(), b.flow('s x e')), { rows: [[1, 2], [3]] });
  expect(run.status).toBe('COMPLETED');
  expect(run.variables.sums).toHaveLength(2);
});

test('[LOOP-6] a standard loop runs while its condition is true', async () => {
  const task = b.el(
    'scriptTask',
    { id: 'x' },
    b.ext(b.el('zeebe:script', { expression: '= n + 1', resultVariable: 'n' })),
    b.standardLoop('= n < 3'),
  );
  const xml = b.diagram(b.start(), task, b.end(), b.flow('s x e'));
  expect((await Driver.started(xml, { n: 0 })).variables.n).toBe(3);
  expect((await Driver.started(xml, { n: 10 })).variables.n).toBe(11);
});

test('[LOOP-6] testBefore looks first, and the maximum ends it', async () => {
  const task = (attributes: Record<string, boolean | number>) =>
    b.el('serviceTask', { id: 'j' }, b.ext(b.taskDefinition('x')), b.standardLoop('= go', attributes));
  const xml = (attributes: Record<string, boolean | number>) =>
    b.diagram(b.start(), task(attributes), b.end(), b.flow('s j e'));
  expect((await Driver.started(xml({ testBefore: true }), { go: false })).status).toBe('COMPLETED');
  const run = await Driver.started(xml({ loopMaximum: 2 }), { go: true });
  run.job('j').job('j');
  expect(run.status).toBe('COMPLETED');
});
