import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSequencer } from '../events/sequencer/sequencer.js';
import { transaction } from '../postgres/database.js';
import type { SlaDocument } from '../sub-projects/document/model/document.js';
import { quietLog } from '../testing/quiet-log.js';
import { decidersOf } from '../workflows/records/tasks/deciders-of.js';
import { catching, diagram, end, flow, message, on, start, user } from '../workflows/testing/diagram.js';
import { withVotes } from '../workflows/testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../workflows/testing/workflow-fixture.js';
import { createClockKeeper } from './projection/project-clocks.js';
import { registerClocks } from './records/positions.js';
import { deployClocks } from './testing/deploy-clocks.js';

const approvers = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="f" name="f" namespace="urn:test">
  <decision id="approvers" name="approvers"><variable name="approvers" />
    <literalExpression><text>{groups: "MANAGER", quorum: 1, next: "OWNER"}</text></literalExpression>
  </decision>
</definitions>`;

const asking = (key: string, id: string, assignment = {}) =>
  diagram(key, start(), user(id, assignment), end(), flow(`s ${id} e`));
const workflows = {
  waits: diagram(
    'waits',
    message('M1', 'late', '=process.id'),
    start(),
    catching('c', on.message('M1')),
    end(),
    flow('s c e'),
  ),
  followUp: asking('followUp', 'f'),
  review: asking('review', 'check', { assignee: '=process.fields.assignee' }),
  votes: withVotes(asking('votes', 'approve'), { approve: 'matrix="approvers"' }),
  lapse: withVotes(asking('lapse', 'agree'), { agree: 'quorum="2"' }),
};

const soon = [{ time: 'PT0.1S' }];
const slas: SlaDocument[] = [
  {
    key: 'acts',
    start: { 'fields.notes': 'act' },
    stop: { 'fields.notes': 'done' },
    budget: soon,
    at: [
      { reached: '50%', run: 'followUp' },
      { reached: '100%', message: { name: 'late' } },
      { reached: '+PT0.1S', message: { name: 'late', field: 'assignee' } },
    ],
  },
  {
    key: 'hand',
    on: 'task',
    elements: ['check'],
    budget: soon,
    at: [
      { reached: '50%', notify: { deciders: true } },
      { reached: '100%', assign: { substitute: true } },
      { reached: '+PT0.1S', assign: { roles: ['OWNER'] } },
      { reached: '+PT0.2S', assign: { fields: ['notes'] } },
    ],
  },
  {
    key: 'next',
    on: 'task',
    elements: ['approve'],
    budget: soon,
    at: [
      { reached: '50%', notify: { deciders: true } },
      { reached: '100%', assign: { next: true } },
    ],
  },
  {
    key: 'lapse',
    on: 'task',
    elements: ['agree'],
    budget: soon,
    at: [{ reached: '100%', decide: 'reject' }],
  },
];

let fixture: WorkflowFixture;
let keep: () => Promise<void>;

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows, decisions: { approvers } });
  const { db, deps, subProjectId } = fixture;
  await deployClocks(fixture, slas, workflows, { approvers });
  await transaction(db, (tx) => registerClocks(tx, subProjectId, 'declared'));
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const { changeProcess, subProjects } = deps;
  const processChanged = () => undefined;
  const keeper = createClockKeeper({ db, subProjects, changeProcess, processChanged, decidersOf, log: quietLog });
  keep = async () => {
    await sequencer.keep();
    await Promise.all([keeper.keep(), keeper.keep()]);
  };
  // Two workers take the jobs of the rungs.
  fixture.worker().start();
  fixture.worker().start();
});
afterAll(() => fixture.drop());

const until = <T>(read: () => Promise<T>) =>
  expect.poll(
    async () => {
      await keep();
      return read();
    },
    { timeout: 20_000, interval: 200 },
  );

const runsOf = (processId: string) => fixture.db<{ id: string; status: string; workflow: string }>`
  select r.id, r.status, w.key as workflow from runs r join workflows w on w.id = r.workflow_id
  where r.process_id = ${processId} order by r.created_ts`;

const auditOf = (processId: string, action: string) => fixture.db<{ after: Record<string, unknown>; actor: string }>`
  select after, by_id as actor from audit_log where process_id = ${processId} and action = ${action} order by id`;

const taskOf = async (processId: string, elementId: string) => {
  const [task] = await fixture.db<{
    id: string;
    runId: string;
    state: string;
    assignee: string | null;
    groups: string[];
    approved: boolean | null;
    by: string | null;
  }>`
    select id, run_id as "runId", state, assignee, candidate_groups as groups, approved, completed_by as by from tasks
    where process_id = ${processId} and element_id = ${elementId}`;
  return task;
};

const reminded = async (processId: string) =>
  (
    await fixture.db<{ notify: string[] }>`
      select data -> 'after' -> 'notify' as notify from event_log
      where process_id = ${processId} and type = 'clock.reached' order by position limit 1`
  )[0]?.notify;

const timelineOf = async (runId: string) => {
  const request = { subProjectId: fixture.subProjectId, runId, perPageCount: '1000' };
  return (await fixture.useCases.getRunTimeline(fixture.caller('ADMIN'), request)).timeline;
};

const vote = (who: Who, taskId = '') =>
  fixture.useCases.castVote(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId, outcome: 'approve' });

describe('[D183] rungs', () => {
  test('start a workflow and send messages, each once, and say what they could not do', async () => {
    const processId = await fixture.createProcess();
    const { id } = await fixture.execute('waits', processId);
    await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId,
      updates: { notes: 'act' },
    });
    await until(() => auditOf(processId, 'clock.fail')).toMatchObject([
      { actor: 'system', after: { clock: 'acts', rung: '+PT0.1S', action: 'message' } },
    ]);
    await fixture.untilState(id, 'COMPLETED');
    await keep();
    const runs = await runsOf(processId);
    expect(runs.map(({ workflow, status }) => `${workflow} ${status}`)).toEqual(['waits COMPLETED', 'followUp PAUSED']);
    expect(await auditOf(processId, 'message.publish')).toMatchObject([
      { actor: 'system', after: { name: 'late', status: 'correlated', clock: 'acts', rung: '100%' } },
    ]);
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('ADMIN'), {
      subProjectId: fixture.subProjectId,
      runId: runs[1]?.id ?? '',
    });
    expect(JSON.stringify(detail)).toContain('"rung":"50%"');
  });

  test('remind whoever has a task, give it to the substitute, and then open it to a role', async () => {
    const { subProjectId, useCases, userId } = fixture;
    await useCases.createDelegation(fixture.caller('ASSIGNEE'), {
      subProjectId,
      substituteId: userId('MANAGER'),
      fromTs: new Date(Date.now() - 1000).toISOString(),
    });
    const processId = await fixture.createProcess({ assignee: userId('ASSIGNEE') });
    await fixture.execute('review', processId);
    await until(async () => (await auditOf(processId, 'clock.fail')).length).toBe(1);
    expect(await auditOf(processId, 'task.assign')).toMatchObject([
      { actor: 'system', after: { assignee: userId('MANAGER'), clock: 'hand', rung: '100%' } },
      { actor: 'system', after: { assignee: null, candidateGroups: ['OWNER'], rung: '+PT0.1S' } },
    ]);
    const task = await taskOf(processId, 'check');
    expect(task).toMatchObject({ state: 'OPEN', assignee: null, groups: ['OWNER'] });
    expect(await reminded(processId)).toEqual([userId('ASSIGNEE')]);
    expect((await timelineOf(task?.runId ?? '')).filter(({ event }) => event === 'escalated')).toHaveLength(2);
    expect(await auditOf(processId, 'clock.fail')).toMatchObject([
      { after: { action: 'assign', reason: 'there is nobody to hand the task on to' } },
    ]);
  });
});

describe('[D184] escalation in approvals', () => {
  test('adds the next level of the matrix: those who could vote still can', async () => {
    const processId = await fixture.createProcess();
    await fixture.execute('votes', processId);
    await until(async () => (await taskOf(processId, 'approve'))?.groups).toEqual(['MANAGER', 'OWNER']);
    expect(await reminded(processId)).toEqual([fixture.userId('MANAGER')]);
    const task = await taskOf(processId, 'approve');
    const request = { subProjectId: fixture.subProjectId, taskId: task?.id ?? '' };
    expect(await fixture.useCases.explainApproval(fixture.caller('MANAGER'), request)).toMatchObject({ mayVote: true });
    expect(await vote('OWNER', task?.id)).toMatchObject({ result: 'approved' });
  });

  test('rejects what nobody decided in time, never approves it, and says so', async () => {
    const { subProjectId, useCases } = fixture;
    const processId = await fixture.createProcess();
    const { id } = await fixture.execute('lapse', processId);
    const open = await taskOf(processId, 'agree');
    await vote('OWNER', open?.id);
    await until(() => fixture.stateOf(id)).toBe('REJECTED');
    expect(await taskOf(processId, 'agree')).toMatchObject({ state: 'COMPLETED', approved: false, by: 'system' });
    expect(await auditOf(processId, 'run.resume')).toMatchObject([
      { actor: 'system', after: { approved: false, expired: true, clock: 'lapse', rung: '100%' } },
    ]);
    expect((await timelineOf(id)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['voted', 'expired', 'rejected']),
    );
    const explained = await useCases.explainApproval(fixture.caller('MANAGER'), {
      subProjectId,
      taskId: open?.id ?? '',
    });
    expect(explained.mayVote).toBe(false);
    expect(explained.reasons.map(({ text }) => text).join(' ')).toContain('Nobody decided in time: lapse reached 100%');
    await expect(vote('MANAGER', open?.id)).rejects.toMatchObject({ id: 1209 });
  });
});
