import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { Driver, NOW } from '../testing/driver.js';
import { office } from '../testing/office.js';

const MINUTE = 60_000;
const caught = (definition: string) => b.diagram(b.start(), b.catchEvent('t', definition), b.end(), b.flow('s t e'));

test('[EV-1] timers: date and duration, literal or FEEL', async () => {
  const due = async (definition: string, variables = {}) =>
    (await Driver.started(caught(definition), variables)).of('createTimer')[0]?.dueAt;
  expect(await due(b.duration('PT15M'))).toBe(NOW + 15 * MINUTE);
  expect(await due(b.duration('= wait'), { wait: 'PT1M' })).toBe(NOW + MINUTE);
  expect(await due(b.duration('= duration("PT2M")'))).toBe(NOW + 2 * MINUTE);
  expect(await due(b.date('2026-03-01T13:00:00+01:00'))).toBe(NOW);
  expect(await due(b.date('= at'), { at: '2026-03-02T12:00:00Z' })).toBe(NOW + 1440 * MINUTE);
});

test('[EV-1] a timer that is no ISO 8601 text is an incident', async () => {
  const run = await Driver.started(caught(b.duration('= wait')), { wait: 'soon' });
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 't' }]);
  run.retry('t', { variables: { wait: 'PT1S' } });
  expect(run.fire('t').status).toBe('COMPLETED');
});

test('[EV-17] a timer with a calendar counts its working time', async () => {
  const due = async (definition: string, variables = {}) =>
    (await Driver.started(caught(definition), variables))
      .of('createTimer')
      .map(({ dueAt }) => new Date(dueAt).toJSON());
  // NOW is a Sunday.
  expect(await due(b.working('office', b.duration('PT2H')))).toEqual(['2026-03-02T10:00:00.000Z']);
  expect(await due(b.working('= team', b.duration('P1D')), { team: 'office' })).toEqual(['2026-03-03T08:00:00.000Z']);
  expect(await due(b.date('= string(working time(now(), "PT1H", "office"))'))).toEqual(['2026-03-02T09:00:00.000Z']);
});

test('[EV-18] a calendar that is not there is an incident', async () => {
  const run = await Driver.started(caught(b.working('= team', b.duration('PT2H'))), { team: 'works' });
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 't' }]);
  expect(run.of('raiseIncident')[0]?.message).toContain('no calendar "works"');
  run.retry('t', { variables: { team: 'office' } });
  expect(run.fire('t').status).toBe('COMPLETED');
});

test('[EV-18] a cycle whose next firing needs a calendar that is gone keeps the firing', async () => {
  const run = await Driver.started(host(b.working('office', b.cycle('R3/PT1H')), b.nonInterrupting));
  run.calendars.delete('office');
  run.now = Date.parse('2026-03-02T09:00:00Z');
  run.fire('x');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'crash', elementId: 'x' }]);
  run.retry('x');
  expect(run.of('raiseIncident')).toHaveLength(2);
  expect(run.open.filter((open) => open.startsWith('task'))).toEqual([]);
  run.calendars.set('office', office);
  run.retry('x');
  expect(run.open.filter((open) => open.startsWith('task'))).toEqual(['task side']);
  expect(new Date(run.of('createTimer').at(-1)?.dueAt ?? 0).toJSON()).toBe('2026-03-02T10:00:00.000Z');
});

const host = (definition: string, attributes = {}, ...extra: string[]) =>
  b.diagram(
    b.start(),
    b.service('j'),
    b.boundary('x', 'j', definition, attributes),
    b.user('side'),
    b.end(),
    b.flow('s j e'),
    b.flow('x side'),
    ...extra,
  );

test('[EV-2] a cycle fires as often as it says, each time with a new timer', async () => {
  const run = await Driver.started(host(b.cycle('R3/PT10M'), b.nonInterrupting));
  for (const nth of [1, 2, 3]) {
    expect(run.of('createTimer').at(-1)?.dueAt).toBe(NOW + nth * 10 * MINUTE);
    run.now = NOW + nth * 10 * MINUTE;
    run.fire('x');
  }
  expect(run.open).toEqual(['job j', 'task side', 'task side', 'task side']);
  expect(new Set(run.of('createTimer').map(({ key }) => key)).size).toBe(3);
});

test('[EV-2] firings missed in an outage happen once, and the rhythm stays', async () => {
  const run = await Driver.started(host(b.cycle('R/PT10M'), b.nonInterrupting));
  run.now = NOW + 47 * MINUTE;
  run.fire('x');
  expect(run.of('createTimer').at(-1)?.dueAt).toBe(NOW + 50 * MINUTE);
  const monthly = await Driver.started(host(b.cycle('R/2025-01-31T00:00:00Z/P1M'), b.nonInterrupting));
  expect(monthly.of('createTimer').at(-1)?.dueAt).toBe(Date.parse('2026-03-31T00:00:00Z'));
});

const M = b.message('M', 'go', '= order');

test('[EV-3] a message wait has a name and key; its variables arrive like those of a job', async () => {
  const event = b.catchEvent('m', b.messageRef('M'), b.ext(b.io({}, { total: '= amount * 2' })));
  const run = await Driver.started(b.diagram(M, b.start(), event, b.end(), b.flow('s m e')), { order: 'o-1' });
  expect(run.of('subscribe')).toMatchObject([{ name: 'go', correlationKey: 'o-1', kind: 'message' }]);
  run.correlate('m', { amount: 4 });
  expect(run.variables).toEqual({ order: 'o-1', total: 8 });
});

test('[EV-3] the correlation key of a boundary event is evaluated in the scope around its activity', async () => {
  const xml = b.diagram(
    b.message('K', 'go', '= foo'),
    b.start(),
    b.service('x', 'x', b.io({ foo: '= bar' })),
    b.boundary('k', 'x', b.messageRef('K')),
    b.flow('s x'),
  );
  const run = await Driver.started(xml, { foo: '1', bar: '2' });
  expect(run.of('createJob')).toMatchObject([{ input: { foo: '2' } }]);
  expect(run.of('subscribe')).toMatchObject([{ correlationKey: '1' }]);
});

test('[EV-3] without a correlation key at run time there is an incident', async () => {
  const run = await Driver.started(b.diagram(M, b.start(), b.catchEvent('m', b.messageRef('M')), b.flow('s m')));
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 'm' }]);
});

test('[EV-4] a signal reaches every open wait for its name, and nothing else', async () => {
  const xml = b.diagram(
    b.signal('S', 'alarm'),
    b.signal('T', 'other'),
    b.start(),
    b.parallel('f'),
    ...['a', 'c'].map((id) => b.catchEvent(id, b.signalRef('S'))),
    b.catchEvent('d', b.signalRef('T')),
    b.flow('s f a'),
    b.flow('f c'),
    b.flow('f d'),
  );
  const run = await Driver.started(xml);
  run.do({ type: 'broadcastSignal', name: 'nothing', variables: {} });
  run.do({ type: 'broadcastSignal', name: 'alarm', variables: { level: 1 } });
  expect(run.open).toEqual(['signal d']);
  expect(run.variables).toEqual({ level: 1 });
});

test('[EV-4] a wait that the same signal has closed is not reached', async () => {
  const inner = b.sub('x', b.start('xs'), b.catchEvent('c', b.signalRef('S')), b.user('u'), b.flow('xs c u'));
  const xml = b.diagram(
    b.signal('S', 'stop'),
    b.start(),
    inner,
    b.boundary('out', 'x', b.signalRef('S')),
    b.end(),
    b.flow('s x'),
    b.flow('out e'),
  );
  const run = await Driver.started(xml);
  run.do({ type: 'broadcastSignal', name: 'stop', variables: {} });
  expect(run.status).toBe('COMPLETED');
  expect(run.path('entered')).not.toContain('u');
});

test('[EV-5] a condition triggers at once when it holds, or when variables or the process change', async () => {
  const xml = caught(b.conditional('= amount > 10'));
  expect((await Driver.started(xml, { amount: 11 })).status).toBe('COMPLETED');
  const run = await Driver.started(xml, { amount: 1 });
  expect(run.status).toBe('PAUSED');
  run.do({ type: 'setVariables', variables: { amount: 5 } });
  expect(run.open).toEqual(['condition t']);
  run.do({ type: 'setVariables', variables: { amount: 50 } });
  expect(run.status).toBe('COMPLETED');
  const live = await Driver.of(caught(b.conditional('= process.state = "PAID"')));
  live.process = { state: 'INIT' };
  live.start();
  live.process = { state: 'PAID' };
  live.do({ type: 'evaluateConditions' });
  expect(live.status).toBe('COMPLETED');
});

test('[EV-5] a non-interrupting condition triggers again only after being false', async () => {
  const run = await Driver.started(host(b.conditional('= hot'), b.nonInterrupting), { hot: false });
  const sides = (hot: boolean) => {
    run.do({ type: 'setVariables', variables: { hot } });
    return run.open.filter((entry) => entry === 'task side').length;
  };
  expect([sides(true), sides(true), sides(false), sides(true)]).toEqual([1, 1, 1, 2]);
});

test('[EV-6] an interrupting boundary event cancels its activity with everything inside in the same step', async () => {
  const inner = b.sub(
    'x',
    b.start('xs'),
    b.parallel('f'),
    b.user('u'),
    b.service('j'),
    b.boundary('soon', 'u', b.duration('PT1M')),
    b.flow('xs f u'),
    b.flow('f j'),
  );
  const xml = b.diagram(
    b.start(),
    inner,
    b.boundary('late', 'x', b.duration('PT1H')),
    b.user('v'),
    b.flow('s x'),
    b.flow('late v'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['job j', 'task u', 'timer late', 'timer soon']);
  run.fire('late');
  expect(run.open).toEqual(['task v']);
  expect(run.path('cancelled')).toEqual(['j', 'u', 'x']);
});

test('[EV-7] a non-interrupting one leaves it running and stays open', async () => {
  const run = await Driver.started(host(b.messageRef('M'), b.nonInterrupting, b.message('M', 'go', '= 1')));
  run.correlate('x').correlate('x');
  expect(run.open).toEqual(['job j', 'message x', 'task side', 'task side']);
  run.job('j').complete().complete();
  expect(run.status).toBe('COMPLETED');
});

test('[EV-8] link events jump within their scope', async () => {
  const xml = b.diagram(
    b.start(),
    b.throwEvent('out', b.link('A')),
    b.catchEvent('in', b.link('A')),
    b.end(),
    b.flow('s out'),
    b.flow('in e'),
  );
  const run = await Driver.started(xml);
  expect(run.status).toBe('COMPLETED');
  expect(run.path()).toEqual(['s', 'out', 'in', 'e', 'p']);
});

test('[EV-9] a terminate end cancels the rest of its scope, which then completes', async () => {
  const inner = b.sub(
    'x',
    b.start('xs'),
    b.parallel('f'),
    b.user('u'),
    b.service('j'),
    b.end('stop', b.terminate()),
    b.flow('xs f u'),
    b.flow('f j stop'),
  );
  const xml = b.diagram(b.start(), inner, b.user('v'), b.flow('s x v'));
  const run = await Driver.started(xml);
  run.job('j');
  expect(run.open).toEqual(['task v']);
  const whole = await Driver.started(
    b.diagram(
      b.start(),
      b.parallel('f'),
      b.user('u'),
      b.service('j'),
      b.end('stop', b.terminate()),
      b.flow('s f u'),
      b.flow('f j stop'),
    ),
  );
  expect(whole.job('j').status).toBe('COMPLETED');
});

test('[EV-10] message throws open a job with a task definition, else publish; signal throws broadcast', async () => {
  const xml = b.diagram(
    b.signal('S', 'alarm'),
    b.message('M', 'go', '= 7'),
    b.start(),
    b.throwEvent('pub', b.ext(b.io({ a: '= 1' })), b.messageRef('M')),
    b.throwEvent('sig', b.ext(b.io({ c: '= 2' })), b.signalRef('S')),
    b.el('endEvent', { id: 'job' }, b.ext(b.taskDefinition('notify')), b.messageRef('M')),
    b.flow('s pub sig job'),
  );
  const run = await Driver.started(xml);
  expect(run.of('publishMessage')).toMatchObject([{ name: 'go', correlationKey: '7', variables: { a: 1 } }]);
  expect(run.of('throwSignal')).toMatchObject([{ name: 'alarm', variables: { c: 2 } }]);
  expect(run.of('createJob')).toMatchObject([{ jobType: 'notify' }]);
  run.failJob('job');
  run.retry('job');
  expect(run.job('job').status).toBe('COMPLETED');
});

test('[EV-11] a run can begin at a message, signal or timer start event', async () => {
  const xml = b.diagram(
    b.message('M', 'go'),
    b.signal('S', 'alarm'),
    b.el('startEvent', { id: 'ms' }, b.ext(b.io({}, { total: '= amount' })), b.messageRef('M')),
    b.el('startEvent', { id: 'ss' }, b.signalRef('S')),
    b.el('startEvent', { id: 'ts' }, b.cycle('R/P1D')),
    ...['a', 'c', 'd'].map((id) => b.user(id)),
    b.flow('ms a'),
    b.flow('ss c'),
    b.flow('ts d'),
  );
  const run = await Driver.started(xml, { amount: 3 }, 'ms');
  expect(run.open).toEqual(['task a']);
  expect(run.variables).toEqual({ amount: 3, total: 3 });
  expect((await Driver.started(xml, {}, 'ss')).open).toEqual(['task c']);
  expect((await Driver.started(xml, {}, 'ts')).open).toEqual(['task d']);
  await expect(Driver.started(xml)).rejects.toThrow(/no none start event/);
});
