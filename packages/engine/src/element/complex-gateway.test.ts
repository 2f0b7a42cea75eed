import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const activation = (source: string): string =>
  b.el('activationCondition', { 'xsi:type': 'bpmn:tFormalExpression' }, b.attr(source));

const complex = (id: string, condition?: string, attributes = {}): string =>
  b.el('complexGateway', { id, ...attributes }, ...(condition === undefined ? [] : [activation(condition)]));

/** Three user tasks a, c and d in parallel, the complex gateway g, and what follows it. */
const quorum = (condition: string, ...after: string[]): string =>
  b.diagram(
    b.start(),
    b.parallel('f'),
    ...['a', 'c', 'd'].map((id) => b.user(id)),
    complex('g', condition),
    ...after,
    b.flow('s f a g'),
    b.flow('f c g'),
    b.flow('f d g'),
  );

test('[GW-14] a complex gateway fires when its condition on the number of tokens is true, once a round', async () => {
  const run = await Driver.started(quorum('= activationCount >= 2', b.user('u'), b.end(), b.flow('g u e')));
  run.complete('a');
  expect(run.open).toEqual(['task c', 'task d']);
  run.complete('c');
  expect(run.open).toEqual(['task d', 'task u']);
  run.complete('d');
  expect(run.open).toEqual(['task u']);
  expect(run.complete('u').status).toBe('COMPLETED');
  expect(run.path().filter((id) => id === 'g')).toHaveLength(1);
});

test('[GW-14] its outgoing flows are chosen like those of an inclusive gateway', async () => {
  const xml = b.diagram(
    b.start(),
    complex('g', undefined, { default: 'g-d' }),
    ...['a', 'c', 'd'].map((id) => b.user(id)),
    b.flow('s g a', '= x'),
    b.flow('g c', '= y'),
    b.flow('g d'),
  );
  expect((await Driver.started(xml, { x: true, y: true })).open).toEqual(['task a', 'task c']);
  expect((await Driver.started(xml, { x: false, y: false })).open).toEqual(['task d']);
  const strict = b.diagram(b.start(), complex('g'), b.user('a'), b.flow('s g a', '= x'));
  const run = await Driver.started(strict, { x: false });
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'no-flow', elementId: 'g' }]);
  run.retry('g', { variables: { x: true } });
  expect(run.open).toEqual(['task a']);
});

test('[GW-15] after its reset, tokens that came meanwhile begin the next round', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.exclusive('m'),
    b.users('a c'),
    b.parallel('twice'),
    complex('g', '= activationCount >= 1'),
    b.user('u'),
    b.flow('s twice m f a g u'),
    b.flow('twice m').replace('id="twice-m"', 'id="twice-m-2"'),
    b.flow('f c g'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['task a', 'task a', 'task c', 'task c']);
  run.complete('a');
  expect(run.open).toEqual(['task a', 'task c', 'task c', 'task u']);
  // The second token on the same flow waits for the reset, which needs a token on the other flow.
  run.complete('a');
  expect(run.open).toEqual(['task c', 'task c', 'task u']);
  run.complete('c');
  expect(run.open).toEqual(['task c', 'task u', 'task u']);
  run.complete('c').complete('u').complete('u');
  expect(run.status).toBe('COMPLETED');
});

test('[GW-15] flows whose condition reads waitingForStart are taken at the reset', async () => {
  const xml = quorum(
    '= activationCount >= 2',
    b.users('first late'),
    b.flow('g first', '= waitingForStart'),
    b.flow('g late', '= not(waitingForStart)'),
  );
  const run = await Driver.started(xml);
  run.complete('a').complete('c');
  expect(run.open).toEqual(['task d', 'task first']);
  run.complete('d');
  expect(run.open).toEqual(['task first', 'task late']);
});

test('[GW-15] a branch that ends elsewhere is not waited for', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.users('a c'),
    b.exclusive('x', { default: 'x-gone' }),
    b.end('gone'),
    complex('g', '= activationCount >= 1'),
    b.end(),
    b.flow('s f a g e'),
    b.flow('f c x gone'),
    b.flow('x g', '= back'),
  );
  const run = await Driver.started(xml, { back: false });
  run.complete('a');
  expect(run.status).toBe('PAUSED');
  expect(run.complete('c').status).toBe('COMPLETED');
  const cancelled = await Driver.started(xml, { back: false });
  cancelled.complete('a').do({ type: 'cancel' });
  expect(cancelled.path('cancelled')).toEqual(['c', 'p']);
});

test('[GW-6] a complex gateway that can never fire is an incident, and so is a condition that fails', async () => {
  const run = await Driver.started(quorum('= activationCount > 3', b.end(), b.flow('g e')));
  run.complete('a').complete('c').complete('d');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'stuck-join', elementId: 'g' }]);
  expect(run.status).toBe('FAILED');
  const broken = await Driver.started(quorum('= missing', b.end(), b.flow('g e')));
  broken.complete('a');
  expect(broken.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 'g' }]);
  broken.retry('g', { variables: { missing: true } });
  expect(broken.open).toEqual(['task c', 'task d']);
  expect(broken.complete('c').complete('d').status).toBe('COMPLETED');
});

test('[DEP-8] a complex gateway that merges needs an activation condition', async () => {
  const xml = quorum('= true', b.end(), b.flow('g e')).replace(activation('= true'), '');
  expect((await compile(xml)).report.errors).toMatchObject([{ elementId: 'g', code: 'missing-expression' }]);
});

test('[REJ-2] [TASK-11] a complex gateway after an approval decides by it, on each branch by its own', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    ...['1', '2'].flatMap((n) => [
      b.user(`a${n}`),
      complex(`g${n}`, undefined, { default: `g${n}-no${n}` }),
      b.user(`yes${n}`),
      b.user(`no${n}`),
      b.flow(`f a${n} g${n} yes${n}`, '= approved'),
      b.flow(`g${n} no${n}`),
    ]),
    b.flow('s f'),
  );
  const run = await Driver.started(xml);
  run.reject('a1').complete('a2');
  expect(run.open).toEqual(['task no1', 'task yes2']);
});

test('[REJ-6] ... but not one that merges', async () => {
  const xml = quorum(
    '= activationCount >= 1',
    b.end(),
    b.user('u'),
    b.flow('g e', '= approved'),
    b.flow('g u', '= not(approved)'),
  );
  const run = await Driver.started(xml);
  expect(run.reject('a').status).toBe('REJECTED');
});

test('[FIX-4] [GW-14] a gateway waiting for its reset moves to another version, and so does an activity that needs tokens', async () => {
  const first = quorum('= activationCount >= 2', b.user('u'), b.flow('g u'));
  const run = await Driver.started(first);
  const [model] = (await compile(first.replace('id="d"', 'id="d" name="D"'))).models;
  if (model === undefined) throw new Error('no model');
  run.models.set('p2', model);
  run.complete('a').complete('c');
  run.do({ type: 'migrate', toModelId: 'p2', mapping: {} });
  expect(run.open).toEqual(['task d', 'task u']);
  expect(run.complete('d').complete('u').status).toBe('COMPLETED');

  const three = b.diagram(
    b.start(),
    b.el('userTask', { id: 'many', completionQuantity: 2 }),
    b.el('userTask', { id: 'needs', startQuantity: 3 }),
    b.flow('s many needs'),
  );
  const waiting = await Driver.started(three);
  const [fewer] = (await compile(three.replace('startQuantity="3"', 'startQuantity="2"'))).models;
  if (fewer === undefined) throw new Error('no model');
  waiting.models.set('p2', fewer);
  waiting.complete('many');
  expect(waiting.open).toEqual(['incident needs']);
  waiting.do({ type: 'migrate', toModelId: 'p2', mapping: {} });
  expect(waiting.open).toEqual(['task needs']);
});
