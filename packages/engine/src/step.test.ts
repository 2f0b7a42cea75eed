import { expect, test } from 'vitest';
import { CommandRejected } from './protocol/command.js';
import { MAX_BUDGET_EXHAUSTIONS } from './run/drain.js';
import { statusOf } from './state/status.js';
import { step } from './step.js';
import * as b from './testing/bpmn.js';
import { compileOk, Driver, NOW } from './testing/driver.js';

const APPROVAL = b.diagram(
  b.start('StartEvent_1'),
  b.service('Activity_0calc11', 'calc'),
  b.user('Activity_0appr22'),
  b.exclusive('Gateway_0dec333', { default: 'Gateway_0dec333-Event_0no4444' }),
  b.end('Event_0yes555'),
  b.end('Event_0no4444'),
  b.flow('StartEvent_1 Activity_0calc11 Activity_0appr22 Gateway_0dec333 Event_0no4444'),
  b.flow('Gateway_0dec333 Event_0yes555', '= approved'),
);

test('[RUN-7] an approval run goes through its states and completes', async () => {
  const run = await Driver.started(APPROVAL);
  expect(run.status).toBe('RACING');
  run.job('Activity_0calc11', { total: 4 });
  expect(run.status).toBe('PAUSED');
  run.complete();
  expect(run.status).toBe('COMPLETED');
  expect(run.of('runEnded')).toEqual([{ type: 'runEnded', status: 'COMPLETED' }]);
  expect(run.variables).toEqual({ total: 4, approved: true });
});

test('[RUN-9] the state of an approval run at the user task is at most 300 bytes', async () => {
  const models = await compileOk(APPROVAL);
  const modelId = '01900000-0000-7000-8000-000000000001';
  const run = new Driver(new Map([...models.values()].map((model) => [modelId, model])));
  run.start().job('Activity_0calc11');
  expect(run.status).toBe('PAUSED');
  expect(JSON.stringify(run.state).length).toBeLessThanOrEqual(300);
});

test('[RUN-1] the same input gives the same state and effects', async () => {
  const models = await compileOk(APPROVAL);
  const input = {
    models,
    state: null,
    command: { type: 'start', modelId: 'p', variables: { a: 1 } },
    now: NOW,
    process: {},
  } as const;
  expect(step(input)).toEqual(step(input));
});

test('[RUN-4] commands that do not fit are refused with a reason and change nothing', async () => {
  const run = await Driver.started(APPROVAL);
  const before = JSON.stringify(run.state);
  const refused = [
    [{ type: 'start', modelId: 'p', variables: {} }, 'already-started'],
    [{ type: 'completeTask', variables: {}, approved: true }, 'no-such-task'],
    [{ type: 'completeTask', key: 99, variables: {}, approved: true }, 'no-such-task'],
    [{ type: 'completeJob', key: 99, variables: {} }, 'no-such-job'],
    [{ type: 'failJob', key: 99, message: '', retries: 0 }, 'no-such-job'],
    [{ type: 'fireTimer', key: 99 }, 'no-such-timer'],
    [{ type: 'correlateMessage', key: 99, variables: {} }, 'no-such-subscription'],
    [{ type: 'retryIncident', key: 99 }, 'no-such-incident'],
    [{ type: 'setVariables', variables: {}, scopeKey: 99 }, 'no-such-scope'],
    [{ type: 'moveToken', key: 99, toElementId: 'x' }, 'no-such-instance'],
    [{ type: 'migrate', toModelId: 'q', mapping: {} }, 'no-such-model'],
    [{ type: 'callResolved', key: 99, modelId: 'p' }, 'no-such-call'],
    [{ type: 'callFailed', key: 99, message: '' }, 'no-such-call'],
  ] as const;
  for (const [command, reason] of refused) {
    expect(() => run.once(command), command.type).toThrow(expect.objectContaining({ name: 'CommandRejected', reason }));
  }
  expect(JSON.stringify(run.state)).toBe(before);
  run.do({ type: 'cancel' });
  expect(() => run.once({ type: 'continue' })).toThrow(expect.objectContaining({ reason: 'run-ended' }));
});

test('[RUN-4] a run begins with start, at a start event that exists', async () => {
  const models = await compileOk(APPROVAL);
  const input = { models, state: null, now: NOW, process: {} };
  const start = { type: 'start', modelId: 'p', variables: {} } as const;
  expect(() => step({ ...input, command: { type: 'continue' } })).toThrow(CommandRejected);
  expect(() => step({ ...input, command: { ...start, modelId: 'q' } })).toThrow(/was not passed/);
  expect(() => step({ ...input, command: { ...start, startElementId: 'Event_0yes555' } })).toThrow(/no start event/);
});

test('[RUN-8] cancel closes everything open in the same step', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.user('u'),
    b.service('j'),
    b.boundary('late', 'u', b.duration('PT1H')),
    b.catchEvent('m', b.messageRef('M')),
    b.message('M', 'go', '= 1'),
    b.flow('s fork u'),
    b.flow('fork j'),
    b.flow('fork m'),
  );
  const run = await Driver.started(xml);
  expect(run.open).toEqual(['job j', 'message m', 'task u', 'timer late']);
  run.do({ type: 'cancel' });
  expect(run.status).toBe('CANCELLED');
  expect(run.open).toEqual([]);
  expect(run.path('cancelled')).toEqual(['m', 'j', 'u', 'p']);
});

const LONG_LOOP = b.diagram(
  b.start(),
  b.script('count', '= n + 1', 'n'),
  b.exclusive('again', { default: 'again-e' }),
  b.end(),
  b.flow('s count again e'),
  b.flow('again count', '= n < 50'),
);

test('[RUN-5] a step stops at its budget and continue goes on', async () => {
  const run = await Driver.of(LONG_LOOP);
  run.budget = 10;
  run.once({ type: 'start', modelId: 'p', variables: { n: 0 } });
  expect(run.status).toBe('RACING');
  expect(run.of('scheduleContinue')).toHaveLength(1);
  expect(run.path('entered').length).toBeLessThanOrEqual(11);
  run.do({ type: 'continue' });
  expect(run.status).toBe('COMPLETED');
  expect(run.variables.n).toBe(50);
});

test('[RUN-5] a continue too many does nothing', async () => {
  const run = await Driver.started(APPROVAL);
  const before = JSON.stringify(run.state);
  expect(run.once({ type: 'continue' })).toEqual([]);
  expect(JSON.stringify(run.state)).toBe(before);
});

test('[RUN-6] an endless run becomes an incident, which a retry lets go on', async () => {
  const xml = b.diagram(
    b.start(),
    b.task('a'),
    b.exclusive('x', { default: 'x-a' }),
    b.end(),
    b.flow('s a x a'),
    b.flow('x e', '= stop = true'),
  );
  const run = await Driver.of(xml);
  run.budget = 20;
  run.start();
  expect(run.status).toBe('FAILED');
  expect(run.of('scheduleContinue')).toHaveLength(MAX_BUDGET_EXHAUSTIONS);
  expect(run.of('raiseIncident').map((incident) => incident.kind)).toEqual(['endless-loop']);
  const { elementId } = run.of('raiseIncident')[0] ?? { elementId: '' };
  run.retry(elementId, { variables: { stop: true } });
  expect(run.status).toBe('COMPLETED');
});

test('[RUN-10] history tells entries, completions, flows and variables in order', async () => {
  const xml = b.diagram(b.start(), b.script('x', '= 1', 'n'), b.end(), b.flow('s x e'));
  const run = await Driver.started(xml, { a: 2 });
  const told = run
    .of('history')
    .map(({ event, elementId, variables }) => [event, elementId, ...(variables ? [variables] : [])]);
  expect(told).toEqual([
    ['entered', 'p'],
    ['variables', 'p', { a: 2 }],
    ['entered', 's'],
    ['completed', 's'],
    ['flowTaken', 's-x'],
    ['entered', 'x'],
    ['variables', 'p', { n: 1 }],
    ['completed', 'x'],
    ['flowTaken', 'x-e'],
    ['entered', 'e'],
    ['completed', 'e'],
    ['completed', 'p'],
  ]);
  expect(run.of('history').every(({ at }) => at === NOW)).toBe(true);
});

test('[STAT-1] [STAT-2] an open task makes the run PAUSED beside a job and a timer, which alone make it RACING', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.user('u'),
    b.service('j'),
    b.catchEvent('t', b.duration('PT1H')),
    b.flow('s fork u'),
    b.flow('fork j'),
    b.flow('fork t'),
  );
  const run = await Driver.started(xml);
  expect(run.status).toBe('PAUSED');
  run.complete();
  expect(run.status).toBe('RACING');
  run.job('j');
  expect(run.status).toBe('RACING');
  run.fire('t');
  expect(run.status).toBe('COMPLETED');
});

test('[STAT-3] [STAT-2] a message wait is PAUSED, with a boundary timer RACING', async () => {
  const wait = [
    b.start(),
    b.el('receiveTask', { id: 'r', messageRef: 'M' }),
    b.message('M', 'go', '= 1'),
    b.flow('s r'),
  ];
  expect((await Driver.started(b.diagram(...wait))).status).toBe('PAUSED');
  const timed = await Driver.started(b.diagram(...wait, b.boundary('late', 'r', b.duration('PT1H'))));
  expect(timed.status).toBe('RACING');
  expect(statusOf(timed.state)).toBe('RACING');
});

test('[STAT-4] only incidents left is FAILED', async () => {
  const xml = b.diagram(b.start(), b.service('j'), b.flow('s j'));
  const run = await Driver.started(xml);
  run.failJob('j');
  expect(run.status).toBe('FAILED');
});
