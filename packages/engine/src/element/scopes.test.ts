import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';
import { MAX_CALL_DEPTH } from './call-activity.js';

const E = b.error('E', 'BAD');

test('[SUB-1] a sub-process completes when its last token is gone', async () => {
  const inner = b.sub('x', b.start('xs'), b.parallel('f'), b.users('u v'), b.flow('xs f u'), b.flow('f v'));
  const run = await Driver.started(b.diagram(b.start(), inner, b.user('after'), b.flow('s x after')));
  run.complete('u');
  expect(run.open).toEqual(['task v']);
  run.complete('v');
  expect(run.open).toEqual(['task after']);
});

const withHandler = (definition: string, isInterrupting: boolean, ...extra: string[]) =>
  b.diagram(
    b.message('M', 'go', '= 1'),
    b.start(),
    b.user('u'),
    b.end(),
    b.flow('s u e'),
    b.eventSub('h', b.el('startEvent', { id: 'hs', isInterrupting }, definition), b.user('fix'), b.flow('hs fix')),
    ...extra,
  );

test('[SUB-2] an interrupting event sub-process cancels the rest of its scope, and no other can start', async () => {
  const other = b.eventSub('o', b.el('startEvent', { id: 'os' }, b.duration('PT1H')), b.end('oe'), b.flow('os oe'));
  const run = await Driver.started(withHandler(b.messageRef('M'), true, other));
  expect(run.open).toEqual(['message hs', 'task u', 'timer os']);
  run.correlate('hs', { why: 1 });
  expect(run.open).toEqual(['task fix']);
  expect(run.path('cancelled')).toEqual(['u']);
  expect(run.complete('fix').status).toBe('COMPLETED');
});

test('[SUB-3] a non-interrupting one runs beside it, as often as it is triggered', async () => {
  const run = await Driver.started(withHandler(b.messageRef('M'), false));
  run.correlate('hs').correlate('hs');
  expect(run.open).toEqual(['message hs', 'task fix', 'task fix', 'task u']);
  run.complete('u');
  expect(run.status).toBe('PAUSED');
  run.complete().complete();
  expect(run.status).toBe('COMPLETED');
});

test('[SUB-3] ... also by timer cycle, signal and condition', async () => {
  const cycle = await Driver.started(withHandler(b.cycle('R2/PT1M'), false));
  cycle.fire('hs').fire('hs');
  expect(cycle.open).toEqual(['task fix', 'task fix', 'task u']);
  const condition = await Driver.started(withHandler(b.conditional('= a > 1'), false), { a: 0 });
  condition.do({ type: 'setVariables', variables: { a: 2 } });
  expect(condition.open).toEqual(['condition hs', 'task fix', 'task u']);
  const signal = await Driver.started(withHandler(b.signalRef('S'), false, b.signal('S', 'alarm')));
  signal.do({ type: 'broadcastSignal', name: 'alarm', variables: {} });
  expect(signal.open).toEqual(['signal hs', 'task fix', 'task u']);
});

const throwing = (...handlers: string[]) =>
  b.diagram(
    E,
    b.start(),
    b.sub(
      'x',
      b.start('xs'),
      b.service('j'),
      b.flow('xs j'),
      ...handlers.filter((part) => part.includes('triggeredByEvent')),
    ),
    ...handlers.filter((part) => !part.includes('triggeredByEvent')),
    b.flow('s x'),
  );

test('[ERR-1] innermost scope first; event sub-processes before boundary events; exact before catch-all', async () => {
  const inside = b.eventSub('h', b.el('startEvent', { id: 'hs' }, b.errorRef()), b.user('hu'), b.flow('hs hu'));
  const outside = [b.boundary('o', 'x', b.errorRef('E')), b.user('ou'), b.flow('o ou')];
  const any = [b.boundary('a', 'x', b.errorRef()), b.user('au'), b.flow('a au')];
  const all = await Driver.started(throwing(inside, ...outside, ...any));
  expect(all.throwError('j', 'BAD').open).toEqual(['task hu']);
  const exact = await Driver.started(throwing(...any, ...outside));
  expect(exact.throwError('j', 'BAD').open).toEqual(['task ou']);
  const other = await Driver.started(throwing(...any, ...outside));
  expect(other.throwError('j', 'OTHER').open).toEqual(['task au']);
});

test('[ERR-1] an error end event cancels the scope that does not catch it on the way', async () => {
  const inner = b.sub(
    'x',
    b.start('xs'),
    b.parallel('f'),
    b.user('u'),
    b.end('bad', b.errorRef('E')),
    b.flow('xs f u'),
    b.flow('f bad'),
  );
  const xml = b.diagram(
    E,
    b.start(),
    inner,
    b.boundary('o', 'x', b.errorRef('E')),
    b.user('fix'),
    b.flow('s x'),
    b.flow('o fix'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['task fix']);
});

test('[ERR-2] an uncaught error is an incident where it was thrown', async () => {
  const run = await Driver.started(b.diagram(b.start(), b.service('j'), b.flow('s j')));
  run.throwError('j', 'BAD');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'uncaught-error', elementId: 'j' }]);
  expect(run.of('closeJob')).toMatchObject([{ outcome: 'failed' }]);
  run.retry('j');
  expect(run.open).toEqual(['job j']);
  const end = await Driver.started(b.diagram(E, b.start(), b.end('bad', b.errorRef('E')), b.flow('s bad')));
  expect(end.open).toEqual(['incident bad']);
});

test('[ERR-3] variables thrown with an error arrive at the event that catches it', async () => {
  const xml = b.diagram(
    E,
    b.start(),
    b.service('j'),
    b.el('boundaryEvent', { id: 'o', attachedToRef: 'j' }, b.ext(b.io({}, { seen: '= detail' })), b.errorRef('E')),
    b.end(),
    b.flow('s j'),
    b.flow('o e'),
  );
  const run = await Driver.started(xml);
  run.throwError('j', 'BAD', { detail: 'x' });
  expect(run.variables).toEqual({ seen: 'x' });
  expect(run.of('closeJob')).toMatchObject([{ outcome: 'error' }]);
});

const escalating = (attributes: Record<string, boolean>) =>
  b.diagram(
    b.escalation('X', 'HELP'),
    b.start(),
    b.sub('x', b.start('xs'), b.throwEvent('esc', b.escalationRef('X')), b.user('u'), b.flow('xs esc u')),
    b.boundary('o', 'x', b.escalationRef('X'), attributes),
    b.user('side'),
    b.flow('s x'),
    b.flow('o side'),
  );

test('[ERR-4] an escalation may be caught with or without interrupting, and is of no consequence uncaught', async () => {
  expect((await Driver.started(escalating({}))).open).toEqual(['task side']);
  expect((await Driver.started(escalating(b.nonInterrupting))).open).toEqual(['task side', 'task u']);
  const uncaught = b.diagram(
    b.escalation('X', 'HELP'),
    b.start(),
    b.throwEvent('esc', b.escalationRef('X')),
    b.user('u'),
    b.flow('s esc u'),
  );
  expect((await Driver.started(uncaught)).open).toEqual(['task u']);
});

const calling = (more: Record<string, boolean | string>, ...extensions: string[]) =>
  b.definitions(
    b.process('p', b.start(), b.call('c', 'q', more, ...extensions), b.user('after'), b.flow('s c after')),
    b.process('q', b.start('qs'), b.script('x', '= a + 1', 'r'), b.user('u'), b.flow('qs x u')),
  );

test('[SUB-4] a call activity runs the called process with variables of its own, copied in and back', async () => {
  const run = await Driver.started(calling({}), { a: 1 });
  expect(run.of('resolveCall')).toMatchObject([
    { elementId: 'c', calledProcessId: 'q', callerModelId: 'p', binding: 'latest' },
  ]);
  expect(run.open).toEqual(['task u']);
  expect(run.variables).toEqual({ a: 1 });
  run.complete('u', true, { extra: 1 });
  expect(run.variables).toEqual({ a: 1, r: 2, extra: 1, approved: true });
  expect(run.open).toEqual(['task after']);
});

test('[SUB-4] ... or by mappings alone', async () => {
  const mapped = calling(
    { propagateAllParentVariables: false, propagateAllChildVariables: false },
    b.io({ a: '= n' }, { got: '= r' }),
  );
  const run = await Driver.started(mapped, { n: 5, secret: 1 });
  expect(run.state.items.find((item) => item.model === 'q')?.vars).toEqual({ a: 5, r: 6 });
  run.complete('u');
  expect(run.variables).toMatchObject({ n: 5, got: 6 });
  expect(run.variables).not.toHaveProperty('r');
});

test('[SUB-5] an unresolved call is an incident; a retry asks again', async () => {
  const xml = b.diagram(
    b.start(),
    b.call('c', '= name', { bindingType: 'versionTag', versionTag: 'v2' }),
    b.boundary('late', 'c', b.duration('PT1H')),
    b.end(),
    b.flow('s c e'),
  );
  const run = await Driver.started(xml, { name: 'q' });
  expect(run.of('resolveCall')).toMatchObject([{ binding: 'versionTag', versionTag: 'v2' }]);
  expect(run.open).toEqual(['incident c', 'timer late']);
  const called = await Driver.of(b.definitions(b.process('q', b.start('qs'), b.end('qe'), b.flow('qs qe'))));
  for (const [id, model] of called.models) run.models.set(id, model);
  run.retry('c');
  expect(run.status).toBe('COMPLETED');
});

test('[SUB-5] a process that calls itself without end stops at an incident', async () => {
  const run = await Driver.started(b.diagram(b.start(), b.call('c', 'p'), b.flow('s c')));
  expect(run.open).toEqual(['incident c']);
  expect(run.of('resolveCall')).toHaveLength(MAX_CALL_DEPTH);
});

test('[SUB-6] errors and cancellation cross a call activity', async () => {
  const xml = b.definitions(
    E,
    b.callWithBoundary(b.errorRef('E')),
    b.process('q', b.start('qs'), b.parallel('f'), b.service('j'), b.user('u'), b.flow('qs f j'), b.flow('f u')),
  );
  const run = await Driver.started(xml);
  run.throwError('j', 'BAD');
  expect(run.open).toEqual(['task fix']);
  const cancelled = await Driver.started(xml);
  cancelled.do({ type: 'cancel' });
  expect(cancelled.status).toBe('CANCELLED');
});
