import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const cardinality = b.el('loopCardinality', { 'xsi:type': 'bpmn:tFormalExpression' }, '3');
const signalDefinition = b.el('signalEventDefinition', { id: 'Thrown', signalRef: 'S' });

/** Three instances of the task m with a signal boundary event, and the attributes of the loop. */
const looping = (attributes: Record<string, string | boolean>, ...content: string[]): string =>
  b.definitions(
    b.signal('S', 'alarm'),
    signalDefinition,
    b.process(
      'p',
      b.start(),
      b.el('userTask', { id: 'm' }, b.el('multiInstanceLoopCharacteristics', attributes, cardinality, ...content)),
      b.boundary('x', 'm', b.signalRef('S')),
      b.tasks('told after'),
      b.flow('s m after'),
      b.flow('x told'),
    ),
  );

const told = (run: Driver): number => run.path().filter((id) => id === 'told').length;

test('[LOOP-8] behavior None throws its event to the boundary for every instance that completes', async () => {
  for (const isSequential of [true, false]) {
    const run = await Driver.started(looping({ behavior: 'None', noneBehaviorEventRef: 'Thrown', isSequential }));
    expect(told(run.complete())).toBe(1);
    run.complete().complete();
    expect(run.status).toBe('COMPLETED');
    expect(told(run)).toBe(3);
    expect(run.path()).toContain('after');
  }
});

test('[LOOP-8] behavior One throws it for the first instance, All never', async () => {
  const one = await Driver.started(looping({ behavior: 'One', oneBehaviorEventRef: 'Thrown' }));
  one.complete().complete().complete();
  expect([told(one), one.status]).toEqual([1, 'COMPLETED']);
  const all = await Driver.started(looping({ behavior: 'All', oneBehaviorEventRef: 'Thrown' }));
  all.complete().complete().complete();
  expect([told(all), all.status]).toEqual([0, 'COMPLETED']);
});

test('[LOOP-8] behavior Complex throws what its true conditions name, and ends the loop', async () => {
  const definition = b.el(
    'complexBehaviorDefinition',
    {},
    b.el('condition', { 'xsi:type': 'bpmn:tFormalExpression' }, '= numberOfCompletedInstances = 2'),
    b.el('event', {}, b.el('signalEventDefinition', { signalRef: 'S' })),
  );
  const run = await Driver.started(looping({ behavior: 'Complex' }, definition));
  run.complete();
  expect([told(run), run.open.length]).toEqual([0, 3]);
  run.complete();
  expect([told(run), run.status]).toEqual([1, 'COMPLETED']);
  expect(run.path()).toContain('after');
  expect(run.path('cancelled')).toEqual(['m']);
});

test('[LOOP-8] a behavior without its event, an unknown one and one without definitions is an error', async () => {
  const findings = async (attributes: Record<string, string>) => (await compile(looping(attributes))).report;
  expect((await findings({ behavior: 'None' })).errors).toMatchObject([{ elementId: 'm', code: 'missing-behavior' }]);
  expect((await findings({ behavior: 'Some' })).errors).not.toEqual([]);
  expect((await findings({ behavior: 'Complex' })).errors).toMatchObject([
    { elementId: 'm', code: 'missing-behavior' },
  ]);
});

test('[TASK-14] an activity starts with startQuantity tokens and puts completionQuantity tokens on its flows', async () => {
  const xml = b.diagram(
    b.start(),
    b.el('userTask', { id: 'many', completionQuantity: 3 }),
    b.user('one'),
    b.el('userTask', { id: 'needs', startQuantity: 2 }),
    b.end(),
    b.flow('s many one needs e'),
  );
  const run = await Driver.started(xml);
  run.complete('many');
  expect(run.open).toEqual(['task one', 'task one', 'task one']);
  run.complete('one');
  expect(run.open).toEqual(['task one', 'task one']);
  run.complete('one');
  expect(run.open).toEqual(['task needs', 'task one']);
  run.complete('needs').complete('one');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'stuck-join', elementId: 'needs' }]);
  expect(run.status).toBe('FAILED');
});

test('[TASK-14] the tokens may come on several flows', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.users('a c'),
    b.el('userTask', { id: 'needs', startQuantity: 2 }),
    b.flow('s f a needs'),
    b.flow('f c needs'),
  );
  const run = await Driver.started(xml);
  expect(run.complete('a').open).toEqual(['task c']);
  expect(run.complete('c').open).toEqual(['task needs']);
  expect(run.complete('needs').status).toBe('COMPLETED');
  const zero = await compile(xml.replace('startQuantity="2"', 'startQuantity="0"'));
  expect(zero.report.errors).toMatchObject([{ elementId: 'needs', code: 'token-quantity' }]);
});

test('[SUB-8] a call of a global task of the file runs the task in the place of the call', async () => {
  const xml = b.definitions(
    b.el('globalUserTask', { id: 'ask', name: 'Ask', 'millrace:decision': 'none' }),
    b.el(
      'globalScriptTask',
      { id: 'count' },
      b.ext(b.el('zeebe:script', { expression: '= 1 + 1', resultVariable: 'n' })),
    ),
    b.el('globalTask', { id: 'nothing' }),
    b.el('globalManualTask', { id: 'manual' }),
    b.el('globalBusinessRuleTask', { id: 'rule' }, b.ext(b.taskDefinition('rules'), b.io({ x: '= n' }))),
    b.process(
      'p',
      b.start(),
      ...['count', 'nothing', 'manual', 'rule'].map((id) => b.el('callActivity', { id: `c-${id}`, calledElement: id })),
      b.el('callActivity', { id: 'c-ask', calledElement: 'ask' }, b.multiInstance({ inputCollection: '= [1, 2]' })),
      b.boundary('late', 'c-ask', b.duration('PT1H')),
      b.end(),
      b.user('v'),
      b.flow('s c-count c-nothing c-manual c-rule c-ask e'),
      b.flow('late v'),
    ),
  );
  const run = await Driver.started(xml);
  expect(run.of('createJob')).toMatchObject([{ jobType: 'rules', elementId: 'c-rule', input: { x: 2 } }]);
  run.job('c-rule');
  expect(run.open).toEqual(['task c-ask', 'task c-ask', 'timer late']);
  expect(run.of('openTask')[0]).toMatchObject({ decision: false });
  expect(run.complete().complete().status).toBe('COMPLETED');
  expect(run.models.get('p')?.calledProcesses).toEqual([]);
});
