import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagram, end, flow, service, start, update, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';

const approve = diagram(
  'approve',
  start(),
  user('decide', { candidateGroups: '=["MANAGER", "PARTIAL"]' }),
  update('close', '={ state: "APPROVED", amount: process.fields.amount + 1, notes: comment }'),
  user('confirm', { candidateGroups: '=["OWNER"]' }),
  service('send', 'pack'),
  end(),
  flow('s decide close confirm send e'),
);

describe('previewDecision', () => {
  let fixture: WorkflowFixture;
  let processId: string;
  let runId: string;
  let taskId: string;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { approve } });
    processId = await fixture.createProcess({ amount: 5 });
    runId = (await fixture.execute('approve', processId)).id;
    taskId = await openTask();
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const here = () => ({ subProjectId: fixture.subProjectId });
  const openTask = async () => {
    const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), { ...here(), runId });
    return tasks[0]?.id ?? '';
  };
  const preview = (who: Who, rest: { approved?: boolean; payload?: object; taskId?: string } = {}) =>
    fixture.useCases.previewDecision(fixture.caller(who), {
      ...here(),
      taskId,
      approved: true,
      payload: { comment: 'fine' },
      ...rest,
    });
  /** Everything that a decision could change. */
  const everything = async () => ({
    process: await fixture.process(processId),
    rows: await fixture.db`
      select (select json_agg(t order by t.id) from tasks t)::text as tasks, (select json_agg(r) from runs r)::text as runs,
        (select count(*) from jobs) as jobs, (select count(*) from run_timeline) as timeline,
        (select count(*) from audit_log) as audit, (select count(*) from event_inbox) as events`,
  });

  it('tells what would happen and changes nothing', async () => {
    const before = await everything();
    expect(await preview('MANAGER')).toEqual({
      runId: { id: runId, state: 'PAUSED' },
      effects: [
        { kind: 'process', text: 'The state becomes APPROVED.', member: 'state', to: 'APPROVED' },
        { kind: 'process', text: 'The field "amount" becomes 6.', member: 'fields.amount', to: 6 },
        { kind: 'process', text: 'The field "notes" becomes "fine".', member: 'fields.notes', to: 'fine' },
        {
          kind: 'task',
          text: 'The task "Task confirm" opens for OWNER.',
          elementId: 'confirm',
          name: 'Task confirm',
          candidates: ['OWNER'],
        },
      ],
      hidden: 0,
    });
    expect((await preview('MANAGER', { approved: false })).effects).toEqual([
      { kind: 'end', text: 'The run ends: REJECTED.' },
    ]);
    expect(await everything()).toEqual(before);
  });

  it('only counts what the caller does not see', async () => {
    const { effects, hidden } = await preview('PARTIAL');
    expect(effects.map(({ member }) => member)).toEqual(['state', 'fields.notes', undefined]);
    expect(hidden).toBe(1);
  });

  it('makes the checks of the decision', async () => {
    await expect(preview('READER')).rejects.toMatchObject({ id: 1209 });
    await expect(preview('ASSIGNEE')).rejects.toMatchObject({ id: 1210 });
    await expect(preview('LIMITED')).rejects.toMatchObject({ id: 1209 });
    await expect(preview('MANAGER', { taskId: 'no-uuid' })).rejects.toMatchObject({ id: 1200, status: 404 });
  });

  it('does what it told, and tells of the work of others', async () => {
    const told = (await preview('MANAGER')).effects.filter(({ kind }) => kind === 'process');
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), {
      ...here(),
      runId,
      approved: true,
      payload: { comment: 'fine' },
    });
    expect(await fixture.process(processId)).toMatchObject({ state: 'APPROVED', fields: { amount: 6, notes: 'fine' } });
    expect(told).toHaveLength(3);
    await expect(preview('MANAGER')).rejects.toMatchObject({ id: 1209, status: 409 });
    const next = await preview('OWNER', { taskId: await openTask() });
    expect(next.effects).toEqual([
      {
        kind: 'job',
        text: expect.stringContaining('A worker gets a job of the type "pack" at "'),
        elementId: 'send',
        jobType: 'pack',
      },
    ]);
  });
});
