import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const REJECTED = b.error('R', 'REJECTED');

/** start -> u -> after -> e, with `extra` around. */
const plain = (...extra: string[]) =>
  b.diagram(b.start(), b.users('u after'), b.end(), b.flow('s u after e'), ...extra);

test('[REJ-1] [D24] a boundary error event with code REJECTED takes the rejection', async () => {
  const run = await Driver.started(
    plain(REJECTED, b.boundary('no', 'u', b.errorRef('R')), b.user('fix'), b.flow('no fix')),
  );
  run.reject('u', { why: 'price' });
  expect(run.open).toEqual(['task fix']);
  expect(run.variables).toEqual({ approved: false, why: 'price' });
  expect(run.path('entered')).not.toContain('after');
});

test('[REJ-1] an approval does not take it', async () => {
  const run = await Driver.started(plain(REJECTED, b.boundary('no', 'u', b.errorRef('R')), b.end('x'), b.flow('no x')));
  expect(run.complete('u').open).toEqual(['task after']);
});

const decided = (condition: string, task = b.user('u')) =>
  b.diagram(
    b.start(),
    task,
    b.exclusive('g', { default: 'g-n' }),
    b.users('y n'),
    b.flow('s u g n'),
    b.flow('g y', condition),
  );

test('[REJ-2] [D24] a condition right after the task that reads approved decides', async () => {
  expect((await Driver.started(decided('= approved'))).reject().open).toEqual(['task n']);
  expect((await Driver.started(decided('= approved'))).complete().open).toEqual(['task y']);
});

test('[REJ-2] a condition on another variable is no decision: the run ends REJECTED', async () => {
  const run = (await Driver.started(decided('= amount > 5'), { amount: 9 })).reject();
  expect(run.status).toBe('REJECTED');
  expect(run.path('entered')).not.toContain('y');
});

test('[REJ-2] variables that output mappings derive from approved count, overwritten ones do not', async () => {
  const derived = b.user('u', b.ext(b.io({}, { boss: '= approved', ok: '= boss' })));
  expect((await Driver.started(decided('= ok', derived))).reject().open).toEqual(['task n']);
  const overwritten = b.user('u', b.ext(b.io({}, { approved: '= true' })));
  expect((await Driver.started(decided('= approved', overwritten))).reject().status).toBe('REJECTED');
});

test("[REJ-2] the task's own conditional flows count", async () => {
  const xml = b.diagram(b.start(), b.users('u y n'), b.flow('s u y', '= approved'), b.flow('u n', '= not(approved)'));
  expect((await Driver.started(xml)).reject().open).toEqual(['task n']);
});

test('[REJ-2] a gateway further down does not count', async () => {
  const xml = b.diagram(
    b.start(),
    b.user('u'),
    b.service('pay'),
    b.exclusive('g', { default: 'g-n' }),
    b.end('y'),
    b.end('n'),
    b.flow('s u pay g n'),
    b.flow('g y', '= approved'),
  );
  const run = (await Driver.started(xml)).reject();
  expect(run.status).toBe('REJECTED');
  expect(run.of('createJob')).toEqual([]);
});

test('[REJ-3] [D24] a scope around that catches exactly REJECTED takes it', async () => {
  const inner = b.sub('x', b.start('xs'), b.user('u'), b.service('j'), b.flow('xs u j'));
  const xml = b.diagram(
    REJECTED,
    b.start(),
    inner,
    b.boundary('no', 'x', b.errorRef('R')),
    b.user('fix'),
    b.flow('s x'),
    b.flow('no fix'),
  );
  expect((await Driver.started(xml)).reject('u').open).toEqual(['task fix']);
});

test('[REJ-3] an event sub-process takes it before a boundary event further out', async () => {
  const handler = b.eventSub('h', b.el('startEvent', { id: 'hs' }, b.errorRef('R')), b.user('fix'), b.flow('hs fix'));
  const inner = b.sub('x', b.start('xs'), b.user('u'), b.flow('xs u'), handler);
  const xml = b.diagram(
    REJECTED,
    b.start(),
    inner,
    b.boundary('no', 'x', b.errorRef('R')),
    b.end(),
    b.flow('s x'),
    b.flow('no e'),
  );
  const run = (await Driver.started(xml)).reject('u');
  expect(run.open).toEqual(['task fix']);
  expect(run.complete('fix').status).toBe('COMPLETED');
});

test('[REJ-3] [SUB-6] across a call activity', async () => {
  const xml = b.definitions(
    REJECTED,
    b.callWithBoundary(b.errorRef('R')),
    b.process('q', b.start('qs'), b.users('u more'), b.flow('qs u more')),
  );
  expect((await Driver.started(xml)).reject('u').open).toEqual(['task fix']);
});

test('[REJ-4] [D24] otherwise the run ends REJECTED and all other work is cancelled in the same step', async () => {
  const xml = plain(
    b.service('j'),
    b.boundary('any', 'u', b.errorRef()),
    b.user('fix'),
    b.flow('any fix'),
    b.boundary('late', 'j', b.duration('PT1H')),
    b.el('sequenceFlow', { id: 'x1', sourceRef: 's', targetRef: 'j' }),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['job j', 'task u', 'timer late']);
  const effects = run.once({ type: 'completeTask', variables: { why: 'no' }, approved: false });
  expect(run.status).toBe('REJECTED');
  expect(effects.at(-1)).toEqual({ type: 'runEnded', status: 'REJECTED' });
  expect(run.variables).toEqual({ approved: false, why: 'no' });
  expect(run.path('entered')).not.toContain('after');
});

const panel = (loop: string, condition: string) => decided(condition, b.user('u', loop));

test('[REJ-5] one rejection ends a multi-instance approval and follows the condition', async () => {
  for (const sequential of [false, true]) {
    const loop = b.multiInstance({ inputCollection: '= [1, 2, 3]' }, sequential);
    const run = await Driver.started(panel(loop, '= approved'));
    run.complete('u').reject('u');
    expect(run.open).toEqual(['task n']);
    const approved = await Driver.started(panel(loop, '= approved'));
    expect(approved.complete('u').complete('u').complete('u').open).toEqual(['task y']);
  }
});

test('[REJ-5] an output collection of decisions lets every instance vote', async () => {
  const loop = b.multiInstance({
    inputCollection: '= [1, 2, 3]',
    outputCollection: 'votes',
    outputElement: '= approved',
  });
  const run = await Driver.started(panel(loop, '= count(votes[item = true]) > 1'));
  run.reject('u').complete('u');
  expect(run.open).toEqual(['task u']);
  run.complete('u');
  expect(run.variables.votes).toEqual([false, true, true]);
  expect(run.open).toEqual(['task y']);
});

test('[REJ-6] behind an inclusive join approved does not count, names of its own do', async () => {
  const both = (outputs: (id: string) => Record<string, string>, condition: string) =>
    b.diagram(
      b.start(),
      b.parallel('f'),
      b.user('a', b.ext(b.io({}, outputs('a')))),
      b.user('c', b.ext(b.io({}, outputs('c')))),
      b.inclusive('g', { default: 'g-n' }),
      b.users('y n'),
      b.flow('s f a g n'),
      b.flow('f c g'),
      b.flow('g y', condition),
    );
  const shared = await Driver.started(both(() => ({}), '= approved'));
  expect(shared.reject('a').status).toBe('REJECTED');
  const own = await Driver.started(both((id) => ({ [`by${id}`]: '= approved' }), '= bya and byc'));
  expect(own.reject('a').complete('c').open).toEqual(['task n']);
});

/** A range is no JSON value, so the mapping fails until `ok` is set. */
const FAILS_UNTIL_OK = '= if ok then 1 else [1..2]';

test('[REJ-7] a decision survives an incident in the completion of its task', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.user('a', b.ext(b.io({}, { x: FAILS_UNTIL_OK }))),
    b.user('c'),
    b.exclusive('g', { default: 'g-n' }),
    b.exclusive('h', { default: 'h-hn' }),
    ...['y', 'n', 'hy', 'hn'].map((id) => b.user(id)),
    b.flow('s f a g n'),
    b.flow('g y', '= approved'),
    b.flow('f c h hn'),
    b.flow('h hy', '= approved'),
  );
  const run = await Driver.started(xml);
  run.reject('a').complete('c');
  expect(run.open).toEqual(['incident a', 'task hy']);
  run.retry('a', { variables: { ok: true } });
  expect(run.open).toEqual(['task hy', 'task n']);
});

test('[REJ-7] ... and one in the gateway behind it', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.users('a c'),
    b.exclusive('g', { default: 'g-n' }),
    ...['y', 'n', 'd'].map((id) => b.user(id)),
    b.flow('s f a g n'),
    b.flow('g y', '= if amount = null then null else approved'),
    b.flow('f c d'),
  );
  const run = await Driver.started(xml);
  run.reject('a').complete('c');
  expect(run.open).toEqual(['incident g', 'task d']);
  run.retry('g', { variables: { amount: 2 } });
  expect(run.open).toEqual(['task d', 'task n']);
});

test('[REJ-8] the report warns of approvals whose rejection is not modelled', async () => {
  const warned = async (xml: string) =>
    (await compile(xml)).report.warnings
      .filter(({ code }) => code === 'rejection-not-modelled')
      .map((w) => w.elementId);
  expect(await warned(plain())).toEqual(['u', 'after']);
  expect(await warned(plain(REJECTED, b.boundary('no', 'u', b.errorRef('R')), b.flow('no e')))).toEqual(['after']);
  const entry = b.el('userTask', { id: 'u', 'millrace:decision': 'none' });
  expect(await warned(b.diagram(b.start(), entry, b.flow('s u')))).toEqual([]);
  expect(await warned(decided('= approved'))).toEqual(['y', 'n']);
});
