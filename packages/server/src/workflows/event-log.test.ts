import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSequencer, type EventSequencer } from '../events/sequencer/sequencer.js';
import { quietLog } from '../testing/quiet-log.js';
import { diagram, end, file, flow, script, service, start, update, user } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const approval = diagram('approval', start(), user('decide'), user('sign'), end(), flow('s decide sign e'));
const straight = diagram('straight', start(), script('sum', '=1 + 1', 'sum'), end(), flow('s sum e'));
const failing = diagram('failing', start(), update('spend', '={amount: -1}'), end(), flow('s spend e'));
const publishing = diagram(
  'publishing',
  start(),
  service('tell', 'event', { inputs: { name: '="invoice.paid"', data: '={amount: 12, text: "a"}' } }),
  end(),
  flow('s tell e'),
);
const nameless = diagram(
  'nameless',
  start(),
  service('tell', 'event', { inputs: { name: '="not a name"' } }),
  end(),
  flow('s tell e'),
);
const agent = file(
  '<bpmn:process id="agent" isExecutable="true"><bpmn:startEvent id="s"/>' +
    '<bpmn:adHocSubProcess id="x"><bpmn:userTask id="ask"/></bpmn:adHocSubProcess>' +
    '<bpmn:sequenceFlow id="f" sourceRef="s" targetRef="x"/></bpmn:process>',
);

let fixture: WorkflowFixture;
let sequencer: EventSequencer;
beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { approval, straight, failing, publishing, nameless, agent } });
  sequencer = createSequencer({ db: fixture.db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
});
afterAll(() => fixture.drop());

interface LoggedEvent {
  readonly position: number;
  readonly type: string;
  readonly processId: string | null;
  readonly sequence: number | null;
  readonly subjectId: string;
  readonly data: Record<string, unknown>;
  readonly byName: string;
}

async function logged(processId?: string): Promise<readonly LoggedEvent[]> {
  await sequencer.keep();
  return fixture.db<LoggedEvent>`
    select position, type, process_id as "processId", sequence, subject_id as "subjectId", data, by_name as "byName"
    from event_log where sub_project_id = ${fixture.subProjectId}
      and (${processId ?? null}::uuid is null or process_id = ${processId ?? null}) order by position`;
}
const typesOf = async (processId: string) => (await logged(processId)).map(({ type }) => type);

test('[D77] the events of an approval, in the order in which it happened', async () => {
  const processId = await fixture.createProcess({ amount: 1 });
  const run = await fixture.execute('approval', processId);
  const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), { subProjectId: fixture.subProjectId });
  const [task] = tasks.filter(({ runId }) => runId === run.id);
  await fixture.useCases.claimTask(fixture.caller('MANAGER'), {
    subProjectId: fixture.subProjectId,
    taskId: task?.id ?? '',
  });
  const resume = () =>
    fixture.useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), {
      subProjectId: fixture.subProjectId,
      runId: run.id,
      approved: true,
    });
  await resume();
  await resume();
  expect(await typesOf(processId)).toEqual([
    'process.created',
    'run.started',
    'task.opened',
    'run.paused',
    'task.claimed',
    'task.completed',
    'run.resumed',
    'task.opened',
    'run.paused',
    'task.completed',
    'run.resumed',
    'run.completed',
  ]);
  const events = await logged(processId);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events[2]).toMatchObject({
    subjectId: task?.id,
    data: { runId: run.id, taskId: task?.id, elementId: 'decide', name: 'Task decide', assignee: null },
  });
  expect(events[5]).toMatchObject({
    byName: 'MANAGER',
    data: { taskId: task?.id, elementId: 'decide', approved: true },
  });
});

test('[D77] a run that ends where it begins, one that fails, and one that is repaired or cancelled', async () => {
  const processId = await fixture.createProcess();
  await fixture.execute('straight', processId);
  expect(await typesOf(processId)).toEqual(['process.created', 'run.started', 'run.completed']);
  const other = await fixture.createProcess();
  const run = await fixture.execute('failing', other);
  await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), {
    subProjectId: fixture.subProjectId,
    runId: run.id,
    reason: 'x',
  });
  expect(await typesOf(other)).toEqual([
    'process.created',
    'run.started',
    'incident.opened',
    'run.failed',
    'incident.resolved',
    'run.cancelled',
  ]);
});

test('[D77] what an operator changes in a run is told of, and a dry run is not', async () => {
  const { subProjectId } = fixture;
  const operator = fixture.caller('OPERATOR');
  const processId = await fixture.createProcess();
  const { id: runId } = await fixture.execute('approval', processId);
  const move = [{ elementId: 'decide', toElementId: 'sign' }];
  const before = await typesOf(processId);
  await fixture.useCases.modifyRun(operator, { subProjectId, runId, move, dryRun: true });
  expect(await typesOf(processId)).toEqual(before);
  await fixture.useCases.modifyRun(operator, { subProjectId, runId, move });
  expect((await typesOf(processId)).slice(before.length)).toEqual(['task.cancelled', 'run.modified', 'task.opened']);
  const other = await fixture.createProcess();
  const { id: agentId } = await fixture.execute('agent', other);
  const { detail } = await fixture.useCases.getWorkflowRun(operator, { subProjectId, runId: agentId });
  const key = detail.active.find(({ elementId }) => elementId === 'x')?.key ?? 0;
  await fixture.useCases.activateElements(operator, {
    subProjectId,
    runId: agentId,
    key,
    elements: [{ elementId: 'ask' }],
  });
  expect((await typesOf(other)).slice(-2)).toEqual(['run.modified', 'task.opened']);
});

test('[D77] a job of the type event is published in the transaction of its run', async () => {
  const processId = await fixture.createProcess();
  const run = await fixture.execute('publishing', processId);
  expect(run.state).toBe('COMPLETED');
  const [, , published] = await logged(processId);
  expect(published).toMatchObject({
    type: 'custom.invoice.paid',
    data: { runId: run.id, elementId: 'tell', data: { amount: 12, text: 'a' } },
  });
  expect(await fixture.db`select from jobs where run_id = ${run.id}`).toHaveLength(0);
});

test('[D77] an event job with a name that is none is an incident', async () => {
  const run = await fixture.execute('nameless', await fixture.createProcess());
  expect(run.state).toBe('FAILED');
  const [incident] = await fixture.db<{ message: string }>`select message from incidents where run_id = ${run.id}`;
  expect(incident?.message).toContain('"name" of this event job must be letters');
});

test('[D77] what is rolled back is not told of', async () => {
  const before = (await logged()).length;
  const processId = await fixture.createProcess();
  await fixture.useCases
    .updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      updates: { amount: -1 },
    })
    .catch(() => undefined);
  expect((await logged()).length - before).toBe(1);
});

test('[D77] positions have no gaps, nor have the numbers of a process, whoever writes and numbers at once', async () => {
  const { subProjectId } = fixture;
  const processIds = await Promise.all(Array.from({ length: 4 }, () => fixture.createProcess({ amount: 0 })));
  const others = Array.from({ length: 3 }, () =>
    createSequencer({ db: fixture.db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog }),
  );
  let writing = true;
  const numbering = others.map(async (one) => {
    while (writing) await one.keep();
  });
  const setAmount = (processId: string, amount: number) =>
    fixture.useCases.updateProcessField(fixture.caller('OWNER'), { subProjectId, processId, updates: { amount } });
  await Promise.all(
    processIds.flatMap((processId) =>
      [1, 2].map(async (writer) => {
        for (let count = 1; count <= 15; count += 1) await setAmount(processId, writer * 1000 + count);
      }),
    ),
  );
  writing = false;
  await Promise.all(numbering);
  const all = await logged();
  expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index + 1));
  for (const processId of processIds) {
    const events = all.filter((event) => event.processId === processId);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    // Each change begins with what the one before ended with: the log has them in the order of their commits.
    const amounts = events.slice(1).map(({ data }) => data as { before: Amount; after: Amount });
    expect(amounts.map(({ before }) => before.fields.amount)).toEqual([
      0,
      ...amounts.slice(0, -1).map(({ after }) => after.fields.amount),
    ]);
  }
  const [counts] = await fixture.db<{ audited: number; left: number }>`
    select (select count(*) from audit_log where sub_project_id = ${subProjectId} and action = 'process.update') as audited,
      (select count(*) from event_inbox where sub_project_id = ${subProjectId}) as left`;
  expect(counts).toEqual({ audited: all.filter(({ type }) => type === 'process.updated').length, left: 0 });
});

interface Amount {
  readonly fields: { readonly amount: number };
}
