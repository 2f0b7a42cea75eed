import { expect, test } from 'vitest';
import * as b from '../../testing/bpmn.js';
import { Driver } from '../../testing/driver.js';

/**
 * An approval whose gateway reads the decision, an element `between` on both its ways, then a gateway that reads it again: `yes<id>`
 * or `no<id>`.
 */
const approval = (id: string, between: string) =>
  [
    b.user(id),
    b.exclusive(`k${id}`),
    b.task(`m${id}`),
    b.exclusive(`g${id}`),
    b.user(`yes${id}`),
    b.user(`no${id}`),
    b.flow(`${id} k${id}`),
    b.flow(`k${id} ${between}`, '= approved'),
    b.flow(`k${id} m${id}`, '= not(approved)'),
    b.flow(`m${id} ${between} g${id}`),
    b.flow(`g${id} yes${id}`, '= approved'),
    b.flow(`g${id} no${id}`, '= not(approved)'),
  ].join('');

const split = (...branches: string[]) => [b.start(), b.parallel('p1'), b.flow('s p1'), ...branches].join('');

test('[TASK-11] the decision of a parallel branch does not decide for another one', async () => {
  const xml = b.diagram(
    split(approval('a', 'ja'), b.service('ja'), approval('b', 'jb'), b.service('jb'), b.flow('p1 a'), b.flow('p1 b')),
  );
  const run = await Driver.started(xml);
  run.complete('a', true);
  run.complete('b', false);
  run.job('ja').job('jb');
  expect(run.open).toEqual(['task nob', 'task yesa']);
});

test('[TASK-11] a decision inside a sub-process or a called process decides for its branch', async () => {
  const xml = b.definitions(
    b.process(
      'p',
      split(
        b.sub('x', b.start('xs'), b.user('a'), b.flow('xs a')),
        b.call('c', 'q'),
        b.exclusive('gx'),
        b.users('yesx nox'),
        b.exclusive('gc'),
        b.users('yesc noc'),
        b.service('jx'),
        b.service('jc'),
        b.flow('p1 x jx gx'),
        b.flow('p1 c jc gc'),
        b.flow('gx yesx', '= approved'),
        b.flow('gx nox', '= not(approved)'),
        b.flow('gc yesc', '= approved'),
        b.flow('gc noc', '= not(approved)'),
      ),
    ),
    b.process(
      'q',
      b.start('qs'),
      b.user('d', b.ext()),
      b.exclusive('gq'),
      b.end('q1'),
      b.end('q2'),
      b.flow('qs d gq'),
      b.flow('gq q1', '= approved'),
      b.flow('gq q2', '= not(approved)'),
    ),
  );
  const run = await Driver.started(xml);
  run.complete('a', true);
  run.complete('d', false);
  run.job('jx').job('jc');
  expect(run.open).toEqual(['task noc', 'task yesx']);
});

test('[TASK-11] what a job, script or mapping of the branch stores as approved replaces the decision', async () => {
  const xml = b.diagram(
    split(
      approval('a', 'ja'),
      b.service('ja'),
      approval('b', 'jb'),
      b.service('jb', 'jb', b.io({}, { approved: '= score > 5' })),
      approval('c', 'jc'),
      b.script('jc', '= false', 'approved'),
      b.flow('p1 a'),
      b.flow('p1 b'),
      b.flow('p1 c'),
    ),
  );
  const run = await Driver.started(xml);
  run.complete('c', true);
  run.complete('a', false);
  run.complete('b', true);
  run.job('ja', { approved: true });
  run.job('jb', { score: 3 });
  expect(run.open).toEqual(['task nob', 'task noc', 'task yesa']);
});

test('[TASK-11] after a join the branches are one: approved is the decision stored last', async () => {
  const decided = (id: string) =>
    [
      b.user(id),
      b.exclusive(`k${id}`),
      b.task(`m${id}`),
      b.flow(`p1 ${id} k${id}`),
      b.flow(`k${id} m${id}`, '= approved'),
      b.flow(`k${id} p2`, '= not(approved)'),
      b.flow(`m${id} p2`),
    ].join('');
  const join = [b.exclusive('p2'), b.exclusive('p3'), b.parallel('p4'), b.script('r', '= approved', 'last')].join('');
  const xml = b.diagram(
    b.start(),
    b.parallel('p1'),
    b.flow('s p1'),
    decided('a').replaceAll('p2', 'p3'),
    decided('b'),
    join,
    b.flow('p2 p4'),
    b.flow('p3 p4 r'),
  );
  const run = await Driver.started(xml);
  run.complete('b', false).complete('a', true);
  expect(run.variables).toEqual({ approved: true, last: true });
});

test('[TASK-11] a variable set by hand overrides the decisions of the branches', async () => {
  const xml = b.diagram(
    split(approval('a', 'ja'), b.service('ja'), b.user('other'), b.flow('p1 a'), b.flow('p1 other')),
  );
  const run = await Driver.started(xml);
  run.complete('a', true);
  run.do({ type: 'setVariables', variables: { approved: false } });
  run.job('ja');
  expect(run.open).toEqual(['task noa', 'task other']);
});

test('[TASK-11] a boundary event, a link and an event-based gateway continue the branch', async () => {
  const xml = b.diagram(
    split(
      b.user('a'),
      b.service('w'),
      b.boundary('t', 'w', b.duration('PT1H')),
      b.throwEvent('l', b.link('L')),
      b.catchEvent('lc', b.link('L')),
      b.eventGateway('eg'),
      b.catchEvent('m', b.duration('PT2H')),
      b.catchEvent('n', b.messageRef('M')),
      b.exclusive('g'),
      b.users('yes no'),
      b.user('z', b.ext()),
      b.exclusive('gz'),
      b.end('z1'),
      b.end('z2'),
      b.flow('p1 a w'),
      b.flow('t l'),
      b.flow('lc eg'),
      b.flow('eg m g'),
      b.flow('eg n g'),
      b.flow('g yes', '= approved'),
      b.flow('g no', '= not(approved)'),
      b.flow('p1 z gz'),
      b.flow('gz z1', '= approved'),
      b.flow('gz z2', '= not(approved)'),
    ),
    b.message('M', 'm', '= "k"'),
  );
  const run = await Driver.started(xml);
  run.complete('a', true);
  run.complete('z', false);
  run.fire('t').fire('m');
  expect(run.open).toEqual(['task yes']);
});
