import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';
import { compareRuns, openWork } from './open-work.js';

test('[RUN-3] what is open in a state is what effects opened, and a command changes it as the difference says', async () => {
  const xml = b.diagram(
    b.signal('S', 'go'),
    b.start(),
    b.parallel('f'),
    b.user('a'),
    b.boundary('late', 'a', b.duration('PT1H')),
    b.service('j'),
    b.catchEvent('c', b.signalRef('S')),
    b.script('n', '= if ok then 1 else [1..2]', 'r'),
    b.user('z'),
    b.flow('s f a z'),
    b.flow('f j'),
    b.flow('f c'),
    b.flow('f n'),
    b.flow('late z'),
  );
  const run = await Driver.started(xml);
  const open = () => openWork(run.state).map(({ kind, elementId }) => `${kind} ${elementId}`);
  expect([...open()].sort()).toEqual([...run.open]);
  const before = run.state;
  run.complete('a');
  const { begun, ended, opened, closed } = compareRuns(before, run.state);
  expect(begun).toMatchObject([{ elementId: 'z' }]);
  expect(ended).toMatchObject([{ elementId: 'a' }]);
  expect(opened).toMatchObject([{ kind: 'task', elementId: 'z' }]);
  expect(closed.map(({ kind, elementId }) => `${kind} ${elementId}`)).toEqual(['task a', 'timer late']);
  const last = run.state;
  run.do({ type: 'cancel' });
  expect(compareRuns(last, run.state).ended).toHaveLength(last.items.length);
});
