import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver, NOW } from '../testing/driver.js';

const M = b.message('M', 'go', '= 1');
const S = b.signal('S', 'alarm');
const T = b.signal('T', 'other');
const MINUTE = 60_000;

const multiple = (type: string, id: string, attributes: Record<string, string | boolean>, ...definitions: string[]) =>
  b.el(type, { id, ...attributes }, ...definitions);
const caught = (parallelMultiple: boolean, ...definitions: string[]): string =>
  b.diagram(
    M,
    S,
    T,
    b.start(),
    multiple('intermediateCatchEvent', 'c', { parallelMultiple }, ...definitions),
    b.user('u'),
    b.flow('s c u'),
  );
const alarm = { type: 'broadcastSignal', name: 'alarm', variables: { a: 1 } } as const;
const other = { type: 'broadcastSignal', name: 'other', variables: { o: 2 } } as const;

test('[EV-12] an event with several definitions occurs with the first of them, and the others are closed', async () => {
  for (const occur of ['timer', 'message', 'signal'] as const) {
    const run = await Driver.started(caught(false, b.duration('PT1H'), b.messageRef('M'), b.signalRef('S')));
    expect(run.open).toEqual(['message c', 'signal c', 'timer c']);
    if (occur === 'timer') run.fire('c');
    else if (occur === 'message') run.correlate('c', { m: 1 });
    else run.do(alarm);
    expect(run.open).toEqual(['task u']);
  }
});

test('[EV-12] with parallelMultiple it occurs with the last one, and with the variables of all', async () => {
  const run = await Driver.started(caught(true, b.duration('PT1H'), b.messageRef('M'), b.signalRef('S')));
  run.do(alarm);
  expect(run.open).toEqual(['message c', 'timer c']);
  run.do(alarm).correlate('c', { m: 1 });
  expect(run.open).toEqual(['timer c']);
  expect(run.variables).toEqual({});
  run.fire('c');
  expect(run.open).toEqual(['task u']);
  expect(run.variables).toEqual({ a: 1, m: 1 });
});

test('[EV-12] ... also when the run throws the signals itself, or a condition is one of them', async () => {
  const xml = b.diagram(
    S,
    T,
    b.start(),
    b.parallel('f'),
    multiple(
      'intermediateCatchEvent',
      'c',
      { parallelMultiple: true },
      b.signalRef('S'),
      b.signalRef('T'),
      b.conditional('= hot'),
    ),
    b.throwEvent('x', b.signalRef('T')),
    b.throwEvent('y', b.signalRef('S')),
    b.user('u'),
    b.flow('s f c u'),
    b.flow('f x y'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['condition c']);
  expect(run.status).toBe('PAUSED');
  run.do({ type: 'setVariables', variables: { hot: true } });
  expect(run.open).toEqual(['task u']);
});

test('[EV-12] [RUN-8] cancelling closes what has not occurred yet', async () => {
  const run = await Driver.started(caught(true, b.duration('PT1H'), b.signalRef('S')));
  run.do(alarm).do({ type: 'cancel' });
  expect(run.status).toBe('CANCELLED');
});

const hosted = (attributes: Record<string, boolean>, ...definitions: string[]): string =>
  b.diagram(
    M,
    S,
    T,
    b.error('E', 'BAD'),
    b.start(),
    b.service('j'),
    b.el('boundaryEvent', { id: 'x', attachedToRef: 'j', ...attributes }, ...definitions),
    b.user('side'),
    b.flow('s j'),
    b.flow('x side'),
  );

test('[EV-12] boundary events: any definition interrupts, errors too', async () => {
  const xml = hosted({}, b.signalRef('S'), b.errorRef('E'), b.duration('PT1H'));
  const signalled = await Driver.started(xml);
  expect(signalled.do(alarm).open).toEqual(['task side']);
  const failed = await Driver.started(xml);
  expect(failed.throwError('j', 'BAD').open).toEqual(['task side']);
});

test('[EV-12] a boundary event that does not interrupt stays open, and with parallelMultiple waits for all again', async () => {
  const any = await Driver.started(hosted({ cancelActivity: false }, b.signalRef('S'), b.signalRef('T')));
  any.do(alarm).do(other).do(alarm);
  expect(any.open.filter((entry) => entry === 'task side')).toHaveLength(3);
  const all = await Driver.started(
    hosted({ cancelActivity: false, parallelMultiple: true }, b.signalRef('S'), b.signalRef('T')),
  );
  all.do(alarm).do(alarm);
  expect(all.open).toEqual(['job j', 'signal x']);
  all.do(other);
  expect(all.open).toEqual(['job j', 'signal x', 'signal x', 'task side']);
  all.do(other).do(alarm);
  expect(all.open.filter((entry) => entry === 'task side')).toHaveLength(2);
  const once = await Driver.started(
    hosted({ cancelActivity: false, parallelMultiple: true }, b.signalRef('S'), b.duration('PT1H')),
  );
  once.do(alarm).fire('x');
  expect(once.open).toEqual(['job j', 'task side']);
});

test('[EV-12] start events of event sub-processes', async () => {
  const handler = (isInterrupting: boolean, parallelMultiple: boolean) =>
    b.diagram(
      S,
      T,
      b.start(),
      b.service('j'),
      b.flow('s j'),
      b.eventSub(
        'h',
        multiple('startEvent', 'hs', { isInterrupting, parallelMultiple }, b.signalRef('S'), b.signalRef('T')),
        b.user('hu'),
        b.flow('hs hu'),
      ),
    );
  const first = await Driver.started(handler(true, false));
  expect(first.do(other).open).toEqual(['task hu']);
  const beside = await Driver.started(handler(false, false));
  expect(
    beside
      .do(other)
      .do(alarm)
      .open.filter((entry) => entry === 'task hu'),
  ).toHaveLength(2);
  const all = await Driver.started(handler(true, true));
  expect(all.do(other).open).toEqual(['job j', 'signal hs']);
  expect(all.do(alarm).open).toEqual(['task hu']);
});

test('[EV-12] behind an event-based gateway', async () => {
  const xml = b.diagram(
    S,
    T,
    b.start(),
    b.eventGateway('g'),
    multiple('intermediateCatchEvent', 'c', { parallelMultiple: true }, b.signalRef('S'), b.signalRef('T')),
    b.catchEvent('t', b.duration('PT1H')),
    b.users('u v'),
    b.flow('s g c u'),
    b.flow('g t v'),
  );
  const run = await Driver.started(xml);
  expect(run.do(alarm).open).toEqual(['signal c', 'timer t']);
  expect(run.do(other).open).toEqual(['task u']);
});

test('[EV-13] a throw event with several definitions throws all of them', async () => {
  const xml = b.diagram(
    M,
    S,
    T,
    b.start(),
    b.parallel('f'),
    b.catchEvent('a', b.signalRef('S')),
    b.catchEvent('c', b.signalRef('T')),
    multiple('intermediateThrowEvent', 'x', {}, b.signalRef('S'), b.messageRef('M'), b.signalRef('T')),
    b.user('u'),
    b.flow('s f a'),
    b.flow('f c'),
    b.flow('f x u'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['task u']);
  expect(run.of('publishMessage')).toHaveLength(1);
  expect(run.of('throwSignal').map(({ name }) => name)).toEqual(['alarm', 'other']);
});

test('[EV-13] an end event with several throws them before it ends its scope', async () => {
  const xml = b.diagram(
    S,
    b.escalation('H', 'HELP'),
    b.start(),
    b.sub(
      'x',
      b.start('xs'),
      b.parallel('xf'),
      b.user('xu'),
      multiple('endEvent', 'xe', {}, b.terminate(), b.signalRef('S'), b.escalationRef('H')),
      b.flow('xs xf xu'),
      b.flow('xf xe'),
    ),
    b.boundary('help', 'x', b.escalationRef('H'), b.nonInterrupting),
    b.boundary('sig', 'x', b.signalRef('S'), b.nonInterrupting),
    b.users('h i u'),
    b.flow('s x u'),
    b.flow('help h'),
    b.flow('sig i'),
  );
  expect((await Driver.started(xml)).open).toEqual(['task h', 'task i', 'task u']);
});

test('[EV-13] [DEP-1] at most one definition decides how the flow goes on', async () => {
  const xml = b.diagram(
    b.error('E', 'BAD'),
    b.start(),
    multiple('endEvent', 'e', {}, b.terminate(), b.errorRef('E')),
    b.flow('s e'),
  );
  expect((await compile(xml)).report.errors).toMatchObject([{ elementId: 'e', code: 'not-executed' }]);
});

test('[EV-11] [EV-12] a start event with several definitions starts the run with each of them', async () => {
  const starting = (parallelMultiple: boolean) =>
    b.diagram(
      M,
      S,
      multiple('startEvent', 's', { parallelMultiple }, b.messageRef('M'), b.signalRef('S'), b.cycle('R/PT1H')),
      b.user('u'),
      b.flow('s u'),
    );
  const any = await Driver.of(starting(false));
  expect(any.models.get('p')?.starts).toMatchObject([
    { elementId: 's', part: 0, kind: 'message', name: 'go' },
    { elementId: 's', part: 1, kind: 'signal', name: 'alarm' },
    { elementId: 's', part: 2, kind: 'timer' },
  ]);
  any.do({ type: 'start', modelId: 'p', variables: {}, startElementId: 's', startPart: 1 });
  expect(any.open).toEqual(['task u']);
  const all = await Driver.of(starting(true));
  all.do({ type: 'start', modelId: 'p', variables: { a: 1 }, startElementId: 's', startPart: 1 });
  expect(all.open).toEqual(['message s', 'timer s']);
  all.correlate('s', { m: 2 }).fire('s');
  expect(all.open).toEqual(['task u']);
  expect(all.variables).toEqual({ a: 1, m: 2 });
});

const receive = (id: string, attributes = {}): string =>
  b.el('receiveTask', { id, messageRef: 'M', instantiate: true, ...attributes });

test('[EV-14] a receive task with instantiate starts the run with its message', async () => {
  const xml = b.diagram(M, receive('r'), b.user('u'), b.flow('r u'));
  const run = await Driver.of(xml);
  const model = run.models.get('p');
  expect(model?.starts).toEqual([{ elementId: 'r', part: 0, kind: 'message', name: 'go' }]);
  expect(model?.hasNoneStart).toBe(false);
  run.start({ order: 7 }, 'r');
  expect(run.path()).toEqual(['r']);
  expect(run.open).toEqual(['task u']);
  expect(run.variables).toEqual({ order: 7 });
  expect(() => new Driver(run.models).start()).toThrow(/no none start event/);
  const behind = await Driver.started(b.diagram(M, b.start(), receive('r'), b.user('u'), b.flow('s r u')));
  expect(behind.open).toEqual(['message r']);
  const inside = b.diagram(M, b.start(), b.sub('x', receive('r')), b.flow('s x'));
  expect((await compile(inside)).report.errors).toMatchObject([{ elementId: 'r', code: 'bad-instantiate' }]);
});

const gateway = (...more: string[]): string =>
  b.diagram(
    M,
    S,
    b.el('eventBasedGateway', {
      id: 'g',
      instantiate: true,
      ...Object.fromEntries(more.map((type) => ['eventGatewayType', type])),
    }),
    b.catchEvent('m', b.messageRef('M')),
    b.catchEvent('a', b.signalRef('S')),
    b.users('u v'),
    b.flow('g m u'),
    b.flow('g a v'),
  );

test('[EV-14] an event-based gateway with instantiate starts the run with one of its events', async () => {
  const run = await Driver.of(gateway());
  expect(run.models.get('p')?.starts.map(({ elementId }) => elementId)).toEqual(['m', 'a']);
  run.start({}, 'a');
  expect(run.path()).toEqual(['g', 'a']);
  expect(run.open).toEqual(['task v']);
});

test('[EV-14] a parallel one waits for its other events too', async () => {
  const run = await Driver.of(gateway('Parallel'));
  run.start({}, 'a');
  expect(run.open).toEqual(['message m', 'task v']);
  run.correlate('m').complete('u').complete('v');
  expect(run.status).toBe('COMPLETED');
  const plain = gateway('Parallel').replace('instantiate="true"', '');
  expect((await compile(plain)).report.errors).toContainEqual(
    expect.objectContaining({ elementId: 'g', code: 'not-executed' }),
  );
});

test('[EV-2] a cycle in the flow puts a token on its flow at every firing', async () => {
  const xml = b.diagram(b.start(), b.catchEvent('t', b.cycle('R3/PT10M')), b.user('u'), b.flow('s t u'));
  const run = await Driver.started(xml);
  for (const nth of [1, 2, 3]) {
    expect(run.of('createTimer').at(-1)?.dueAt).toBe(NOW + nth * 10 * MINUTE);
    run.now = NOW + nth * 10 * MINUTE;
    run.fire('t');
  }
  expect(run.open).toEqual(['task u', 'task u', 'task u']);
  const { report } = await compile(xml.replace('R3/', 'R/'));
  expect(report.warnings.map(({ code }) => code)).toContain('endless-cycle');
});
