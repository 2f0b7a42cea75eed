import type { Operations, RequestOf } from '@millrace/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { newId } from '../kernel/identifiers.js';
import { diagram, end, flow, service, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';
import { workflowUseCases } from './use-cases.js';

const votes = (id: string, approval: string, candidateGroups = 'MANAGER, OWNER') =>
  withVotes(diagram(id, start(), user('t', { candidateGroups }), end(), flow('s t e')), { t: approval });

const workflows = {
  // LIMITED may call the first one only, and is no operator.
  plain: diagram('plain', start(), user('t', { candidateGroups: 'MANAGER' }), user('u'), end(), flow('s t u e')),
  quorum: votes('quorum', 'quorum="2"'),
  single: votes('single', ''),
  starter: votes('starter', 'separation="starter"'),
  entered: withVotes(
    diagram(
      'entered',
      start(),
      user('enter', { candidateGroups: 'MANAGER' }),
      service('set', 'process.update', { inputs: { updates: '={amount: limit}' } }),
      user('approve', { candidateGroups: 'MANAGER, OPERATOR, PARTIAL' }),
      end(),
      flow('s enter set approve e'),
    ),
    { enter: '', approve: 'separation="editor:amount"' },
  ),
  hidden: votes('hidden', '', 'PARTIAL'),
  robot: diagram('robot', start(), user('t', { assignee: 'managers-robot' }), end(), flow('s t e')),
  chain: withVotes(
    diagram(
      'chain',
      start(),
      user('a', { candidateGroups: 'MANAGER' }),
      user('b', { candidateGroups: 'MANAGER, OPERATOR, OWNER' }),
      end(),
      flow('s a b e'),
    ),
    { a: '', b: 'separation="task:a"' },
  ),
};

type Delegation = RequestOf<Operations['createDelegation']>;

describe('substitutes', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows });
  });
  afterAll(() => fixture.drop());
  afterEach(async () => {
    await fixture.db`delete from delegations`;
  });

  const begin = async (key: keyof typeof workflows, fields: object = {}) => {
    const processId = await fixture.createProcess(fields);
    const run = await fixture.execute(key, processId);
    return { ...run, processId };
  };
  const openTask = async (runId: string): Promise<string> => {
    const { subProjectId, useCases } = fixture;
    const { detail } = await useCases.getWorkflowRun(fixture.caller('ADMIN'), { subProjectId, runId });
    return detail.tasks[0]?.id ?? '';
  };
  const delegate = async (person: Who, substitute: Who, more: Partial<Delegation> = {}, by: Who = person) => {
    const { delegation } = await fixture.useCases.createDelegation(fixture.caller(by), {
      subProjectId: fixture.subProjectId,
      ...(by === person ? {} : { personId: fixture.userId(person) }),
      substituteId: fixture.userId(substitute),
      ...more,
    });
    return delegation;
  };
  const finish = (who: Who, delegationId: string) =>
    fixture.useCases.endDelegation(fixture.caller(who), { subProjectId: fixture.subProjectId, delegationId });
  const vote = (who: Who, taskId: string, onBehalfOf?: Who) =>
    fixture.useCases.castVote(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      taskId,
      outcome: 'approve',
      ...(onBehalfOf === undefined ? {} : { onBehalfOf: fixture.userId(onBehalfOf) }),
    });
  const explain = (who: Who, taskId: string, about?: Who) =>
    fixture.useCases.explainApproval(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      taskId,
      ...(about === undefined ? {} : { userId: fixture.userId(about) }),
    });
  const getTask = (who: Who, taskId: string) =>
    fixture.useCases.getTask(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId });
  const refused = async (work: Promise<unknown>): Promise<{ id: number; status: number; detail: string }> => {
    try {
      await work;
    } catch (caught) {
      const { id, status, detail } = caught as CatalogueError;
      return { id, status, detail };
    }
    throw new Error('it was accepted');
  };
  const afterOf = (subjectId: string, action: string) => fixture.db<{ after: object }>`
    select after from audit_log where subject_id = ${subjectId} and action = ${action}`;

  it('[D132] a substitute votes for a person, which uses up the vote of both and is told everywhere', async () => {
    const run = await begin('quorum');
    const taskId = await openTask(run.id);
    expect((await refused(vote('OPERATOR', taskId))).id).toBe(1209);
    await delegate('MANAGER', 'OPERATOR', { reason: 'On holiday' });
    expect(await vote('OPERATOR', taskId)).toMatchObject({ result: 'open', approvals: 1 });
    const [operator, manager] = [fixture.userId('OPERATOR'), fixture.userId('MANAGER')];
    const cast = { by: operator, onBehalfOf: manager, outcome: 'approve' };
    expect((await getTask('OWNER', taskId)).task.approval?.votes).toMatchObject([cast]);
    expect(await afterOf(run.id, 'run.vote')).toMatchObject([{ after: { onBehalfOf: manager } }]);
    for (const who of ['MANAGER', 'OPERATOR'] as const) expect((await refused(vote(who, taskId))).id).toBe(1009);
    expect((await explain('MANAGER', taskId)).reasons).toMatchObject([{ rule: 'voted' }]);
    expect(await vote('OWNER', taskId)).toMatchObject({ result: 'approved', approvals: 2 });
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('ADMIN'), {
      subProjectId: fixture.subProjectId,
      runId: run.id,
    });
    expect(detail.variables).toMatchObject({ votes: [cast, { by: fixture.userId('OWNER') }] });
  });

  it('[D132] a candidate votes for oneself only; others for the person whom they name, or the first one', async () => {
    const taskId = await openTask((await begin('quorum')).id);
    await delegate('MANAGER', 'OWNER');
    expect((await refused(vote('OWNER', taskId, 'MANAGER'))).detail).toContain('as oneself');
    expect((await getTask('OWNER', taskId)).onBehalfOf).toBeNull();
    await delegate('OWNER', 'OPERATOR');
    await delegate('MANAGER', 'OPERATOR');
    expect((await refused(vote('OPERATOR', taskId, 'PARTIAL'))).id).toBe(1209);
    expect((await getTask('OPERATOR', taskId)).onBehalfOf).toBe(fixture.userId('OWNER'));
    await vote('OPERATOR', taskId, 'MANAGER');
    expect((await refused(vote('OPERATOR', taskId, 'OWNER'))).id).toBe(1009);
    await vote('OWNER', taskId);
  });

  it('[D132] a substitute counts as both persons for separation of duty, whichever of them was at the other task', async () => {
    const starter = await openTask((await begin('starter')).id);
    await delegate('OWNER', 'OPERATOR');
    await delegate('MANAGER', 'OWNER');
    expect((await refused(vote('OPERATOR', starter))).id).toBe(1209);
    expect((await refused(vote('OWNER', starter))).detail).toContain('started the run');

    const first = await begin('chain');
    await delegate('MANAGER', 'OPERATOR');
    await vote('OPERATOR', await openTask(first.id), 'MANAGER');
    const b = await openTask(first.id);
    for (const who of ['OPERATOR', 'MANAGER'] as const) {
      expect((await refused(vote(who, b))).detail).toContain('decided or voted at a');
    }
    await vote('OWNER', b);

    const second = await begin('chain');
    await vote('MANAGER', await openTask(second.id));
    expect((await refused(vote('OPERATOR', await openTask(second.id), 'MANAGER'))).id).toBe(1209);
  });

  it('[D132] what a substitute enters counts as entered by both', async () => {
    const run = await begin('entered');
    await delegate('MANAGER', 'OPERATOR');
    await fixture.useCases.castVote(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      taskId: await openTask(run.id),
      outcome: 'approve',
      payload: { limit: 5 },
    });
    expect((await fixture.process(run.processId)).fields).toMatchObject({ amount: 5 });
    const approve = await openTask(run.id);
    for (const who of ['OPERATOR', 'MANAGER'] as const) {
      expect((await refused(vote(who, approve))).detail).toContain('set the field amount');
    }
    await vote('PARTIAL', approve);
  });

  it('[D132] it is not transitive, and holds from its beginning to its end', async () => {
    const taskId = await openTask((await begin('single')).id);
    await delegate('MANAGER', 'OPERATOR');
    await delegate('OPERATOR', 'PARTIAL');
    expect((await refused(vote('PARTIAL', taskId))).id).toBe(1209);
    expect((await explain('OPERATOR', taskId)).onBehalfOf).toHaveLength(1);
    await fixture.db`delete from delegations`;

    const { id } = await delegate('MANAGER', 'OPERATOR');
    await finish('MANAGER', id);
    expect((await refused(vote('OPERATOR', taskId))).id).toBe(1209);
    const now = Date.now();
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
    await delegate('MANAGER', 'OPERATOR', { fromTs: at(10), untilTs: at(20) });
    expect((await refused(vote('OPERATOR', taskId))).id).toBe(1209);
    const later = (minutes: number) =>
      workflowUseCases({ ...fixture.deps, now: () => now + minutes * 60_000 }).castVote(fixture.caller('OPERATOR'), {
        subProjectId: fixture.subProjectId,
        taskId,
        outcome: 'approve',
      });
    expect((await refused(later(20))).id).toBe(1209);
    await later(10);
  });

  it('[D132] it holds for its workflows, and where its condition is true on fields that the person reads', async () => {
    await delegate('MANAGER', 'OPERATOR', {
      workflowIds: [fixture.workflowId('single')],
      condition: 'amount < 5000',
    });
    const small = await begin('single', { amount: 4999 });
    const large = await openTask((await begin('single', { amount: 5000 })).id);
    const none = await openTask((await begin('single')).id);
    const other = await openTask((await begin('quorum', { amount: 1 })).id);
    for (const taskId of [large, none, other]) expect((await refused(vote('OPERATOR', taskId))).id).toBe(1209);
    expect((await getTask('OPERATOR', large)).allowed.decide).toBe(false);
    await vote('OPERATOR', await openTask(small.id));
    await delegate('PARTIAL', 'OPERATOR', { condition: 'amount < 5000' });
    const hidden = await openTask((await begin('hidden', { amount: 1 })).id);
    expect((await refused(vote('OPERATOR', hidden))).id).toBe(1209);
    await delegate('PARTIAL', 'OPERATOR', { condition: 'notes = "yes"' });
    const shown = await openTask((await begin('hidden', { notes: 'yes' })).id);
    await vote('OPERATOR', shown);
  });

  it('[D132] on a task of one person, the substitute decides what is assigned to the person or what they may take', async () => {
    await delegate('MANAGER', 'LIMITED');
    const run = await begin('plain');
    const taskId = await openTask(run.id);
    const { caller, subProjectId, useCases } = fixture;
    expect(await getTask('LIMITED', taskId)).toMatchObject({
      allowed: { claim: false, decide: true },
      onBehalfOf: fixture.userId('MANAGER'),
      names: { [fixture.userId('MANAGER')]: 'MANAGER' },
    });
    await useCases.claimTask(caller('MANAGER'), { subProjectId, taskId });
    await useCases.resumeWorkflowRunsApi(caller('LIMITED'), { subProjectId, runId: run.id, approved: true });
    expect(await afterOf(run.id, 'run.resume')).toMatchObject([{ after: { onBehalfOf: fixture.userId('MANAGER') } }]);
    const closed = await getTask('LIMITED', taskId);
    expect(closed).toMatchObject({
      completedBy: fixture.userId('LIMITED'),
      completedOnBehalfOf: fixture.userId('MANAGER'),
    });
    const next = await getTask('OWNER', await openTask(run.id));
    expect(next.decisions).toMatchObject([{ by: fixture.userId('LIMITED'), onBehalfOf: fixture.userId('MANAGER') }]);
  });

  it('[D132] a substitute needs roles of their own, and the person needs to be able to decide', async () => {
    await delegate('MANAGER', 'LIMITED');
    const taskId = await openTask((await begin('single')).id);
    // LIMITED may not call this workflow.
    expect((await refused(vote('LIMITED', taskId))).id).toBe(1209);
    await delegate('MANAGER', 'ASSIGNEE');
    // The row filter of ASSIGNEE does not cover the process.
    expect((await refused(vote('ASSIGNEE', taskId))).id).toBe(1210);
    await delegate('MANAGER', 'OPERATOR');
    await fixture.owner`update users set disabled = true where id = ${fixture.userId('MANAGER')}`;
    try {
      expect((await refused(vote('OPERATOR', taskId))).id).toBe(1209);
    } finally {
      await fixture.owner`update users set disabled = false where id = ${fixture.userId('MANAGER')}`;
    }
  });

  it('[D133] whose substitute one is, is told to oneself only', async () => {
    await delegate('MANAGER', 'OPERATOR');
    const taskId = await openTask((await begin('single')).id);
    expect(await explain('OPERATOR', taskId)).toMatchObject({
      mayVote: false,
      onBehalfOf: [{ id: fixture.userId('MANAGER'), name: 'MANAGER' }],
    });
    expect((await explain('OWNER', taskId, 'OPERATOR')).onBehalfOf).toEqual([]);
    const { caller, subProjectId, useCases } = fixture;
    const listed = async (who: Who, view?: 'own' | 'all') =>
      (await useCases.getDelegations(caller(who), { subProjectId, ...(view === undefined ? {} : { view }) })).meta
        .totalCount;
    expect([await listed('MANAGER'), await listed('OPERATOR'), await listed('OWNER')]).toEqual(['1', '1', '0']);
    expect(await listed('ADMIN', 'all')).toBe('1');
    expect((await refused(listed('OWNER', 'all'))).id).toBe(1209);
  });

  it('[D133] people name substitutes for themselves, the administrator for everybody, and nobody else for others', async () => {
    expect((await refused(delegate('MANAGER', 'OPERATOR', {}, 'OWNER'))).id).toBe(1209);
    const { id } = await delegate('MANAGER', 'OPERATOR', {}, 'ADMIN');
    expect(await afterOf(id, 'delegation.create')).toMatchObject([{ after: { personId: fixture.userId('MANAGER') } }]);
    expect((await refused(finish('OWNER', id))).status).toBe(404);
    await finish('OPERATOR', id);
    expect((await refused(finish('OPERATOR', id))).status).toBe(404);
    expect(await afterOf(id, 'delegation.end')).toHaveLength(1);
    expect((await refused(delegate('MANAGER', 'STRANGER'))).status).toBe(404);
    expect((await refused(delegate('STRANGER', 'OPERATOR', {}, 'ADMIN'))).status).toBe(404);
    expect((await refused(delegate('MANAGER', 'MANAGER'))).id).toBe(1232);
    expect((await refused(delegate('MANAGER', 'OPERATOR', { condition: 'amount <' }))).id).toBe(1232);
    expect((await refused(delegate('MANAGER', 'OPERATOR', { untilTs: '2020-01-01T00:00:00Z' }))).id).toBe(1232);
    expect((await refused(delegate('MANAGER', 'OPERATOR', { workflowIds: [newId()] }))).status).toBe(404);
    for (let count = 0; count < 50; count += 1) await delegate('MANAGER', 'OPERATOR');
    expect((await refused(delegate('MANAGER', 'OPERATOR'))).id).toBe(1009);
  });

  it('[D132] the inbox has the tasks of the person, and names the person', async () => {
    const { caller, subProjectId, useCases } = fixture;
    const plain = await begin('plain');
    const taskId = await openTask(plain.id);
    const quorum = await openTask((await begin('quorum')).id);
    const inbox = async (view: 'mine' | 'team', who: Who) => {
      const { tasks, counts } = await useCases.getInbox(caller(who), { view, limit: '100' });
      const shown = tasks.map(({ task, onBehalfOf, allowed }) => [task.id, { onBehalfOf, decide: allowed.decide }]);
      return { tasks: Object.fromEntries(shown), counts };
    };
    expect((await inbox('team', 'LIMITED')).tasks).not.toHaveProperty(taskId);
    await delegate('MANAGER', 'LIMITED', { workflowIds: [fixture.workflowId('plain')] });
    const team = await inbox('team', 'LIMITED');
    expect(team.tasks).toMatchObject({ [taskId]: { onBehalfOf: fixture.userId('MANAGER'), decide: true } });
    expect(team.tasks).not.toHaveProperty(quorum);
    expect((await inbox('mine', 'LIMITED')).tasks).not.toHaveProperty(taskId);
    await useCases.claimTask(caller('MANAGER'), { subProjectId, taskId });
    const mine = await inbox('mine', 'LIMITED');
    expect(mine.tasks).toMatchObject({ [taskId]: { onBehalfOf: fixture.userId('MANAGER'), decide: true } });
    expect(mine.counts.mine).toBe(1);
    expect((await inbox('mine', 'MANAGER')).tasks).toMatchObject({ [taskId]: { onBehalfOf: null } });
    const { results } = await useCases.decideTasks(caller('LIMITED'), {
      subProjectId,
      taskIds: [taskId],
      approved: true,
    });
    expect(results).toMatchObject([{ decided: true }]);
    const done = await useCases.getInbox(caller('LIMITED'), { view: 'done' });
    expect(done.tasks[0]).toMatchObject({ task: { id: taskId }, onBehalfOf: fixture.userId('MANAGER') });
  });

  it('[D151] the inbox has the tasks of the clients of the person, too', async () => {
    const { caller, subProjectId, useCases, db } = fixture;
    await db`insert into clients (id, user_id, created_ts) values ('managers-robot', ${fixture.userId('MANAGER')}, now())`;
    const taskId = await openTask((await begin('robot')).id);
    const mine = async () => (await useCases.getInbox(caller('OWNER'), { view: 'mine' })).tasks;
    expect(await mine()).toEqual([]);
    await delegate('MANAGER', 'OWNER');
    expect(await mine()).toMatchObject([
      { task: { id: taskId }, onBehalfOf: fixture.userId('MANAGER'), allowed: { decide: true } },
    ]);
    const decision = { subProjectId, taskIds: [taskId], approved: true };
    expect((await useCases.decideTasks(caller('OWNER'), decision)).results).toMatchObject([{ decided: true }]);
  });

  it('[D165] lists and counts have the tasks for which the condition is true, and getTasks has those of the person too', async () => {
    const { caller, subProjectId, useCases } = fixture;
    const [small, large] = [await begin('plain', { amount: 4999 }), await begin('plain', { amount: 5000 })];
    const [smallTask, largeTask] = [await openTask(small.id), await openTask(large.id)];
    const [other] = [await openTask((await begin('quorum', { amount: 1 })).id)];
    const inbox = async (view: 'mine' | 'team') => {
      const { tasks, counts } = await useCases.getInbox(caller('LIMITED'), { view, limit: '100' });
      return { ids: tasks.map(({ task }) => task.id), counts };
    };
    const listed = async (view: 'mine' | 'claimable') => {
      const query = { subProjectId, view, include: 'allowed', perPageCount: '100' };
      const { tasks, meta } = await useCases.getTasks(caller('LIMITED'), query);
      expect(meta.totalCount).toBe(String(tasks.length));
      return tasks.map(({ id, allowed }) => [id, allowed?.decide]);
    };
    const before = { team: await inbox('team'), claimable: await listed('claimable') };
    await delegate('MANAGER', 'LIMITED', { condition: 'amount < 5000', workflowIds: [fixture.workflowId('plain')] });
    const team = await inbox('team');
    expect(team.ids).toContain(smallTask);
    for (const id of [largeTask, other]) expect(team.ids).not.toContain(id);
    expect(team.counts.team).toBe(team.ids.length);
    expect(team.ids.length).toBeGreaterThan(before.team.ids.length);
    const claimable = await listed('claimable');
    expect(claimable).toContainEqual([smallTask, true]);
    expect(claimable.map(([id]) => id)).not.toContain(largeTask);
    expect(claimable.length - before.claimable.length).toBe(team.ids.length - before.team.ids.length);
    for (const taskId of [smallTask, largeTask]) {
      await useCases.claimTask(caller('MANAGER'), { subProjectId, taskId });
    }
    expect(await listed('mine')).toEqual([[smallTask, true]]);
    expect((await inbox('mine')).ids).toEqual([smallTask]);
    expect((await inbox('mine')).counts.mine).toBe(1);
    await useCases.updateProcessField(caller('OWNER'), {
      subProjectId,
      processId: small.processId,
      updates: { amount: 9000 },
    });
    expect(await listed('mine')).toEqual([]);
    expect((await inbox('mine')).counts.mine).toBe(0);
    // Another condition on other tasks of the same person does not widen this one.
    await delegate('MANAGER', 'LIMITED', { condition: 'amount = 5000' });
    expect(await listed('mine')).toEqual([[largeTask, true]]);
  });

  it('[D132] a decision holds the delegation: it does not end before the decision is stored', async () => {
    const { id } = await delegate('MANAGER', 'OPERATOR');
    const taskId = await openTask((await begin('single')).id);
    const caller = fixture.caller('OPERATOR');
    const end = () => fixture.db`select from delegations where id = ${id} for update nowait`;
    const write: typeof caller.write = (work) =>
      caller.write(async (tx) => {
        const answer = await work(tx);
        await expect(end()).rejects.toThrow('could not obtain lock');
        return answer;
      });
    const request = { subProjectId: fixture.subProjectId, taskId, outcome: 'approve' as const };
    await fixture.useCases.castVote({ ...caller, write }, request);
    await end();
    expect.assertions(1);
  });
});
