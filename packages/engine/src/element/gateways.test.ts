import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

test('[GW-1] the first true condition wins, in the order the gateway lists its flows', async () => {
  const gateway = b.el(
    'exclusiveGateway',
    { id: 'g', default: 'g-no' },
    '<bpmn:outgoing>g-second</bpmn:outgoing><bpmn:outgoing>g-first</bpmn:outgoing><bpmn:outgoing>g-no</bpmn:outgoing>',
  );
  const xml = b.diagram(
    b.start(),
    gateway,
    ...['first', 'second', 'no'].map((id) => b.end(id)),
    b.flow('s g first', '= n > 1'),
    b.flow('g second', '= n > 2'),
    b.flow('g no'),
  );
  const ends = async (n: number) => (await Driver.started(xml, { n })).path().at(-2);
  expect(await ends(3)).toBe('second');
  expect(await ends(2)).toBe('first');
  expect(await ends(0)).toBe('no');
});

const NO_DEFAULT = b.diagram(
  b.start(),
  b.exclusive('g'),
  b.end('a'),
  b.end('c'),
  b.flow('s g a', '= n > 1'),
  b.flow('g c', '= n < 0'),
);

test('[GW-2] no true condition and no default is an incident; a retry decides again', async () => {
  const run = await Driver.started(NO_DEFAULT, { n: 0 });
  expect(run.status).toBe('FAILED');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'no-flow', elementId: 'g' }]);
  run.retry('g');
  expect(run.open).toEqual(['incident g']);
  run.retry('g', { variables: { n: 5 } });
  expect(run.status).toBe('COMPLETED');
  expect(run.path('flowTaken')).toEqual(['s-g', 'g-a']);
});

test('[GW-3] a condition that is neither true nor false is an incident', async () => {
  const run = await Driver.started(NO_DEFAULT, {});
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 'g' }]);
});

test('[GW-4] a parallel join waits for every incoming flow, also behind an exclusive merge', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    ...['a', 'c', 'd'].map((id) => b.user(id)),
    b.exclusive('merge'),
    b.parallel('join'),
    b.end(),
    b.flow('s fork a merge join e'),
    b.flow('fork c merge'),
    b.flow('fork d join'),
  );
  const run = await Driver.started(xml);
  run.complete('a').complete('c');
  expect(run.path()).not.toContain('join');
  run.complete('d');
  // The second token of the merge waits for a partner that cannot come any more.
  expect(run.path().filter((id) => id === 'join')).toHaveLength(1);
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'stuck-join', elementId: 'join' }]);
});

test('[GW-4] a parallel join counts tokens per flow: two rounds make two firings', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('twice'),
    b.exclusive('m1'),
    b.parallel('fork'),
    b.users('a c'),
    b.parallel('join'),
    b.end(),
    b.flow('s twice m1 fork a join e'),
    b.flow('twice m1').replace('id="twice-m1"', 'id="twice-m1-2"'),
    b.flow('fork c join'),
  );
  const run = await Driver.started(xml);
  run.complete('a').complete('a');
  expect(run.path()).not.toContain('join');
  run.complete('c');
  expect(run.path().filter((id) => id === 'join')).toHaveLength(1);
  run.complete('c');
  expect(run.status).toBe('COMPLETED');
  expect(run.path().filter((id) => id === 'join')).toHaveLength(2);
});

test('[GW-5] conditions on flows leaving a parallel gateway are ignored and reported', async () => {
  const xml = b.diagram(b.start(), b.parallel('fork'), b.users('a c'), b.flow('s fork a', '= false'), b.flow('fork c'));
  const { report } = await compile(xml);
  expect(report.ignored).toMatchObject([{ elementId: 'fork-a', code: 'condition-ignored' }]);
  expect((await Driver.started(xml)).open).toEqual(['task a', 'task c']);
});

test('[GW-6] a parallel join that cannot be completed is an incident, and can be repaired', async () => {
  const xml = b.diagram(
    b.start(),
    b.exclusive('x', { default: 'x-join' }),
    b.user('a'),
    b.parallel('join'),
    b.end(),
    b.flow('s x join e'),
    b.flow('x a', '= false'),
    b.flow('a join'),
  );
  const run = await Driver.started(xml);
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'stuck-join', elementId: 'join' }]);
  expect(run.status).toBe('FAILED');
  run.retry('join');
  expect(run.open).toEqual(['incident join']);
  const join = run.state.items.find((item) => item.el === 'join');
  run.do({ type: 'moveToken', key: join?.key ?? 0, toElementId: 'e' });
  expect(run.status).toBe('COMPLETED');
});

const OR_BLOCK = [
  b.start(),
  b.inclusive('split', { default: 'split-c' }),
  b.users('a c d'),
  b.inclusive('join'),
  b.end(),
  b.flow('s split a', '= x'),
  b.flow('split c'),
  b.flow('split d', '= y'),
  b.flow('a join e'),
  b.flow('c join'),
  b.flow('d join'),
];

test('[GW-7] inclusive split: every true condition, else the default', async () => {
  expect((await Driver.started(b.diagram(...OR_BLOCK), { x: true, y: true })).open).toEqual(['task a', 'task d']);
  expect((await Driver.started(b.diagram(...OR_BLOCK), { x: false, y: false })).open).toEqual(['task c']);
});

test('[GW-8] an inclusive join waits for exactly the branches that were taken', async () => {
  const run = await Driver.started(b.diagram(...OR_BLOCK), { x: true, y: true });
  run.complete('a');
  expect(run.path()).not.toContain('join');
  run.complete('d');
  expect(run.status).toBe('COMPLETED');
  expect(run.path().filter((id) => id === 'join')).toHaveLength(1);
});

test('[GW-8] a token that can reach an empty flow only past the join itself does not hold it up', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.user('a'),
    b.inclusive('join'),
    b.user('after'),
    b.exclusive('x', { default: 'x-e' }),
    b.end(),
    b.flow('s fork a join after x e'),
    b.flow('fork after'),
    b.flow('x join', '= false'),
  );
  const run = await Driver.started(xml);
  // A token waits at `after`: it could loop back to the empty flow of the join, so the join waits for it.
  run.complete('a');
  expect(run.path()).not.toContain('join');
  run.complete('after');
  expect(run.path().filter((id) => id === 'join')).toHaveLength(1);
  run.complete('after');
  expect(run.status).toBe('COMPLETED');
});

test('[GW-9] an inclusive join is looked at again when a token ends elsewhere', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.users('a c'),
    b.exclusive('x', { default: 'x-gone' }),
    b.end('gone'),
    b.inclusive('join'),
    b.end(),
    b.flow('s fork a join e'),
    b.flow('fork c x gone'),
    b.flow('x join', '= back'),
  );
  const run = await Driver.started(xml, { back: false });
  run.complete('a');
  expect(run.path()).not.toContain('join');
  run.complete('c');
  expect(run.status).toBe('COMPLETED');
});

test('[GW-9] ... and when one is cancelled by an interrupting event', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.users('a c'),
    b.boundary('late', 'c', b.duration('PT1H')),
    b.end('gone'),
    b.inclusive('join'),
    b.end(),
    b.flow('s fork a join e'),
    b.flow('fork c join'),
    b.flow('late gone'),
  );
  const run = await Driver.started(xml);
  run.complete('a').fire('late');
  expect(run.status).toBe('COMPLETED');
  expect(run.path()).toContain('join');
});

test('[GW-10] two inclusive joins that wait for each other: the older one fires', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.inclusive('j1'),
    b.inclusive('j2'),
    b.exclusive('x1', { default: 'x1-e' }),
    b.exclusive('x2', { default: 'x2-e' }),
    b.end(),
    b.flow('s fork j1 x1 e'),
    b.flow('fork j2 x2 e'),
    b.flow('x1 j2', '= false'),
    b.flow('x2 j1', '= false'),
  );
  const run = await Driver.started(xml);
  expect(run.status).toBe('COMPLETED');
  expect(run.path().filter((id) => id.startsWith('j'))).toEqual(['j1', 'j2']);
});

test('[GW-11] event-based: the first event wins and closes the others', async () => {
  const xml = b.diagram(
    b.start(),
    b.eventGateway('g'),
    b.catchEvent('t', b.duration('PT1H')),
    b.catchEvent('m', b.messageRef('M')),
    b.el('receiveTask', { id: 'r', messageRef: 'M2' }),
    b.message('M', 'go', '= 1'),
    b.message('M2', 'other', '= 1'),
    b.end(),
    b.flow('s g t e'),
    b.flow('g m e'),
    b.flow('g r e'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['message m', 'message r', 'timer t']);
  expect(run.status).toBe('RACING');
  run.correlate('m', { answer: 42 });
  expect(run.status).toBe('COMPLETED');
  expect(run.path('flowTaken')).toEqual(['s-g', 'g-m', 'm-e']);
  expect(run.variables).toEqual({ answer: 42 });
  expect((await Driver.started(xml)).fire('t').path()).toContain('t');
  expect((await Driver.started(xml)).correlate('r').path()).toContain('r');
});

test('[GW-12] flows leaving an activity: all true and unconditional ones, the default only when there is none', async () => {
  const xml = (withDefault: boolean) =>
    b.diagram(
      b.start(),
      b.el('task', withDefault ? { id: 'a', default: 'a-w' } : { id: 'a' }),
      ...['u', 'v', 'w'].map((id) => b.user(id)),
      b.flow('s a u', '= x'),
      b.flow('a v', '= y'),
      b.flow('a w'),
    );
  expect((await Driver.started(xml(false), { x: true, y: false })).open).toEqual(['task u', 'task w']);
  expect((await Driver.started(xml(true), { x: true, y: true })).open).toEqual(['task u', 'task v']);
  expect((await Driver.started(xml(true), { x: false, y: false })).open).toEqual(['task w']);
});

test('[GW-13] several flows into an activity run it once per token', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.tasks('a c'),
    b.user('u'),
    b.flow('s fork a u'),
    b.flow('fork c u'),
  );
  expect((await Driver.started(xml)).open).toEqual(['task u', 'task u']);
});

test('[RUN-7] a gateway without outgoing flows ends its path', async () => {
  for (const gateway of [b.exclusive('g'), b.parallel('g'), b.inclusive('g')]) {
    expect((await Driver.started(b.diagram(b.start(), gateway, b.flow('s g')))).status).toBe('COMPLETED');
  }
});
