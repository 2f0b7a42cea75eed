import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { compileOk } from '../testing/driver.js';
import { inspectModel } from './inspect-model.js';

const inspect = async (...content: readonly string[]) => {
  const [model] = (await compileOk(b.diagram(...content))).values();
  if (model === undefined) throw new Error('there is no model');
  return inspectModel(model);
};

test('[DEP-12] the names that a diagram throws, catches and gives its jobs', async () => {
  const found = await inspect(
    b.message('m1', 'paid', '= "k"'),
    b.message('m2', '= other', '= "k"'),
    b.signal('g', 'alarm'),
    b.start(),
    b.service('j', 'http'),
    b.service('k', '= type'),
    b.catchEvent('c', b.messageRef('m2')),
    b.throwEvent('t', b.messageRef('m1')),
    b.catchEvent('cs', b.signalRef('g')),
    b.end('e', b.signalRef('g')),
    b.flow('s j k c t cs e'),
  );
  expect(found).toMatchObject({
    jobTypes: [
      { elementId: 'j', name: 'http' },
      { elementId: 'k', name: null },
    ],
    thrownMessages: [{ elementId: 't', name: 'paid' }],
    caughtMessages: [{ elementId: 'c', name: null }],
    thrownSignals: [{ elementId: 'e', name: 'alarm' }],
    caughtSignals: [{ elementId: 'cs', name: 'alarm' }],
  });
});

test('[DEP-12] the members of the process that expressions read and updates set', async () => {
  const { processReads, processUpdates } = await inspect(
    b.start(),
    b.script('x', '= process.fields.amount + count(process.fields.lines[price > process.fields.`due date`])', 'r'),
    b.script('local', '= for process in list return process.fields.other', 'r'),
    b.service('u', 'process.update', b.io({ updates: '= {amount: 1, "due date": process.state, nested: {inner: 2}}' })),
    b.service('v', 'process.update', b.io({ 'updates.notes': '= "a"' })),
    b.exclusive('q', { default: 'q-e' }),
    b.end(),
    b.flow('s x local u v q e'),
    b.flow('q x', '= process.fields.amount > 3'),
  );
  const read = processReads.map(({ elementId, path }) => `${elementId} ${path.join('/')}`);
  expect(read.sort()).toEqual([
    'q-x fields/amount',
    'u state',
    'x fields/amount',
    'x fields/due date',
    'x fields/lines',
  ]);
  expect(processUpdates.map(({ elementId, name }) => `${elementId} ${name}`)).toEqual([
    'u amount',
    'u due date',
    'u nested',
    'v notes',
  ]);
});

const stuck = async (...content: readonly string[]) =>
  (await inspect(...content)).stuckJoins.map(({ elementId, flows }) => `${elementId}: ${flows.join(' ')}`);

test('[DEP-12] a parallel join of branches of an exclusive gateway can never complete', async () => {
  const branches = [b.users('u v'), b.parallel('j'), b.end(), b.flow('x u j e'), b.flow('x v j')];
  expect(
    await stuck(
      b.start(),
      b.exclusive('x', { default: 'x-u' }),
      b.flow('s x'),
      ...branches.slice(0, 3),
      b.flow('x u j e'),
      b.flow('x v', '= a'),
      b.flow('v j'),
    ),
  ).toEqual(['j: u-j v-j']);
  expect(await stuck(b.start(), b.parallel('x'), b.flow('s x'), ...branches)).toEqual([]);
  expect(await stuck(b.start(), b.task('x'), b.flow('s x'), ...branches)).toEqual([]);
});

test('[DEP-12] a third branch that comes from a decision within one branch', async () => {
  const content = [
    b.start(),
    b.parallel('x'),
    b.exclusive('y', { default: 'y-v' }),
    b.users('u v w'),
    b.parallel('j'),
    b.end(),
    b.flow('s x u j e'),
    b.flow('x y v j'),
    b.flow('y w', '= a'),
    b.flow('w j'),
  ];
  expect(await stuck(...content)).toEqual(['j: v-j w-j']);
});

test.each<[string, readonly string[]]>([
  [
    'a loop back to the split',
    [
      b.start(),
      b.exclusive('m'),
      b.parallel('x'),
      b.exclusive('q', { default: 'q-j' }),
      b.user('u'),
      b.parallel('j'),
      b.end(),
      b.flow('s m x u j e'),
      b.flow('x q j'),
      b.flow('q m', '= again'),
    ],
  ],
  [
    'a boundary event that does not interrupt',
    [
      b.start(),
      b.user('u'),
      b.boundary('late', 'u', b.duration('PT1H'), b.nonInterrupting),
      b.parallel('j'),
      b.end(),
      b.flow('s u j e'),
      b.flow('late j'),
    ],
  ],
  [
    'elements that start without a start event',
    [b.tasks('a b'), b.parallel('j'), b.end(), b.flow('a j e'), b.flow('b j')],
  ],
  [
    'an inclusive split',
    [
      b.start(),
      b.inclusive('x', { default: 'x-j' }),
      b.user('u'),
      b.parallel('j'),
      b.end(),
      b.flow('s x'),
      b.flow('x u', '= a'),
      b.flow('u j e'),
      b.flow('x j'),
    ],
  ],
])('[DEP-12] no join is reported that may complete: %s', async (_name, content) => {
  expect(await stuck(...content)).toEqual([]);
});

test.each<[string, readonly string[]]>([
  [
    'an interrupting boundary event',
    [
      b.start(),
      b.user('u'),
      b.boundary('late', 'u', b.duration('PT1H')),
      b.parallel('j'),
      b.end(),
      b.flow('s u j e'),
      b.flow('late j'),
    ],
  ],
  [
    'an event-based gateway',
    [
      b.start(),
      b.eventGateway('g'),
      b.catchEvent('c', b.duration('PT1H')),
      b.catchEvent('d', b.duration('PT2H')),
      b.parallel('j'),
      b.end(),
      b.flow('s g c j e'),
      b.flow('g d j'),
    ],
  ],
])('[DEP-12] a join after %s is reported', async (_name, content) => {
  expect(await stuck(...content)).toHaveLength(1);
});
