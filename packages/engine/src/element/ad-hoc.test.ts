import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import { statusOf } from '../state/status.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const around = (...content: string[]) => b.diagram(b.start(), ...content, b.user('after'), b.flow('s x after'));
const ACTIVE = { activeElementsCollection: '= wanted' };
const keyOf = (run: Driver, el = 'x') => run.state.items.find((item) => item.el === el)?.key ?? 0;
const job = b.taskDefinition('agent');

test('[ADHOC-1] it begins with the elements of its list, each in a scope of its own, and completes with the last of them', async () => {
  const xml = around(b.adHoc('x', ACTIVE, b.service('a'), b.service('b'), b.service('c')));
  const run = await Driver.started(xml, { wanted: ['a', 'c'] });
  expect(run.open).toEqual(['job a', 'job c']);
  expect(run.state.items.filter(({ el }) => el === 'x#innerInstance')).toHaveLength(2);
  expect(run.job('a').open).toEqual(['job c']);
  expect(run.job('c').open).toEqual(['task after']);
});

test('[ADHOC-1] elements that follow another one are reached by its flow only', async () => {
  const xml = around(b.adHoc('x', ACTIVE, b.service('a'), b.service('b'), b.flow('a b')));
  const run = await Driver.started(xml, { wanted: ['a'] });
  expect(run.job('a').open).toEqual(['job b']);
  expect(run.job('b').open).toEqual(['task after']);
  const refused = await Driver.started(xml, { wanted: ['b'] });
  expect(refused.of('raiseIncident')).toMatchObject([{ kind: 'expression', elementId: 'x' }]);
  expect(refused.retry('x', { variables: { wanted: ['a'] } }).open).toEqual(['job a']);
  const noList = await Driver.started(xml, { wanted: 'a' });
  expect(noList.open).toEqual(['incident x']);
});

test('[ADHOC-1] it describes its elements in the variable adHocSubProcessElements', async () => {
  const named = b.el(
    'task',
    { id: 'a', name: 'Ask' },
    b.el('documentation', {}, 'Asks the customer.'),
    b.ext(b.el('zeebe:properties', {}, b.el('zeebe:property', { name: 'tool', value: 'mail' }))),
  );
  const run = await Driver.started(around(b.adHoc('x', {}, named)));
  expect(run.state.items.find(({ el }) => el === 'x')?.vars).toEqual({
    adHocSubProcessElements: [
      { elementId: 'a', elementName: 'Ask', documentation: 'Asks the customer.', properties: { tool: 'mail' } },
    ],
  });
});

test('[ADHOC-9] the elements name the parameters that fromAi marks in their input mappings', async () => {
  const inputs = {
    url: '=fromAi(toolCall.url, "Where to look", "string")',
    text: '="To " + fromAi(toolCall.`first name`) + string(fromAi(value: n, type: "number", options: {required: false}))',
    list: '=[fromAi(t.kind, "Kind", null, {enum: ["a", "b"]})]',
    plain: '=1 + 1',
    literal: 'fromAi(no)',
  };
  const tool = b.el('serviceTask', { id: 'a' }, b.ext(b.taskDefinition('a'), b.io(inputs)));
  const run = await Driver.started(around(b.adHoc('x', {}, tool, b.task('b'))));
  const described = run.state.items.find(({ el }) => el === 'x')?.vars?.adHocSubProcessElements;
  expect(described).toMatchObject([
    {
      elementId: 'a',
      parameters: [
        { name: 'url', description: 'Where to look', type: 'string' },
        { name: 'first name' },
        { name: 'n', type: 'number', options: { required: false } },
        { name: 'kind', description: 'Kind', schema: { enum: ['a', 'b'] } },
      ],
    },
    { elementId: 'b' },
  ]);
  expect(Object.keys((described as object[])[1] ?? {})).not.toContain('parameters');
});

test.each([
  ['=fromAi("url")', 'the value of fromAi must be a variable, such as toolCall.url, and is "url"'],
  ['=fromAi(fromAi(a.b))', 'the value of fromAi must be a variable, such as toolCall.url, and is fromAi(a.b)'],
  ['=fromAi(a.b, text)', 'the description of fromAi must be a text without variables, and is text'],
  ['=fromAi(a.b, "text", 5)', 'the type of fromAi must be a text without variables, and is 5'],
  ['=fromAi(a.b, "text", "string", [1])', 'the schema of fromAi must be a context without variables, and is [1]'],
  ['=fromAi(value: a.b, options: x)', 'the options of fromAi must be a context without variables, and is x'],
])('[ADHOC-9] %s is refused at deployment', async (source, message) => {
  const tool = b.el('serviceTask', { id: 'a' }, b.ext(b.taskDefinition('a'), b.io({ url: source })));
  const { report } = await compile(around(b.adHoc('x', {}, tool)));
  expect(report.errors).toMatchObject([{ elementId: 'a', code: 'bad-tool-parameter', message }]);
  // Elsewhere it is a function that gives its value.
  const elsewhere = await compile(b.diagram(b.start(), tool, b.end(), b.flow('s a e')));
  expect(elsewhere.report.errors).toEqual([]);
});

test('[ADHOC-9] an expression that cannot be read is refused for that', async () => {
  const tool = (url: string) => b.el('serviceTask', { id: 'a' }, b.ext(b.taskDefinition('a'), b.io({ url })));
  const codes = async (source: string) => {
    const { report } = await compile(around(b.adHoc('x', {}, tool(source))));
    return report.errors.map(({ code }) => code);
  };
  expect(await codes('=fromAi(a.b')).toEqual(['bad-expression']);
  expect(await codes('=fromAi(a.b, nothing("x"))')).toEqual(['bad-tool-parameter', 'bad-expression']);
  expect(await codes('=fromAi(a.b, string(count(for i in 1..100000 return i)))')).toEqual(['bad-tool-parameter']);
});

test('[ADHOC-2] without a list it waits, and a command activates elements with variables of their own', async () => {
  const xml = around(b.adHoc('x', {}, b.service('a'), b.service('b')));
  const run = await Driver.started(xml);
  expect(run.open).toEqual([]);
  expect(run.status).toBe('PAUSED');
  run.do({
    type: 'activateElements',
    key: keyOf(run),
    elements: [{ elementId: 'a', variables: { n: 1 } }, { elementId: 'b' }],
  });
  expect(run.of('createJob').map(({ input }) => input.n)).toEqual([1, undefined]);
  run.do({ type: 'activateElements', key: keyOf(run), elements: [{ elementId: 'a' }], cancelRemaining: true });
  expect(run.open).toEqual(['job a']);
  expect(run.job('a', { n: 2 }).open).toEqual(['task after']);
  expect(run.variables).toEqual({ n: 2 });
});

test('[ADHOC-2] a command that does not fit is refused and changes nothing', async () => {
  const run = await Driver.started(around(b.adHoc('x', {}, b.service('a'), b.task('b'), b.flow('a b'))));
  const key = keyOf(run);
  const refused = (elements: { elementId: string }[], at = key) =>
    expect(() => run.once({ type: 'activateElements', key: at, elements })).toThrow(
      expect.objectContaining({ name: 'CommandRejected' }),
    );
  refused([]);
  refused([{ elementId: 'b' }]);
  refused([{ elementId: 'after' }]);
  refused([{ elementId: 'a' }, { elementId: 'a' }]);
  refused([{ elementId: 'a' }], keyOf(run, 'p'));
  refused([{ elementId: 'a' }], 999);
  expect(run.open).toEqual([]);
});

test('[ADHOC-3] the completion condition is evaluated after each activation and cancels the others', async () => {
  const xml = around(b.adHoc('x', ACTIVE, b.service('a'), b.service('b'), b.completion('= enough')));
  const run = await Driver.started(xml, { wanted: ['a', 'b'], enough: false });
  expect(run.job('a', { enough: true }).open).toEqual(['task after']);
  expect(run.path('cancelled')).toEqual(['b', 'x#innerInstance']);
  const open = await Driver.started(xml, { wanted: ['a', 'b'], enough: false });
  open.job('a').job('b');
  expect(open.open).toEqual([]);
  expect(statusOf(open.state)).toBe('PAUSED');
  open.do({ type: 'activateElements', key: keyOf(open), elements: [{ elementId: 'b' }] });
  expect(open.job('b', { enough: true }).open).toEqual(['task after']);
});

test('[ADHOC-3] with cancelRemainingInstances="false" it waits for the others', async () => {
  const inside = [b.service('a'), b.service('b'), b.completion('= true')];
  const run = await Driver.started(around(b.adHoc('x', { ...ACTIVE, cancelRemainingInstances: false }, ...inside)), {
    wanted: ['a', 'b'],
  });
  expect(run.job('a').open).toEqual(['job b']);
  expect(run.job('b').open).toEqual(['task after']);
});

test('[ADHOC-3] a completion condition that is neither true nor false is an incident of the activation', async () => {
  const xml = around(b.adHoc('x', ACTIVE, b.service('a'), b.completion('= enough')));
  const run = await Driver.started(xml, { wanted: ['a'] });
  expect(run.job('a').open).toEqual(['incident x#innerInstance']);
  expect(run.retry('x#innerInstance', { variables: { enough: true } }).open).toEqual(['task after']);
});

test('[ADHOC-4] outputs are collected in the order of completion and stored around the sub-process', async () => {
  const collect = { ...ACTIVE, outputCollection: 'results', outputElement: '= result' };
  const run = await Driver.started(around(b.adHoc('x', collect, b.service('a'), b.service('b'))), {
    wanted: ['a', 'b'],
  });
  run.job('b', { result: 2 }).job('a', { result: 1 });
  expect(run.open).toEqual(['task after']);
  expect(run.variables).toEqual({ wanted: ['a', 'b'], results: [2, 1] });
});

test('[ADHOC-5] a sequential one runs one activation after the other', async () => {
  const xml = around(b.adHoc('x', { ...ACTIVE, ordering: 'Sequential' }, b.service('a'), b.service('b')));
  const run = await Driver.started(xml, { wanted: ['a', 'b', 'a'] });
  expect(run.open).toEqual(['job a']);
  expect(run.job('a').open).toEqual(['job b']);
  run.do({ type: 'activateElements', key: keyOf(run), elements: [{ elementId: 'b' }] });
  expect(run.job('b').open).toEqual(['job a']);
  expect(run.job('a').open).toEqual(['job b']);
  expect(run.job('b').open).toEqual(['task after']);
});

test('[ADHOC-6] with a task definition, its worker activates elements and gets a new job when one completes', async () => {
  const run = await Driver.started(around(b.adHoc('x', {}, job, b.service('a'), b.service('b'))));
  expect(run.of('createJob')).toMatchObject([{ elementId: 'x', jobType: 'agent' }]);
  const decide = (result: object, variables = {}) =>
    run.do({
      type: 'completeJob',
      key: run.ledger.keyOf('job', 'x'),
      variables,
      result: { type: 'adHocSubProcess', ...result },
    });
  decide({ activateElements: [{ elementId: 'a', variables: { n: 1 } }, { elementId: 'b' }] }, { memory: 1 });
  expect(run.open).toEqual(['job a', 'job b']);
  expect(run.of('createJob').find(({ elementId }) => elementId === 'a')?.input).toMatchObject({ n: 1, memory: 1 });
  run.job('a');
  expect(run.open).toEqual(['job b', 'job x']);
  run.job('b');
  expect(run.of('closeJob').map(({ outcome }) => outcome)).toEqual([
    'completed',
    'completed',
    'completed',
    'cancelled',
  ]);
  decide({ activateElements: [{ elementId: 'a' }] });
  run.job('a');
  decide({ isCompletionConditionFulfilled: true });
  expect(run.open).toEqual(['task after']);
  // Its variables are local, so the worker's memory ends with it.
  expect(run.variables).toEqual({});
});

test('[ADHOC-6] the worker ends it with the last active instance, or cancels what is active', async () => {
  const started = () => Driver.started(around(b.adHoc('x', {}, job, b.service('a'), b.service('b'))));
  const decide = (run: Driver, result: object) =>
    run.do({
      type: 'completeJob',
      key: run.ledger.keyOf('job', 'x'),
      variables: {},
      result: { type: 'adHocSubProcess', ...result },
    });
  const both = { activateElements: [{ elementId: 'a' }, { elementId: 'b' }] };
  const waits = await started();
  decide(waits, both).job('a');
  decide(waits, { isCompletionConditionFulfilled: true });
  expect(waits.open).toEqual(['job b']);
  expect(waits.job('b').open).toEqual(['task after']);
  const cancels = await started();
  decide(cancels, both).job('a');
  decide(cancels, { isCompletionConditionFulfilled: true, isCancelRemainingInstances: true });
  expect(cancels.open).toEqual(['task after']);
  const replaces = await started();
  decide(replaces, both).job('a');
  decide(replaces, { isCancelRemainingInstances: true, activateElements: [{ elementId: 'a' }] });
  expect(replaces.open).toEqual(['job a']);
});

test('[ADHOC-6] a result that does not fit is refused, and a failed job is an incident that a retry repeats', async () => {
  const run = await Driver.started(around(b.adHoc('x', {}, job, b.service('a'))));
  const key = run.ledger.keyOf('job', 'x');
  const wrong = [
    { activateElements: [{ elementId: 'after' }] },
    { activateElements: [{ elementId: 'a' }], isCompletionConditionFulfilled: true },
  ];
  for (const result of wrong) {
    expect(() =>
      run.once({ type: 'completeJob', key, variables: {}, result: { type: 'adHocSubProcess', ...result } }),
    ).toThrow(expect.objectContaining({ reason: 'cannot-activate' }));
  }
  expect(run.failJob('x').open).toEqual(['incident x']);
  expect(run.retry('x').open).toEqual(['job x']);
});

test('[ADHOC-7] boundary events, event sub-processes, loops and compensation work as at a sub-process', async () => {
  const handler = b.eventSub(
    'h',
    b.el('startEvent', { id: 'hs', isInterrupting: false }, b.duration('PT1H')),
    b.service('note'),
    b.flow('hs note'),
  );
  const inside = [b.service('a'), handler];
  const xml = b.diagram(
    b.error('E', 'BAD'),
    b.start(),
    b.adHoc('x', ACTIVE, ...inside),
    b.boundary('late', 'x', b.duration('PT2H')),
    b.boundary('bad', 'x', b.errorRef('E')),
    b.users('after fix'),
    b.flow('s x after'),
    b.flow('late fix'),
    b.flow('bad fix'),
  );
  const start = () => Driver.started(xml, { wanted: ['a'] });
  expect((await start()).fire('late').open).toEqual(['task fix']);
  expect((await start()).throwError('a', 'BAD').open).toEqual(['task fix']);
  const noted = (await start()).fire('hs').job('a');
  expect(noted.open).toEqual(['job note', 'timer late']);
  expect(noted.job('note').open).toEqual(['task after']);
});

test('[ADHOC-7] an interrupting event sub-process ends the ad-hoc sub-process, also that of a worker', async () => {
  const handler = b.eventSub(
    'h',
    b.el('startEvent', { id: 'hs' }, b.duration('PT1H')),
    b.service('note'),
    b.flow('hs note'),
  );
  const run = await Driver.started(around(b.adHoc('x', {}, job, b.service('a'), handler)));
  run.fire('hs');
  expect(() => run.once({ type: 'activateElements', key: keyOf(run), elements: [{ elementId: 'a' }] })).toThrow(
    /no open ad-hoc/,
  );
  expect(run.job('note').open).toEqual(['task after']);
});

test('[ADHOC-7] in a loop each instance is an ad-hoc sub-process of its own', async () => {
  const loop = b.multiInstance({ inputCollection: '= [["a"], ["a", "b"]]', inputElement: 'wanted' });
  const run = await Driver.started(around(b.adHoc('x', ACTIVE, loop, b.service('a'), b.service('b'))));
  expect(run.open).toEqual(['job a', 'job a', 'job b']);
  expect(run.job('a').job('a').job('b').open).toEqual(['task after']);
});

test('[ADHOC-8] it has an activity, no start event and no end event', async () => {
  const errors = async (...inside: string[]) =>
    (await compile(around(b.adHoc('x', {}, ...inside)))).report.errors.map(({ code }) => code);
  expect(await errors()).toEqual(['bad-ad-hoc']);
  expect(await errors(b.start('xs'), b.task('a'), b.flow('xs a'))).toEqual(['bad-ad-hoc']);
  expect(await errors(b.task('a'), b.end('xe'), b.flow('a xe'))).toEqual(['bad-ad-hoc']);
  expect(await errors(b.task('a'))).toEqual([]);
});
