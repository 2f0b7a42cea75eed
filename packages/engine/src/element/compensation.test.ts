import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

/** An activity with a compensation boundary event and its handler job `undo-<id>`. */
const undoable = (id: string, activity = b.service(id)) =>
  [
    activity,
    b.boundary(`comp-${id}`, id, b.compensate()),
    b.el('serviceTask', { id: `undo-${id}`, isForCompensation: true }, b.ext(b.taskDefinition(`undo-${id}`))),
    b.el('association', {
      id: `assoc-${id}`,
      sourceRef: `comp-${id}`,
      targetRef: `undo-${id}`,
      associationDirection: 'One',
    }),
  ].join('');

const throwAll = (activity?: string) => b.throwEvent('throw', b.compensate(activity));

test('[COMP-1] handlers run one after the other, last completed first, and then the flow goes on', async () => {
  const xml = b.diagram(
    b.start(),
    undoable('a'),
    undoable('c'),
    throwAll(),
    b.user('after'),
    b.flow('s a c throw after'),
  );
  const run = await Driver.started(xml);
  run.job('a').job('c');
  expect(run.open).toEqual(['job undo-c']);
  run.job('undo-c');
  expect(run.open).toEqual(['job undo-a']);
  run.job('undo-a');
  expect(run.open).toEqual(['task after']);
});

test('[COMP-1] a compensation end event does the same and then ends', async () => {
  const xml = b.diagram(b.start(), undoable('a'), b.end('throw', b.compensate()), b.flow('s a throw'));
  const run = await Driver.started(xml);
  run.job('a').job('undo-a');
  expect(run.status).toBe('COMPLETED');
});

test('[COMP-1] a loop of completions is undone in reverse, with nothing to undo the event passes', async () => {
  const xml = b.diagram(
    b.start(),
    b.exclusive('m'),
    undoable('a'),
    b.exclusive('x', { default: 'x-throw' }),
    throwAll(),
    b.end(),
    b.flow('s m a x throw e'),
    b.flow('x m', '= more'),
  );
  const run = await Driver.started(xml);
  run.job('a', { more: true }).job('a', { more: false });
  expect(run.job('undo-a').open).toEqual(['job undo-a']);
  expect(run.job('undo-a').status).toBe('COMPLETED');
  const none = b.diagram(b.start(), throwAll(), b.end(), b.flow('s throw e'));
  expect((await Driver.started(none)).status).toBe('COMPLETED');
});

test('[COMP-2] with an activity only that one is compensated, and nothing twice or before it completed', async () => {
  const xml = b.diagram(
    b.start(),
    undoable('a'),
    undoable('c'),
    b.parallel('f'),
    undoable('open'),
    throwAll('a'),
    b.throwEvent('again', b.compensate('a')),
    b.throwEvent('rest', b.compensate()),
    b.user('after'),
    b.flow('s a c f throw again rest after'),
    b.flow('f open'),
  );
  const run = await Driver.started(xml);
  run.job('a').job('c').job('undo-a');
  expect(run.open).toEqual(['job open', 'job undo-c']);
  run.job('undo-c');
  expect(run.open).toEqual(['job open', 'task after']);
});

test('[COMP-3] a completed sub-process is compensated from inside, with its local variables', async () => {
  const inner = b.sub(
    'x',
    b.ext(b.io({ order: '= 7' })),
    b.start('xs'),
    undoable('a'),
    undoable('c'),
    b.flow('xs a c'),
  );
  const xml = b.diagram(b.start(), inner, undoable('d'), throwAll(), b.end(), b.flow('s x d throw e'));
  const run = await Driver.started(xml);
  run.job('a').job('c').job('d').job('undo-d');
  expect(run.of('createJob').at(-1)).toMatchObject({ elementId: 'undo-c', input: { order: 7 } });
  run.job('undo-c').job('undo-a');
  expect(run.status).toBe('COMPLETED');
});

test('[COMP-3] ... or by its own handler, which stands for everything inside', async () => {
  const inner = b.sub('x', b.start('xs'), undoable('a'), b.flow('xs a'));
  const xml = b.diagram(b.start(), undoable('x', inner), throwAll(), b.end(), b.flow('s x throw e'));
  const run = await Driver.started(xml);
  run.job('a');
  expect(run.open).toEqual(['job undo-x']);
  expect(run.job('undo-x').status).toBe('COMPLETED');
});

test('[COMP-4] inside an event sub-process it compensates the scope around', async () => {
  const handler = b.eventSub(
    'h',
    b.el('startEvent', { id: 'hs' }, b.errorRef('E')),
    throwAll(),
    b.end('he'),
    b.flow('hs throw he'),
  );
  const xml = b.diagram(b.error('E', 'BAD'), b.start(), undoable('a'), b.service('j'), handler, b.flow('s a j'));
  const run = await Driver.started(xml);
  run.job('a').throwError('j', 'BAD');
  expect(run.open).toEqual(['job undo-a']);
  expect(run.job('undo-a').status).toBe('COMPLETED');
});

test('[COMP-6] with waitForCompletion="false" the flow goes on beside the handlers, and the scope waits for them', async () => {
  const definition = b.el('compensateEventDefinition', { waitForCompletion: false });
  const inner = b.sub(
    'x',
    b.start('xs'),
    undoable('a'),
    undoable('c'),
    b.throwEvent('throw', definition),
    b.user('beside'),
    b.flow('xs a c throw beside'),
  );
  const xml = b.diagram(b.start(), inner, b.user('after'), b.flow('s x after'));
  const run = await Driver.started(xml);
  run.job('a').job('c');
  expect(run.open).toEqual(['job undo-c', 'task beside']);
  expect(run.path()).toContain('throw');
  run.complete('beside').job('undo-c');
  expect(run.open).toEqual(['job undo-a']);
  expect(run.job('undo-a').open).toEqual(['task after']);
  const cancelled = await Driver.started(xml);
  cancelled.job('a').job('c').do({ type: 'cancel' });
  expect(cancelled.path('cancelled').filter((id) => id === 'throw')).toEqual([]);
  const nothing = b.diagram(b.start(), b.end('throw', definition), b.flow('s throw'));
  expect((await Driver.started(nothing)).status).toBe('COMPLETED');
});
