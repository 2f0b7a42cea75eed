import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const headers = (entries: Record<string, string>): string =>
  b.el('zeebe:taskHeaders', {}, ...Object.entries(entries).map(([key, value]) => b.el('zeebe:header', { key, value })));

test('[TASK-1] a service task opens a job with type, retries, headers and everything visible', async () => {
  const xml = b.diagram(b.start(), b.service('j', 'send-mail', headers({ to: 'me' })), b.flow('s j'));
  const run = await Driver.started(xml, { a: 1 });
  expect(run.of('createJob')).toMatchObject([
    { elementId: 'j', jobType: 'send-mail', retries: 3, headers: { to: 'me' }, input: { a: 1 } },
  ]);
});

test('[TASK-1] with input mappings the job sees only these; type and retries may be FEEL', async () => {
  const xml = b.diagram(
    b.start(),
    b.el('serviceTask', { id: 'j' }, b.ext(b.taskDefinition('= "do-" + kind', '= n'), b.io({ x: '= a + 1' }))),
    b.flow('s j'),
  );
  const run = await Driver.started(xml, { a: 1, kind: 'it', n: 5 });
  expect(run.of('createJob')).toMatchObject([{ jobType: 'do-it', retries: 5, input: { x: 2 } }]);
});

test('[TASK-1] send, business rule and script tasks with a task definition open jobs too', async () => {
  for (const name of ['sendTask', 'businessRuleTask', 'scriptTask']) {
    const xml = b.diagram(b.start(), b.el(name, { id: 'j' }, b.ext(b.taskDefinition('x'))), b.flow('s j'));
    const run = await Driver.started(xml);
    expect(run.open, name).toEqual(['job j']);
    expect(run.job('j').status).toBe('COMPLETED');
  }
});

test('[TASK-2] a failed job stays open while retries are left; then an incident, and a retry opens a new job', async () => {
  const xml = b.diagram(b.start(), b.service('j'), b.boundary('late', 'j', b.duration('PT1H')), b.flow('s j'));
  const run = await Driver.started(xml);
  run.failJob('j', 2);
  expect(run.open).toEqual(['job j', 'timer late']);
  run.failJob('j', 0);
  expect(run.open).toEqual(['incident j', 'timer late']);
  expect(run.of('raiseIncident')).toMatchObject([
    { kind: 'job', message: 'failed', jobKey: run.of('createJob')[0]?.key },
  ]);
  run.retry('j', { retries: 7 });
  expect(run.open).toEqual(['job j', 'timer late']);
  const [first, second] = run.of('createJob');
  expect(second).toMatchObject({ retries: 7, instanceKey: first?.instanceKey });
  expect(second?.key).not.toBe(first?.key);
  expect(run.job('j').status).toBe('COMPLETED');
});

test('[TASK-3] a script task stores its FEEL result', async () => {
  const xml = b.diagram(b.start(), b.script('x', '= { total: a * 2, list: [1, 2] }', 'r'), b.flow('s x'));
  expect((await Driver.started(xml, { a: 4 })).variables).toEqual({ a: 4, r: { total: 8, list: [1, 2] } });
});

test('[TASK-4] abstract and manual tasks pass straight through', async () => {
  const xml = b.diagram(b.start(), b.task('a'), b.el('manualTask', { id: 'm' }), b.end(), b.flow('s a m e'));
  expect((await Driver.started(xml)).status).toBe('COMPLETED');
});

test('[TASK-5] a receive task waits for its message', async () => {
  const xml = b.diagram(
    b.start(),
    b.el('receiveTask', { id: 'r', messageRef: 'M' }),
    b.message('M', 'paid', '= order'),
    b.end(),
    b.flow('s r e'),
  );
  const run = await Driver.started(xml, { order: 17 });
  expect(run.of('subscribe')).toMatchObject([{ kind: 'message', name: 'paid', correlationKey: '17' }]);
  run.correlate('r', { amount: 3 });
  expect(run.status).toBe('COMPLETED');
  expect(run.variables).toMatchObject({ amount: 3 });
});

test('[TASK-6] a send task without a task definition publishes its message', async () => {
  const xml = b.diagram(
    b.start(),
    b.el('sendTask', { id: 'x', messageRef: 'M' }, b.ext(b.io({ body: '= a' }))),
    b.message('M', 'paid', '= order'),
    b.flow('s x'),
  );
  const run = await Driver.started(xml, { order: 'o-1', a: 5, secret: 1 });
  expect(run.of('publishMessage')).toEqual([
    { type: 'publishMessage', elementId: 'x', name: 'paid', correlationKey: 'o-1', variables: { body: 5 } },
  ]);
  expect(run.status).toBe('COMPLETED');
});

test('[TASK-7] a user task carries who, when and how, evaluated when it opens', async () => {
  const task = b.el(
    'userTask',
    { id: 'u', name: 'Check it' },
    b.ext(
      b.el('zeebe:userTask'),
      b.el('zeebe:assignmentDefinition', {
        assignee: '= boss',
        candidateGroups: 'MANAGER, OWNER',
        candidateUsers: '= ["u1", "u2"]',
      }),
      b.el('zeebe:taskSchedule', { dueDate: '= due', followUpDate: '2026-04-01T09:00:00+02:00' }),
      b.el('zeebe:priorityDefinition', { priority: '= 7' }),
      b.el('zeebe:formDefinition', { formKey: 'camunda-forms:bpmn:F' }),
      headers({ hint: 'look' }),
      b.io({ amount: '= a' }),
    ),
  );
  const form = b.ext(b.el('zeebe:userTaskForm', { id: 'F' }, b.attr('{"type":"object"}')));
  const xml = b.diagram(form, b.start(), task, b.flow('s u'));
  const run = await Driver.started(xml, { boss: 'ann', due: '2026-03-05', a: 9 });
  expect(run.of('openTask')).toMatchObject([
    {
      elementId: 'u',
      name: 'Check it',
      assignee: 'ann',
      candidateGroups: ['MANAGER', 'OWNER'],
      candidateUsers: ['u1', 'u2'],
      dueDate: '2026-03-05T00:00:00.000Z',
      followUpDate: '2026-04-01T07:00:00.000Z',
      priority: 7,
      form: { type: 'object' },
      headers: { hint: 'look' },
      decision: true,
      input: { amount: 9 },
    },
  ]);
});

const assigned = (attributes: Record<string, string>) =>
  b.diagram(b.start(), b.user('u', b.ext(b.el('zeebe:assignmentDefinition', attributes))), b.flow('s u'));

test.each([
  ['assignee (missing)', { assignee: '= missing' }],
  ['candidateGroups (missing)', { candidateGroups: '= missing' }],
  ['candidateGroups ([])', { candidateGroups: '= []' }],
  ['assignee (""), candidateUsers (missing)', { assignee: '= ""', candidateUsers: '= missing' }],
])(
  '[TASK-12] a task whose diagram says who may act, and names nobody, is an incident: %s',
  async (names, attributes) => {
    const run = await Driver.started(assigned(attributes));
    expect(run.open).toEqual(['incident u']);
    expect(run.of('raiseIncident')).toMatchObject([
      { kind: 'expression', message: `nobody may work on this task: ${names} names nobody` },
    ]);
  },
);

test('[TASK-13] the literal assignment of other engines is honoured, unless Zeebe’s says otherwise', async () => {
  const vendor = {
    'camunda:assignee': 'demo',
    'flowable:candidateGroups': 'MANAGER, OWNER',
    'xmlns:camunda': 'c',
    'xmlns:flowable': 'f',
  };
  const task = b.el('userTask', { id: 'u', ...vendor }, b.ext(b.el('zeebe:assignmentDefinition', { assignee: 'ann' })));
  const xml = b.diagram(b.start(), task, b.flow('s u'));
  const run = await Driver.started(xml);
  expect(run.of('openTask')).toMatchObject([{ assignee: 'ann', candidateGroups: ['MANAGER', 'OWNER'] }]);
  const { report } = await compile(xml);
  expect(report.ignored.map(({ message }) => message)).toEqual(['the attribute camunda:assignee has no effect here']);
});

test('[TASK-13] expressions of other engines, performers and potential owners are refused', async () => {
  const owner =
    '<bpmn:potentialOwner id="o"><bpmn:resourceAssignmentExpression><bpmn:formalExpression>group(a)</bpmn:formalExpression></bpmn:resourceAssignmentExpression></bpmn:potentialOwner>';
  const vendor = { 'camunda:assignee': '#{boss}', 'xmlns:camunda': 'c' };
  const xml = b.diagram(b.start(), b.el('userTask', { id: 'u', ...vendor }), b.user('v', owner), b.flow('s u v'));
  const { report } = await compile(xml);
  expect(report.errors.map(({ elementId, code }) => [elementId, code])).toEqual([
    ['u', 'not-feel'],
    ['v', 'not-executed'],
  ]);
  expect(report.errors[0]?.message).toContain('write it as "= boss"');
});

test('[TASK-7] an unusable due date is an incident before the task opens', async () => {
  const task = b.user('u', b.ext(b.el('zeebe:taskSchedule', { dueDate: '= due' })));
  const run = await Driver.started(b.diagram(b.start(), task, b.flow('s u')), { due: 'soon' });
  expect(run.open).toEqual(['incident u']);
  run.retry('u', { variables: { due: '2026-03-05T10:00:00Z' } });
  expect(run.open).toEqual(['task u']);
  expect(run.of('openTask')).toMatchObject([{ priority: 50, dueDate: '2026-03-05T10:00:00.000Z' }]);
});

test('[TASK-8] [D23] without a key the oldest task is completed, and each only once', async () => {
  const xml = b.diagram(b.start(), b.parallel('f'), b.users('a c'), b.flow('s f a'), b.flow('f c'));
  const run = await Driver.started(xml);
  const key = run.ledger.keyOf('task', 'a');
  run.complete();
  expect(run.open).toEqual(['task c']);
  expect(() => run.once({ type: 'completeTask', key, variables: {}, approved: true })).toThrow(/no open task/);
});

test('[TASK-9] [D23] the decision is stored around the task whatever its mappings say', async () => {
  const xml = b.diagram(b.start(), b.user('u', b.ext(b.io({ approved: '= 1' }, { note: '= comment' }))), b.flow('s u'));
  const run = await Driver.started(xml);
  run.complete('u', true, { comment: 'fine', approved: false });
  expect(run.variables).toEqual({ approved: true, note: 'fine' });
  expect(run.of('closeTask')).toMatchObject([{ outcome: 'completed', approved: true }]);
});

test('[TASK-10] data entry rejects nothing and leaves approved alone', async () => {
  const entry = b.el('userTask', { id: 'u', 'millrace:decision': 'none' });
  const run = await Driver.started(b.diagram(b.start(), entry, b.end(), b.flow('s u e')), { approved: true });
  expect(run.of('openTask')).toMatchObject([{ decision: false }]);
  run.reject('u', { phone: '1' });
  expect(run.status).toBe('COMPLETED');
  expect(run.variables).toEqual({ approved: true, phone: '1' });
});

test('[TASK-15] a job names the secrets that its input mappings write out, and none that a variable brings', async () => {
  const mappings = {
    'authentication.token': 'secrets.TOKEN',
    headers: '={a: "{{secrets.KEY}}", b: "{{ secrets.KEY }}", c: note}',
    body: '=note',
  };
  const xml = b.diagram(
    b.start(),
    b.el('serviceTask', { id: 'j' }, b.ext(b.taskDefinition('http'), b.io(mappings))),
    b.flow('s j'),
  );
  const run = await Driver.started(xml, { note: '{{secrets.OTHER}}' });
  expect(run.of('createJob')).toMatchObject([
    { secrets: { 'authentication.token': { TOKEN: 1 }, headers: { KEY: 2 } }, input: { body: '{{secrets.OTHER}}' } },
  ]);
  const plain = await Driver.started(b.diagram(b.start(), b.service('j'), b.flow('s j')), {
    note: '{{secrets.OTHER}}',
  });
  expect(plain.of('createJob')[0]).not.toHaveProperty('secrets');
});
