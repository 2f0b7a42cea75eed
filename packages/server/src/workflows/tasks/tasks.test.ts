import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagram, end, flow, fork, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';

const parallel = diagram(
  'parallel',
  start(),
  fork('split'),
  user('legal', { candidateGroups: '=["MANAGER"]' }, '80'),
  user('finance', { candidateUsers: '=["client-READER", "client-MANAGER"]' }),
  fork('join'),
  end(),
  flow('s split legal join e'),
  flow('split finance join'),
);

const two = diagram('two', start(), user('first'), user('second'), end(), flow('s first second e'));

const assigned = diagram(
  'assigned',
  start(),
  user('own', { assignee: '=process.fields.assignee' }),
  end(),
  flow('s own e'),
);

const form = (schema: object) =>
  diagram(
    'form',
    start(),
    user('fill').replace(
      '<zeebe:userTask>',
      '<zeebe:formDefinition formId="UserTaskForm_1"></zeebe:formDefinition><zeebe:userTask>',
    ),
    end(),
    flow('s fill e'),
  ).replace(
    '<bpmn:startEvent',
    () =>
      `<bpmn:extensionElements><zeebe:userTaskForm id="UserTaskForm_1">${JSON.stringify(schema).replaceAll('"', '&quot;')}</zeebe:userTaskForm></bpmn:extensionElements><bpmn:startEvent`,
  );

const schema = {
  type: 'object',
  required: ['reason'],
  properties: {
    reason: { type: 'string', minLength: 3 },
    days: { type: 'integer', minimum: 1 },
    code: { type: 'string', pattern: '^(\\p{L}|\\w)*$' },
    rows: { type: 'array', uniqueItems: true },
  },
};

const embedded = form(schema).replaceAll('formId="UserTaskForm_1"', 'formKey="camunda-forms:bpmn:UserTaskForm_1"');

describe('human tasks', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { parallel, two, assigned, form: embedded } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const tasks = async (who: Who, query: { view?: 'mine' | 'claimable' | 'all'; runId?: string; page?: string } = {}) =>
    fixture.useCases.getTasks(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      perPageCount: '1000',
      ...query,
    });
  const resume = (who: Who, runId: string, rest: { taskId?: string; approved?: boolean; payload?: object } = {}) =>
    fixture.useCases.resumeWorkflowRunsApi(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      runId,
      approved: true,
      ...rest,
    });
  const claim = (who: Who, taskId: string) =>
    fixture.useCases.claimTask(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId });
  const release = (who: Who, taskId: string) =>
    fixture.useCases.releaseTask(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId });

  it('[D23] chooses among parallel tasks by taskId, and lists them by priority and age', async () => {
    const run = await fixture.execute('parallel', await fixture.createProcess());
    const open = (await tasks('READER', { runId: run.id })).tasks;
    expect(open.map(({ elementId }) => elementId)).toEqual(['legal', 'finance']);
    const finance = open.find(({ elementId }) => elementId === 'finance');
    expect(await resume('MANAGER', run.id, { taskId: finance?.id ?? '' })).toMatchObject({
      runId: { state: 'PAUSED' },
    });
    await expect(resume('MANAGER', run.id, { taskId: finance?.id ?? '' })).rejects.toMatchObject({
      id: 1209,
      status: 409,
    });
    expect(await resume('MANAGER', run.id)).toMatchObject({ runId: { state: 'COMPLETED' } });
    await expect(resume('MANAGER', run.id)).rejects.toMatchObject({ id: 1209, status: 409 });
  });

  it('[D14] answers 1200 with 404 for runs and tasks that do not exist', async () => {
    const run = await fixture.execute('parallel', await fixture.createProcess());
    const other = await fixture.execute('two', await fixture.createProcess());
    const [foreign] = (await tasks('READER', { runId: other.id })).tasks;
    for (const taskId of ['no-uuid', '01900000-0000-7000-8000-00000000ffff', foreign?.id ?? '']) {
      await expect(resume('MANAGER', run.id, { taskId })).rejects.toMatchObject({ id: 1200, status: 404 });
    }
    await expect(resume('MANAGER', 'no-uuid')).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(claim('MANAGER', 'no-uuid')).rejects.toMatchObject({ id: 1200, status: 404 });
  });

  it('[D23] never completes the next task by a request that meant the one before', async () => {
    const run = await fixture.execute('two', await fixture.createProcess());
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => resume('MANAGER', run.id)));
    const won = answers.filter(({ status }) => status === 'fulfilled').length;
    const open = (await tasks('READER', { runId: run.id })).tasks.length;
    // Requests that came after the first had committed rightly mean the second task.
    expect(won + open).toBe(2);
    expect(won).toBeGreaterThanOrEqual(1);
    expect(await fixture.stateOf(run.id)).toBe(won === 1 ? 'PAUSED' : 'COMPLETED');
  });

  it('lets only candidates, the assignee or operators complete a task', async () => {
    const run = await fixture.execute('parallel', await fixture.createProcess());
    const [legal, finance] = (await tasks('READER', { runId: run.id })).tasks;
    const legalId = legal?.id ?? '';
    const financeId = finance?.id ?? '';
    // ASSIGNEE's row filter does not cover the process; LIMITED may call the workflow but is no candidate.
    await expect(resume('ASSIGNEE', run.id, { taskId: legalId })).rejects.toMatchObject({ id: 1210 });
    await expect(resume('LIMITED', run.id, { taskId: legalId })).rejects.toMatchObject({ id: 1209, status: 403 });
    await expect(resume('READER', run.id, { taskId: legalId })).rejects.toMatchObject({ id: 1209, status: 403 });
    await expect(resume('STRANGER', run.id, { taskId: legalId })).rejects.toMatchObject({ id: 1209, status: 403 });
    await claim('MANAGER', legalId);
    await expect(resume('LIMITED', run.id, { taskId: legalId })).rejects.toMatchObject({ id: 1209, status: 403 });
    await resume('OPERATOR', run.id, { taskId: legalId });
    expect(await resume('ADMIN', run.id, { taskId: financeId })).toMatchObject({ runId: { state: 'COMPLETED' } });
  });

  it('gives an assigned task to its assignee only', async () => {
    const processId = await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE') });
    const run = await fixture.execute('assigned', processId);
    await expect(resume('MANAGER', run.id)).rejects.toMatchObject({ id: 1209, status: 403 });
    expect((await tasks('ASSIGNEE', { view: 'mine' })).tasks).toHaveLength(1);
    expect((await tasks('MANAGER', { view: 'mine' })).tasks).toHaveLength(0);
    expect(await resume('ASSIGNEE', run.id)).toMatchObject({ runId: { state: 'COMPLETED' } });
  });

  it('lets exactly one of many concurrent claims win, and release gives it back', async () => {
    const run = await fixture.execute('two', await fixture.createProcess());
    const [task] = (await tasks('READER', { runId: run.id })).tasks;
    const taskId = task?.id ?? '';
    const who: Who[] = ['MANAGER', 'OWNER', 'OPERATOR', 'ADMIN'];
    const answers = await Promise.allSettled(who.map((name) => claim(name, taskId)));
    const winner = who[answers.findIndex(({ status }) => status === 'fulfilled')] ?? 'STRANGER';
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toHaveLength(3);
    for (const reason of refused) expect(reason).toMatchObject({ id: 1009 });
    expect((await claim(winner, taskId)).task.assignee).toBe(fixture.userId(winner));
    expect((await tasks(winner, { view: 'claimable', runId: run.id })).tasks).toEqual([]);
    expect((await release(winner, taskId)).task.assignee).toBeNull();
    expect((await release(winner, taskId)).task.assignee).toBeNull();
    expect((await tasks('MANAGER', { view: 'claimable', runId: run.id })).tasks).toHaveLength(1);
    await claim('OPERATOR', taskId);
    await expect(release('MANAGER', taskId)).rejects.toMatchObject({ id: 1209 });
    await release('ADMIN', taskId);
    const rows = await fixture.db`select action from audit_log where subject_id = ${taskId} order by id`;
    expect(rows.map((row) => row.action)).toEqual(['task.claim', 'task.release', 'task.claim', 'task.release']);
  });

  it('refuses to claim what is not for the caller or no longer open', async () => {
    const run = await fixture.execute('parallel', await fixture.createProcess());
    const [legal, finance] = (await tasks('READER', { runId: run.id })).tasks;
    await expect(claim('LIMITED', legal?.id ?? '')).rejects.toMatchObject({ id: 1209 });
    await expect(claim('ASSIGNEE', legal?.id ?? '')).rejects.toMatchObject({ id: 1210 });
    await expect(claim('READER', finance?.id ?? '')).rejects.toMatchObject({ id: 1209 });
    await claim('MANAGER', finance?.id ?? '');
    await resume('MANAGER', run.id, { taskId: legal?.id ?? '' });
    await expect(claim('MANAGER', legal?.id ?? '')).rejects.toMatchObject({ id: 1009 });
    await expect(release('MANAGER', legal?.id ?? '')).rejects.toMatchObject({ id: 1009 });
  });

  it('validates the payload against the form of the task', async () => {
    const run = await fixture.execute('form', await fixture.createProcess());
    const [task] = (await tasks('READER', { runId: run.id })).tasks;
    expect(task?.form).toEqual(schema);
    await expect(resume('MANAGER', run.id, { payload: { days: 0, reason: 'no' } })).rejects.toMatchObject({
      id: 1232,
      errors: [{ pointer: '/payload/reason' }, { pointer: '/payload/days' }],
    });
    await expect(resume('MANAGER', run.id)).rejects.toMatchObject({ errors: [{ pointer: '/payload/reason' }] });
    const begun = performance.now();
    await expect(
      resume('MANAGER', run.id, { payload: { reason: 'because', code: `${'a'.repeat(4_000)}!` } }),
    ).rejects.toMatchObject({
      errors: [{ pointer: '/payload/code', detail: 'must match the pattern ^(\\p{L}|\\w)*$' }],
    });
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x' }));
    await expect(
      resume('MANAGER', run.id, { payload: { reason: 'because', rows: [...rows.slice(1), rows[7]] } }),
    ).rejects.toMatchObject({ errors: [{ pointer: '/payload/rows', detail: 'must not hold the same item twice' }] });
    await expect(
      resume('MANAGER', run.id, { payload: { reason: 'because', rows: [...rows, {}] } }),
    ).rejects.toMatchObject({ errors: [{ pointer: '/payload/rows', detail: expect.stringContaining('10000 items') }] });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await resume('MANAGER', run.id, { payload: { reason: 'because' } })).toMatchObject({
      runId: { state: 'COMPLETED' },
    });
  });

  it('[D12] hides tasks on processes outside the row filter, and pages with true totals', async () => {
    const processId = await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE') });
    const run = await fixture.execute('two', processId);
    expect((await tasks('ASSIGNEE')).tasks.map((task) => task.runId)).toEqual([run.id]);
    const all = await tasks('READER');
    expect(all.meta.totalCount).toBe(String(all.tasks.length));
    expect((await tasks('READER', { page: '1000' })).tasks).toEqual([]);
    expect((await tasks('READER', { page: '1000' })).meta.totalCount).toBe(all.meta.totalCount);
    await expect(tasks('READER', { page: '0' })).rejects.toMatchObject({ id: 1200, status: 400 });
    await expect(tasks('STRANGER')).rejects.toMatchObject({ id: 1205 });
  });
});
