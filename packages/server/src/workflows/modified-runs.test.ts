import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagram, end, file, flow, service, start, update, user } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const inner =
  '<bpmn:subProcess id="x"><bpmn:startEvent id="xs"/><bpmn:userTask id="u"/><bpmn:userTask id="v"/>' +
  '<bpmn:sequenceFlow id="f1" sourceRef="xs" targetRef="u"/><bpmn:sequenceFlow id="f2" sourceRef="u" targetRef="v"/></bpmn:subProcess>' +
  '<bpmn:boundaryEvent id="late" attachedToRef="x"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>';
const approval = diagram(
  'approval',
  start(),
  service('pack', 'pack'),
  inner,
  update('note', '={notes: "done"}'),
  end(),
  flow('s pack x note e'),
  flow('late note'),
);
const extended = (element: string, extensions: string) =>
  element.replace('<zeebe:userTask></zeebe:userTask>', `<zeebe:userTask/>${extensions}`);
const listened = diagram(
  'listened',
  start(),
  extended(
    user('t', { candidateGroups: 'MANAGER' }),
    '<zeebe:taskListeners><zeebe:taskListener eventType="creating" type="pack"/><zeebe:taskListener eventType="completing" type="pack"/></zeebe:taskListeners>' +
      '<zeebe:executionListeners><zeebe:executionListener eventType="start" type="pack"/></zeebe:executionListeners>',
  ),
  end(),
  flow('s t e'),
);
const agent = file(
  '<bpmn:process id="agent" isExecutable="true"><bpmn:startEvent id="s"/>' +
    '<bpmn:adHocSubProcess id="x"><bpmn:userTask id="ask"/><bpmn:userTask id="look"/></bpmn:adHocSubProcess>' +
    '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="x"/></bpmn:process>',
);

describe('modified runs, listeners and ad-hoc sub-processes', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { approval, listened, agent } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const as = (who: Who = 'OPERATOR') => fixture.caller(who);
  const of = (runId: string) => ({ subProjectId: fixture.subProjectId, runId });
  const detailOf = async (runId: string) => (await fixture.useCases.getWorkflowRun(as('OWNER'), of(runId))).detail;
  const openIn = async (runId: string) => {
    const { tasks, jobs, timers } = await detailOf(runId);
    return [...tasks, ...jobs, ...timers].map(({ elementId }) => elementId).sort();
  };
  const started = async (key: string) => {
    const processId = await fixture.createProcess({});
    return { processId, ...(await fixture.execute(key, processId)) };
  };
  const nextJob = async () => {
    const request = { subProjectId: fixture.subProjectId, type: 'pack', worker: 'test' };
    const [job] = (await fixture.useCases.activateJobs(as('WORKER'), request)).jobs;
    if (job === undefined) throw new Error('no job');
    return { job, report: { subProjectId: fixture.subProjectId, jobKey: job.key, token: job.token } };
  };
  const complete = async (more: object = {}) => {
    const { job, report } = await nextJob();
    await fixture.useCases.completeJob(as('WORKER'), { ...report, ...more });
    return job;
  };

  it('a dry run says what a modification would change, and changes nothing', async () => {
    const run = await started('approval');
    const move = [{ elementId: 'pack', toElementId: 'v' }];
    const before = await detailOf(run.id);
    const preview = await fixture.useCases.modifyRun(as(), { ...of(run.id), move, dryRun: true });
    expect(preview).toMatchObject({ runId: { id: run.id, state: 'PAUSED' }, dryRun: true });
    const { begun, ended, opened, closed } = preview.changes;
    expect(ended).toMatchObject([{ elementId: 'pack' }]);
    expect(begun.map(({ elementId }) => elementId)).toEqual(['x', 'v']);
    expect(opened).toEqual([
      { kind: 'timer', elementId: 'late' },
      { kind: 'task', elementId: 'v' },
    ]);
    expect(closed).toEqual([{ kind: 'job', elementId: 'pack' }]);
    expect(await detailOf(run.id)).toEqual(before);
    const done = await fixture.useCases.modifyRun(as(), { ...of(run.id), move });
    expect(done).toEqual({ ...preview, dryRun: false });
    expect(await openIn(run.id)).toEqual(['late', 'v']);
  });

  it('a dry run of what updates the process leaves the process alone', async () => {
    const run = await started('approval');
    const move = [{ elementId: 'pack', toElementId: 'note' }];
    const preview = await fixture.useCases.modifyRun(as(), { ...of(run.id), move, dryRun: true });
    expect(preview.runId.state).toBe('COMPLETED');
    expect((await fixture.process(run.processId)).fields.notes).not.toBe('done');
    await fixture.useCases.modifyRun(as(), { ...of(run.id), move });
    expect((await fixture.process(run.processId)).fields.notes).toBe('done');
  });

  it('[D13] [D14] only operators modify, and instructions that do not fit change nothing', async () => {
    const run = await started('approval');
    const terminate = [{ elementId: 'pack' }];
    for (const who of ['MANAGER', 'READER', 'STRANGER'] as const) {
      await expect(fixture.useCases.modifyRun(as(who), { ...of(run.id), terminate })).rejects.toMatchObject({
        id: 1209,
      });
    }
    const refused = (body: object, id: number) =>
      expect(fixture.useCases.modifyRun(as(), { ...of(run.id), ...body })).rejects.toMatchObject({ id });
    await refused({}, 1009);
    await refused({ terminate: [{}] }, 1200);
    await refused({ terminate: [{ key: 1, elementId: 'pack' }] }, 1200);
    await refused({ terminate: [{ elementId: 'nowhere' }] }, 1009);
    await refused({ activate: [{ elementId: 'v' }], terminate: [{ key: 999 }] }, 1009);
    expect(await openIn(run.id)).toEqual(['pack']);
    const ended = await fixture.useCases.modifyRun(as(), { ...of(run.id), terminate });
    expect(ended.runId.state).toBe('CANCELLED');
  });

  it('listeners are jobs that correct the task and may deny its completion', async () => {
    const run = await started('listened');
    expect(await complete({ variables: { prepared: true } })).toMatchObject({ elementId: 't', variables: {} });
    const created = await complete({
      result: {
        type: 'userTask',
        corrections: { assignee: fixture.userId('MANAGER'), priority: 70, dueDate: '2026-06-01T10:00:00Z' },
      },
    });
    expect(created.customHeaders).toMatchObject({
      'io.camunda.zeebe:action': 'create',
      'io.camunda.zeebe:candidateGroups': '["MANAGER"]',
    });
    const [task] = (await detailOf(run.id)).tasks;
    expect(task).toMatchObject({
      assignee: fixture.userId('MANAGER'),
      priority: 70,
      dueTs: '2026-06-01T10:00:00.000Z',
      state: 'OPEN',
    });
    const resume = () =>
      fixture.useCases.resumeWorkflowRunsApi(as('MANAGER'), { ...of(run.id), approved: true, payload: {} });
    expect((await resume()).runId.state).toBe('RACING');
    await expect(resume()).rejects.toMatchObject({ id: 1209, status: 409 });
    const { report } = await nextJob();
    const wrong = { ...report, result: { type: 'userTask' as const, activateElements: [{ elementId: 'x' }] } };
    await expect(fixture.useCases.completeJob(as('WORKER'), wrong)).rejects.toMatchObject({ id: 1200 });
    await fixture.useCases.completeJob(as('WORKER'), {
      ...report,
      result: { type: 'userTask', denied: true, deniedReason: 'no receipt' },
    });
    expect((await detailOf(run.id)).tasks).toMatchObject([{ state: 'OPEN', priority: 70 }]);
    await resume();
    await complete({ result: { type: 'userTask', corrections: { priority: 10, candidateGroups: [] } } });
    const { tasks } = await fixture.useCases.getTasks(as('OWNER'), { ...of(run.id), view: 'all', state: 'COMPLETED' });
    expect(tasks).toMatchObject([{ state: 'COMPLETED', priority: 10, candidateGroups: [], approved: true }]);
    const [row] = await fixture.db<{ by: string }>`select completed_by as by from tasks where run_id = ${run.id}`;
    expect(row?.by).toBe(fixture.userId('MANAGER'));
    expect((await fixture.useCases.getWorkflowRun(as('OWNER'), of(run.id))).run.state).toBe('COMPLETED');
  });

  it('an ad-hoc sub-process waits for elements to be activated, which only operators may', async () => {
    const run = await started('agent');
    expect(run.state).toBe('PAUSED');
    const key = (await detailOf(run.id)).active.find(({ elementId }) => elementId === 'x')?.key ?? 0;
    const elements = [{ elementId: 'ask', variables: { question: 'When?' } }];
    await expect(
      fixture.useCases.activateElements(as('MANAGER'), { ...of(run.id), key, elements }),
    ).rejects.toMatchObject({ id: 1209 });
    await expect(
      fixture.useCases.activateElements(as(), { ...of(run.id), key, elements: [{ elementId: 's' }] }),
    ).rejects.toMatchObject({ id: 1009 });
    await fixture.useCases.activateElements(as(), { ...of(run.id), key, elements });
    expect(await openIn(run.id)).toEqual(['ask']);
    await fixture.useCases.activateElements(as(), {
      ...of(run.id),
      key,
      elements: [{ elementId: 'look' }],
      cancelRemaining: true,
    });
    expect(await openIn(run.id)).toEqual(['look']);
  });
});
