import { expect, test } from 'vitest';
import { compile } from '../../compile/compile.js';
import type { TaskListenerResult } from '../../protocol/command.js';
import * as b from '../../testing/bpmn.js';
import { compileOk, Driver } from '../../testing/driver.js';

const types = (run: Driver) => run.of('createJob').map(({ jobType }) => jobType);
const line = (element: string, ...extra: string[]) =>
  b.diagram(b.start(), element, b.user('after'), b.flow('s x after'), ...extra);

test('[LIS-1] start listeners work before the element, end listeners after it, in order', async () => {
  const listeners = b.listen(['start', 'one'], ['end', 'three'], ['start', 'two'], ['end', 'four']);
  const run = await Driver.started(line(b.service('x', 'work', listeners)));
  for (const type of ['one', 'two', 'work', 'three', 'four']) {
    expect(types(run).at(-1)).toBe(type);
    expect(run.open).toEqual(['job x']);
    expect(run.status).toBe('RACING');
    run.job('x');
  }
  expect(run.open).toEqual(['task after']);
  expect(run.path().filter((el) => el === 'x')).toHaveLength(1);
});

test('[LIS-2] variables: input mappings come before start listeners, output mappings before end listeners', async () => {
  const content = [b.io({ a: '= 1' }, { r: '= result' }), b.listen(['start', 'one'], ['end', 'two'])];
  const run = await Driver.started(line(b.service('x', 'work', ...content)), { seen: true });
  expect(run.of('createJob').at(-1)?.input).toEqual({ seen: true, a: 1 });
  run.job('x', { extra: 2 });
  expect(run.of('createJob').at(-1)?.input).toEqual({ a: 1, extra: 2 });
  run.job('x', { result: 5 });
  expect(run.of('createJob').at(-1)?.input).toMatchObject({ r: 5, result: 5 });
  run.job('x', { late: 7 });
  expect(run.variables).toEqual({ seen: true, r: 5, late: 7 });
});

test('[LIS-2] a start listener gives a gateway and an event the variables they read', async () => {
  const gateway = b.diagram(
    b.start(),
    b.el('exclusiveGateway', { id: 'x', default: 'x-no' }, b.ext(b.listen(['start', 'decide']))),
    b.users('yes no'),
    b.flow('s x'),
    b.flow('x yes', '= go'),
    b.flow('x no'),
  );
  const run = await Driver.started(gateway);
  expect(run.job('x', { go: true }).open).toEqual(['task yes']);
  expect(run.variables).toEqual({});
  const event = line(b.catchEvent('x', b.duration('= wait'), b.ext(b.listen(['start', 'ask']))));
  const timed = await Driver.started(event);
  expect(timed.job('x', { wait: 'PT1H' }).open).toEqual(['timer x']);
});

test('[LIS-3] a boundary event opens after the start listeners and closes before the end listeners', async () => {
  const task = b.service('x', 'work', b.listen(['start', 'one'], ['end', 'two']));
  const run = await Driver.started(
    line(task, b.boundary('late', 'x', b.duration('PT1H')), b.user('u'), b.flow('late u')),
  );
  expect(run.open).toEqual(['job x']);
  expect(run.job('x').open).toEqual(['job x', 'timer late']);
  expect(run.job('x').open).toEqual(['job x']);
  expect(run.job('x').open).toEqual(['task after']);
});

test('[LIS-3] an element that is cancelled while a listener works closes its job', async () => {
  const inner = b.sub('x', b.start('xs'), b.task('t', b.ext(b.listen(['end', 'one']))), b.flow('xs t'));
  const run = await Driver.started(
    line(inner, b.boundary('late', 'x', b.duration('PT1H')), b.user('u'), b.flow('late u')),
  );
  expect(run.open).toEqual(['job t', 'timer late']);
  expect(run.fire('late').open).toEqual(['task u']);
});

test('[LIS-4] a listener without retries left is an incident, and its retry repeats this listener only', async () => {
  const run = await Driver.started(line(b.service('x', 'work', b.listen(['start', 'one'], ['start', 'two', 1]))));
  run.job('x').failJob('x');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'job', elementId: 'x' }]);
  const [first, second] = run.of('createJob');
  run.retry('x', { retries: 5 });
  const third = run.of('createJob').at(-1);
  expect(third).toMatchObject({ jobType: 'two', retries: 5, instanceKey: second?.instanceKey });
  expect(first?.instanceKey).not.toBe(second?.instanceKey);
  run.job('x').job('x');
  expect(types(run)).toEqual(['one', 'two', 'two', 'work']);
  expect(run.open).toEqual(['task after']);
});

test('[LIS-4] a type that is no text, a failure after the listeners, and an error of a listener', async () => {
  const unnamed = await Driver.started(line(b.service('x', 'work', b.listen(['start', '= kind']))));
  expect(unnamed.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 'x' }]);
  unnamed.retry('x', { variables: { kind: 'one' } });
  expect(types(unnamed)).toEqual(['one']);
  const after = await Driver.started(line(b.catchEvent('x', b.duration('= wait'), b.ext(b.listen(['start', 'one'])))));
  expect(after.job('x').open).toEqual(['incident x']);
  expect(after.retry('x', { variables: { wait: 'PT1H' } }).open).toEqual(['timer x']);
  expect(types(after)).toEqual(['one']);
  const thrown = await Driver.started(line(b.service('x', 'work', b.listen(['end', 'one']))));
  thrown.job('x').throwError('x', 'BAD');
  expect(thrown.of('raiseIncident')).toMatchObject([{ kind: 'uncaught-error' }]);
  expect(thrown.retry('x').job('x').open).toEqual(['task after']);
});

test('[LIS-5] a process, a called process, a sub-process and each instance of a loop have listeners', async () => {
  const around = b.listen(['start', 'open'], ['end', 'close']);
  const loop = b.multiInstance({ inputCollection: '= [1, 2]' }, true);
  const xml = b.definitions(
    b.process(
      'p',
      b.ext(around),
      b.start(),
      b.call('c', 'q'),
      b.el('task', { id: 't' }, b.ext(b.listen(['end', 'each'])), loop),
      b.flow('s c t'),
    ),
    b.process(
      'q',
      b.ext(around),
      b.start('qs'),
      b.el('subProcess', { id: 'x' }, b.ext(around), b.start('xs')),
      b.flow('qs x'),
    ),
  );
  const run = await Driver.started(xml);
  const order = ['p', 'q', 'x', 'x', 'q', 't', 't', 'p'];
  for (const el of order) {
    expect(run.open).toEqual([`job ${el}`]);
    run.job(el, { [`by${el}`]: true });
  }
  expect(run.status).toBe('COMPLETED');
  expect(types(run)).toEqual(['open', 'open', 'open', 'close', 'close', 'each', 'each', 'close']);
  expect(run.variables).toEqual({ byp: true, byq: true, byx: true, byt: true });
  const ended = await Driver.started(xml);
  expect(ended.do({ type: 'cancel' }).open).toEqual([]);
});

test('[LIS-5] joins, throw events, end events and links have listeners', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.users('a c'),
    b.el('parallelGateway', { id: 'j' }, b.ext(b.listen(['start', 'joined']))),
    b.throwEvent('l', b.ext(b.listen(['end', 'left'])), b.link('L')),
    b.catchEvent('k', b.link('L')),
    b.el('endEvent', { id: 'e' }, b.ext(b.listen(['start', 'first'], ['end', 'last']))),
    b.flow('s f a j l'),
    b.flow('f c j'),
    b.flow('k e'),
  );
  const run = await Driver.started(xml);
  run.complete('a').complete('c');
  for (const el of ['j', 'l', 'e', 'e']) run.job(el);
  expect(run.status).toBe('COMPLETED');
  expect(types(run)).toEqual(['joined', 'left', 'first', 'last']);
});

test('[LIS-6] listeners in wrong places and twice the same are refused; kinds that are not executed are warned of', async () => {
  const report = async (...content: string[]) => (await compile(line(b.task('x'), ...content))).report;
  const errors = async (...content: string[]) => (await report(...content)).errors.map(({ code }) => code);
  const start = b.ext(b.listen(['start', 'a']));
  const end = b.ext(b.listen(['end', 'a']));
  const flows = b.flow('g after');
  expect(await errors(b.el('exclusiveGateway', { id: 'g' }, end), flows)).toContain('bad-listener');
  expect(
    await errors(b.el('boundaryEvent', { id: 'g', attachedToRef: 'x' }, start, b.duration('PT1S')), flows),
  ).toContain('bad-listener');
  expect((await compile(b.diagram(b.start('s', start), b.task('t'), b.flow('s t')))).report.errors).toMatchObject([
    { code: 'bad-listener', elementId: 's' },
  ]);
  expect(await errors(b.task('g', b.ext(b.listen(['start', 'a'], ['start', 'a']))), flows)).toContain(
    'duplicate-listener',
  );
  expect(await errors(b.task('g', b.ext(b.listen(['start', 'a'], ['end', 'a']))), flows)).toEqual([]);
  const warned = async (content: string) =>
    (await report(b.user('g', content), flows)).warnings
      .map(({ code }) => code)
      .filter((code) => code.startsWith('listener'));
  expect(await warned(b.listen(['cancel', 'a']))).toEqual(['listener-not-executed']);
  expect(await warned(b.listenToTask(['canceling', 'a'], ['updating', 'c']))).toHaveLength(2);
  expect(await warned(b.listenToTask(['assigning', 'a']))).toEqual(['listener-in-part']);
});

const answer = (run: Driver, result: Omit<TaskListenerResult, 'type'> = {}, variables = {}) =>
  run.do({
    type: 'completeJob',
    key: run.ledger.keyOf('job', 'x'),
    variables,
    result: { type: 'userTask', ...result },
  });
const assigned = (...attributes: string[]) => b.el('zeebe:assignmentDefinition', { assignee: attributes[0] ?? '' });

test('[LIS-7] creating listeners correct the task before it opens, and cannot deny it', async () => {
  const run = await Driver.started(line(b.user('x', b.listenToTask(['creating', 'one'], ['creating', 'two']))));
  expect(run.open).toEqual(['job x']);
  expect(run.of('createJob').at(-1)?.headers).toMatchObject({
    'io.camunda.zeebe:action': 'create',
    'io.camunda.zeebe:priority': '50',
  });
  expect(() => answer(run, { denied: true })).toThrow(expect.objectContaining({ reason: 'bad-result' }));
  answer(run, { corrections: { assignee: 'ann', priority: 80, dueDate: '2026-05-01' } });
  expect(run.of('createJob').at(-1)?.headers).toMatchObject({
    'io.camunda.zeebe:assignee': 'ann',
    'io.camunda.zeebe:changedAttributes': '["assignee","dueDate","priority"]',
  });
  answer(run, { corrections: { candidateGroups: ['sales'] } });
  expect(run.of('openTask')).toMatchObject([
    { assignee: 'ann', priority: 80, dueDate: '2026-05-01T00:00:00.000Z', candidateGroups: ['sales'] },
  ]);
  expect(run.status).toBe('PAUSED');
});

test('[LIS-7] assigning listeners come before a task with an assignee opens; a denial opens it without one', async () => {
  const task = b.user('x', assigned('ann'), b.listenToTask(['creating', 'one'], ['assigning', 'two']));
  const run = await Driver.started(line(task));
  expect(() => answer(run, { corrections: { assignee: 'ben' } })).toThrow(/names the assignee/);
  answer(run, { corrections: { priority: 60 } });
  expect(types(run)).toEqual(['one', 'two']);
  answer(run, { corrections: { assignee: 'ben' } });
  expect(run.of('openTask')).toMatchObject([{ assignee: 'ben', priority: 60 }]);
  const candidates = b.el('zeebe:assignmentDefinition', { assignee: 'ann', candidateGroups: 'sales' });
  const denied = await Driver.started(line(b.user('x', candidates, b.listenToTask(['assigning', 'two']))));
  answer(denied, { denied: true });
  expect(denied.of('openTask')[0]?.assignee).toBeUndefined();
  expect(denied.of('openTask')).toMatchObject([{ candidateGroups: ['sales'] }]);
});

test('[LIS-8] completing listeners block the completion; the task closes with what the person entered', async () => {
  const run = await Driver.started(line(b.user('x', b.listenToTask(['completing', 'one'], ['completing', 'two']))));
  const complete = () =>
    run.do({
      type: 'completeTask',
      variables: { comment: 'ok' },
      approved: true,
      by: 'ann',
      task: { assignee: 'ann', priority: 50 },
    });
  complete();
  expect(run.status).toBe('RACING');
  expect(complete).toThrow(expect.objectContaining({ reason: 'no-such-task' }));
  expect(run.of('createJob').at(-1)?.headers).toMatchObject({ 'io.camunda.zeebe:assignee': 'ann' });
  answer(run, { corrections: { priority: 90 } });
  answer(run);
  expect(run.of('updateTask')).toMatchObject([{ change: { priority: 90 } }]);
  expect(run.of('closeTask')).toMatchObject([{ outcome: 'completed', approved: true, by: 'ann' }]);
  expect(run.open).toEqual(['task after']);
  expect(run.variables).toEqual({ comment: 'ok', approved: true });
});

test('[LIS-8] a denied completion leaves the task open, with nothing stored and nothing corrected', async () => {
  const run = await Driver.started(line(b.user('x', b.listenToTask(['completing', 'one'], ['completing', 'two']))));
  run.complete('x', true, { comment: 'bad' });
  answer(run, { corrections: { priority: 90 } });
  answer(run, { denied: true, deniedReason: 'no receipt' });
  expect(run.open).toEqual(['task x']);
  expect(run.status).toBe('PAUSED');
  expect(run.variables).toEqual({});
  expect(run.of('updateTask')).toEqual([]);
  expect(run.effects).toContainEqual(
    expect.objectContaining({ event: 'denied', elementId: 'x', message: 'no receipt' }),
  );
  run.complete('x', false);
  answer(run);
  answer(run);
  expect(run.status).toBe('REJECTED');
});

test('[LIS-8] results that do not fit are refused, and a failed listener is an incident', async () => {
  const run = await Driver.started(line(b.user('x', b.listenToTask(['completing', 'one']))));
  run.complete('x');
  const key = run.ledger.keyOf('job', 'x');
  const refused = (result: object) =>
    expect(() =>
      run.once({
        type: 'completeJob',
        key,
        variables: {},
        result: { type: 'userTask', ...result } as TaskListenerResult,
      }),
    ).toThrow(expect.objectContaining({ reason: 'bad-result' }));
  refused({ type: 'adHocSubProcess' });
  refused({ corrections: { priority: 101 } });
  refused({ corrections: { dueDate: 'tomorrow' } });
  expect(run.failJob('x').open).toEqual(['incident x', 'task x']);
  expect(run.retry('x').open).toEqual(['job x', 'task x']);
  expect(answer(run).open).toEqual(['task after']);
  const plain = await Driver.started(line(b.service('x', 'work', b.listen(['start', 'one']))));
  expect(() => answer(plain)).toThrow(expect.objectContaining({ reason: 'bad-result' }));
});

test('[LIS-9] a run in a listener goes on in another version that has the same listeners', async () => {
  const xml = line(b.service('x', 'work', b.listen(['start', 'one'])), b.boundary('late', 'x', b.duration('PT1H')));
  const run = await Driver.started(xml);
  run.models.set('same', [...(await compileOk(xml)).values()][0] as never);
  run.models.set('other', [...(await compileOk(line(b.service('x')))).values()][0] as never);
  expect(() => run.once({ type: 'migrate', toModelId: 'other', mapping: {} })).toThrow(/executes its listeners/);
  run.do({ type: 'migrate', toModelId: 'same', mapping: {} });
  expect(run.open).toEqual(['job x']);
  expect(run.job('x').open).toEqual(['job x', 'timer late']);
});

test('[LIS-10] listeners before all instances work once, and the loop sees what they set', async () => {
  const listeners = b.listen(['beforeAll', 'find'], ['start', 'each'], ['beforeAll', 'sort']);
  const loop = b.multiInstance({ inputCollection: '= items', inputElement: 'item' });
  const task = b.service('x', 'work', listeners, loop);
  const late = [b.boundary('late', 'x', b.duration('PT1H')), b.user('u'), b.flow('late u')];
  const run = await Driver.started(line(task, ...late));
  expect(types(run)).toEqual(['find']);
  expect(run.open).toEqual(['job x']);
  expect(run.status).toBe('RACING');
  run.job('x', { items: [3, 1] });
  run.job('x', { items: [1, 3] });
  expect(types(run)).toEqual(['find', 'sort', 'each', 'each']);
  expect(run.open).toEqual(['job x', 'job x', 'timer late']);
  expect(run.of('createJob').map(({ input }) => input.item)).toEqual([undefined, undefined, 1, 3]);
  for (const _ of ['each', 'each', 'work', 'work']) run.job('x');
  expect(run.open).toEqual(['task after']);
  expect(run.variables).toEqual({});
});

test('[LIS-10] a collection that the listeners left wrong is an incident; its retry does not repeat them', async () => {
  const loop = b.multiInstance({ inputCollection: '= items' });
  const run = await Driver.started(line(b.service('x', 'work', b.listen(['beforeAll', 'find']), loop)));
  expect(run.job('x', { items: 5 }).open).toEqual(['incident x']);
  const key = run.of('raiseIncident').at(-1)?.key ?? 0;
  const body = run.state.items.find(({ el }) => el === 'x')?.key ?? 0;
  run.do({ type: 'setVariables', scopeKey: body, variables: { items: [] }, local: true });
  run.do({ type: 'retryIncident', key });
  expect(types(run)).toEqual(['find']);
  expect(run.open).toEqual(['task after']);
});

test('[LIS-10] a run that is cancelled while they work closes their job; elsewhere they are refused', async () => {
  const listeners = b.listen(['beforeAll', 'find']);
  const run = await Driver.started(
    line(b.service('x', 'work', listeners, b.multiInstance({ inputCollection: '= [1]' }))),
  );
  run.do({ type: 'cancel' });
  expect(run.open).toEqual([]);
  const refused = async (...content: string[]) =>
    (await compile(line(b.service('x', 'work', listeners, ...content)))).report.errors.map(({ code }) => code);
  expect(await refused()).toEqual(['bad-listener']);
  expect(await refused(b.el('standardLoopCharacteristics', { loopMaximum: '2' }))).toEqual(['bad-listener']);
});
