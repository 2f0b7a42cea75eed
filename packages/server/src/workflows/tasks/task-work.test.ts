import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { diagram, end, flow, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';

const form = (schema: object) =>
  `<bpmn:extensionElements><zeebe:userTaskForm id="Form">${JSON.stringify(schema).replaceAll('"', '&quot;')}</zeebe:userTaskForm></bpmn:extensionElements>`;

const reasoned = diagram(
  'reasoned',
  start(),
  user('decide', { candidateGroups: '=["MANAGER", "OWN_RUNS"]' }).replace(
    '<zeebe:userTask>',
    '<zeebe:formDefinition formKey="camunda-forms:bpmn:Form"></zeebe:formDefinition><zeebe:userTask>',
  ),
  user('confirm', { candidateUsers: '=["client-OWNER"]' }),
  end(),
  flow('s decide confirm e'),
).replace(
  '<bpmn:startEvent',
  () =>
    `${form({ type: 'object', required: ['comment'], properties: { comment: { type: 'string', minLength: 3 } } })}<bpmn:startEvent`,
);
const open = diagram('open', start(), user('look'), end(), flow('s look e'));

describe('work on tasks', () => {
  let fixture: WorkflowFixture;
  let processId: string;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { open, reasoned } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });
  beforeEach(async () => {
    processId = await fixture.createProcess({ amount: 5, notes: 'Acme' });
  });

  const here = () => ({ subProjectId: fixture.subProjectId });
  const taskOf = async (runId: string) => {
    const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), { ...here(), runId });
    return tasks[0]?.id ?? '';
  };
  const begin = async (key: string) => {
    const run = await fixture.execute(key, processId);
    return { runId: run.id, taskId: await taskOf(run.id) };
  };
  const show = (who: Who, taskId: string) => fixture.useCases.getTask(fixture.caller(who), { ...here(), taskId });
  const resume = (who: Who, runId: string, rest: { approved?: boolean; payload?: object; comment?: string } = {}) =>
    fixture.useCases.resumeWorkflowRunsApi(fixture.caller(who), { ...here(), runId, approved: true, ...rest });
  const assign = (who: Who, taskId: string, to: string, note?: string) =>
    fixture.useCases.assignTask(fixture.caller(who), {
      ...here(),
      taskId,
      assignee: to,
      ...(note === undefined ? {} : { note }),
    });
  const audit = async (subjectId: string) => {
    const rows = await fixture.db<{ action: string; before: object; after: object }>`
      select action, before, after from audit_log where subject_id = ${subjectId} order by created_ts, id`;
    return rows.at(-1);
  };

  describe('getTask', () => {
    it('names the people in the fields that the caller sees', async () => {
      const of = await fixture.createProcess({ amount: 5, assignee: fixture.userId('ASSIGNEE') });
      const { id: runId } = await fixture.execute('reasoned', of);
      const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), { ...here(), runId });
      const taskId = tasks[0]?.id ?? '';
      expect((await show('MANAGER', taskId)).names).toEqual({ [fixture.userId('ASSIGNEE')]: 'ASSIGNEE' });
      expect((await show('PARTIAL', taskId)).names).toEqual({});
    });

    it('shows the process, earlier decisions with their comments, and why one is asked', async () => {
      const { runId, taskId } = await begin('reasoned');
      const before = await show('MANAGER', taskId);
      expect(before).toMatchObject({
        task: { id: taskId, name: 'Task decide' },
        subProject: { name: 'Orders' },
        workflow: { name: 'Workflow reasoned' },
        run: { id: runId, state: 'PAUSED' },
        process: { id: processId, version: '1', stageKey: 'stage_init', fields: { amount: 5, notes: 'Acme' } },
        title: 'Acme',
        hasForm: true,
        commentRequired: true,
        overdue: false,
        allowed: { claim: true, release: false, decide: true, assign: true, update: false },
        why: [{ rule: 'candidateGroup', group: 'MANAGER' }],
        decisions: [],
        files: [],
        comment: null,
        completedBy: null,
      });
      await resume('MANAGER', runId, { comment: 'seems right' });
      const next = await show('OWNER', await taskOf(runId));
      expect(next.why).toEqual([{ rule: 'candidateUser' }, { rule: 'operator' }]);
      expect(next.decisions).toEqual([
        {
          taskId,
          elementId: 'decide',
          name: 'Task decide',
          approved: true,
          comment: 'seems right',
          by: fixture.userId('MANAGER'),
          onBehalfOf: null,
          completedTs: expect.any(String),
        },
      ]);
      expect(next.names).toEqual({ [fixture.userId('MANAGER')]: 'MANAGER' });
      expect(await show('READER', taskId)).toMatchObject({
        comment: 'seems right',
        completedBy: fixture.userId('MANAGER'),
        why: [],
        allowed: { decide: false },
      });
      await resume('OWNER', runId);
    });

    it('counts the comments about the task for those who may read them', async () => {
      const { taskId } = await begin('open');
      const { taskId: other } = await begin('open');
      for (const [about, body] of [
        [taskId, 'one'],
        [taskId, 'two'],
        [taskId, null],
        [other, 'three'],
      ] as const) {
        await fixture.db`insert into comments (sub_project_id, id, process_id, task_id, author_id, body, created_ts, deleted_ts)
          values (${fixture.subProjectId}, ${newId()}, ${processId}, ${about}, ${fixture.userId('OWNER')}, ${body}, now(),
            ${body === null ? new Date() : null})`;
      }
      expect((await show('READER', taskId)).commentCount).toBe(2);
      expect((await show('ADMIN', other)).commentCount).toBe(1);
      const narrow = {
        ...fixture.caller('READER'),
        principal: { ...fixture.caller('READER').principal, scopes: ['workflow'] },
      };
      const seen = await fixture.useCases.getTask(narrow as never, { ...here(), taskId });
      expect(seen.commentCount).toBeNull();
      await fixture.db`delete from comments where process_id = ${processId}`;
    });

    it('leaves out fields that the caller does not see, and refuses what is outside the row filter', async () => {
      const { taskId } = await begin('open');
      expect((await show('PARTIAL', taskId)).process?.fields).toEqual({ notes: 'Acme' });
      expect((await show('ADMIN', taskId)).why).toEqual([{ rule: 'anyone' }, { rule: 'operator' }]);
      expect((await show('LIMITED', taskId)).why).toEqual([{ rule: 'anyone' }]);
      await expect(show('ASSIGNEE', taskId)).rejects.toMatchObject({ id: 1210 });
      await expect(show('WORKER', taskId)).rejects.toMatchObject({ id: 1205 });
      await expect(show('MANAGER', newId())).rejects.toMatchObject({ id: 1200, status: 404 });
      await expect(show('MANAGER', 'no-uuid')).rejects.toMatchObject({ id: 1200, status: 404 });
    });
  });

  describe('a comment with a decision', () => {
    it('is required by the form, and is kept in the timeline, the audit log and the variable of the form', async () => {
      const { runId, taskId } = await begin('reasoned');
      for (const missing of [{}, { comment: '  ' }]) {
        await expect(resume('MANAGER', runId, missing)).rejects.toMatchObject({
          id: 1232,
          errors: [{ pointer: '/payload/comment', detail: 'is required' }],
        });
      }
      await expect(resume('MANAGER', runId, { comment: 'no' })).rejects.toMatchObject({ id: 1232 });
      await resume('MANAGER', runId, { comment: 'as agreed' });
      const { timeline } = await fixture.useCases.getRunTimeline(fixture.caller('READER'), {
        ...here(),
        runId,
        perPageCount: '100',
      });
      expect(timeline.find(({ event }) => event === 'commented')).toMatchObject({
        elementId: 'decide',
        detail: { message: 'as agreed' },
      });
      expect((await audit(runId))?.after).toMatchObject({ taskId, approved: true, comment: 'as agreed' });
      const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), { ...here(), runId });
      expect(detail?.variables).toMatchObject({ comment: 'as agreed' });
    });

    it('[D107] is shown to who reads every field of the process, and to who wrote it', async () => {
      const { runId, taskId } = await begin('reasoned');
      await resume('MANAGER', runId, { comment: 'amount is 5' });
      const second = await taskOf(runId);
      const commented = async (who: Who) => {
        const { timeline } = await fixture.useCases.getRunTimeline(fixture.caller(who), {
          ...here(),
          runId,
          perPageCount: '100',
        });
        return timeline.find(({ event }) => event === 'commented');
      };
      for (const who of ['READER', 'ADMIN'] as const) {
        expect((await show(who, taskId)).comment).toBe('amount is 5');
        expect((await show(who, second)).decisions[0]?.comment).toBe('amount is 5');
        expect((await commented(who))?.detail).toEqual({ message: 'amount is 5' });
      }
      expect((await show('PARTIAL', taskId)).comment).toBeNull();
      expect((await show('PARTIAL', second)).decisions).toMatchObject([{ taskId, approved: true, comment: null }]);
      expect(await commented('PARTIAL')).toMatchObject({ elementId: 'decide', detail: null });
      await resume('PARTIAL', runId, { comment: 'mine' });
      expect((await show('PARTIAL', second)).comment).toBe('mine');
    });

    it('is also taken from the payload where the form asks for it, and is no variable where it does not', async () => {
      const first = await begin('reasoned');
      await resume('MANAGER', first.runId, { payload: { comment: 'from the form' } });
      expect((await show('OWNER', first.taskId)).comment).toBe('from the form');
      const second = await begin('open');
      await resume('MANAGER', second.runId, { comment: 'on the side', approved: false });
      expect((await show('OWNER', second.taskId)).comment).toBe('on the side');
      const third = await begin('open');
      await resume('MANAGER', third.runId, { payload: { comment: 'a variable' } });
      expect((await show('OWNER', third.taskId)).comment).toBeNull();
    });
  });

  describe('assignTask', () => {
    it('gives a task to somebody who can complete it, with a note in the audit log', async () => {
      const { taskId } = await begin('reasoned');
      const { task } = await assign('MANAGER', taskId, fixture.userId('OWNER'), 'away until Monday');
      expect(task.assignee).toBe(fixture.userId('OWNER'));
      expect(await audit(taskId)).toEqual({
        action: 'task.assign',
        before: { assignee: null },
        after: { assignee: fixture.userId('OWNER'), note: 'away until Monday' },
      });
      await expect(assign('MANAGER', taskId, fixture.userId('MANAGER'))).rejects.toMatchObject({ id: 1209 });
      await assign('OWNER', taskId, fixture.userId('MANAGER'));
      await assign('OPERATOR', taskId, fixture.userId('ADMIN'));
      expect((await show('ADMIN', taskId)).why).toContainEqual({ rule: 'assignee' });
    });

    it('refuses people who could not see or complete it, and callers whose task it is not', async () => {
      const { runId, taskId } = await begin('reasoned');
      // LIMITED may call another workflow only, ASSIGNEE does not see the process.
      for (const who of ['LIMITED', 'ASSIGNEE', 'READER', 'STRANGER', 'WORKER'] as const) {
        await expect(assign('MANAGER', taskId, fixture.userId(who))).rejects.toMatchObject({
          id: 1232,
          errors: [{ pointer: '/assignee' }],
        });
      }
      for (const nobody of [newId(), 'client-OWNER']) {
        await expect(assign('MANAGER', taskId, nobody)).rejects.toMatchObject({ id: 1232 });
      }
      await expect(assign('LIMITED', taskId, fixture.userId('OWNER'))).rejects.toMatchObject({ id: 1209 });
      await expect(assign('READER', taskId, fixture.userId('OWNER'))).rejects.toMatchObject({ id: 1209 });
      await expect(assign('ASSIGNEE', taskId, fixture.userId('OWNER'))).rejects.toMatchObject({ id: 1210 });
      await fixture.db`update users set disabled = true where id = ${fixture.userId('OWNER')}`;
      await expect(assign('MANAGER', taskId, fixture.userId('OWNER'))).rejects.toMatchObject({ id: 1232 });
      await fixture.db`update users set disabled = false where id = ${fixture.userId('OWNER')}`;
      await resume('MANAGER', runId, { comment: 'done' });
      await expect(assign('OPERATOR', taskId, fixture.userId('OWNER'))).rejects.toMatchObject({ id: 1009 });
    });
  });

  describe('updateTask', () => {
    const update = (
      who: Who,
      taskId: string,
      changes: { dueTs?: string | null; followUpTs?: string; priority?: number },
    ) => fixture.useCases.updateTask(fixture.caller(who), { ...here(), taskId, ...changes });

    it('changes what is named, for the assignee and operators', async () => {
      const { runId, taskId } = await begin('open');
      await expect(update('MANAGER', taskId, { priority: 80 })).rejects.toMatchObject({ id: 1209 });
      await fixture.useCases.claimTask(fixture.caller('MANAGER'), { ...here(), taskId });
      const due = '2026-05-01T10:00:00.000Z';
      expect(
        (await update('MANAGER', taskId, { dueTs: '2026-05-01T12:00:00+02:00', priority: 80 })).task,
      ).toMatchObject({
        dueTs: due,
        followUpTs: null,
        priority: 80,
      });
      expect(await audit(taskId)).toEqual({
        action: 'task.update',
        before: { dueTs: null, priority: 50 },
        after: { dueTs: due, priority: 80 },
      });
      const { tasks } = await fixture.useCases.getInbox(fixture.caller('MANAGER'), { priorityFrom: '80' });
      expect(tasks.map(({ task }) => task.id)).toEqual([taskId]);
      expect((await update('OPERATOR', taskId, { dueTs: null, followUpTs: due })).task).toMatchObject({
        dueTs: null,
        followUpTs: due,
        priority: 80,
      });
      await expect(update('MANAGER', taskId, {})).rejects.toMatchObject({ id: 1200 });
      await expect(update('MANAGER', taskId, { dueTs: 'soon' })).rejects.toMatchObject({ id: 1200 });
      await resume('MANAGER', runId);
      await expect(update('OPERATOR', taskId, { priority: 1 })).rejects.toMatchObject({ id: 1009 });
    });
  });

  describe('include of getTasks and getWorkflowRun', () => {
    it('tells what the caller may do, as getTask does, and names people', async () => {
      const { runId, taskId } = await begin('reasoned');
      await assign('MANAGER', taskId, fixture.userId('OWNER'));
      const list = (who: Who, include?: string) =>
        fixture.useCases.getTasks(fixture.caller(who), {
          ...here(),
          runId,
          ...(include === undefined ? {} : { include }),
        });
      const run = (who: Who, include?: string) =>
        fixture.useCases.getWorkflowRun(fixture.caller(who), {
          ...here(),
          runId,
          ...(include === undefined ? {} : { include }),
        });
      for (const who of ['OWNER', 'MANAGER', 'OPERATOR', 'LIMITED', 'PARTIAL', 'READER', 'ADMIN'] as const) {
        const { allowed } = await show(who, taskId);
        const { tasks, names } = await list(who, 'allowed,names');
        expect([who, tasks[0]?.allowed]).toEqual([who, allowed]);
        expect(names).toEqual({ [fixture.userId('OWNER')]: 'OWNER' });
        const answer = await run(who, 'names,allowed');
        expect([who, answer.detail.tasks[0]?.allowed]).toEqual([who, allowed]);
        const operates = ['OWNER', 'OPERATOR', 'PARTIAL', 'ADMIN'].includes(who);
        expect([who, answer.run.allowed]).toEqual([who, { cancel: operates, modify: operates, retry: false }]);
        expect(answer.names).toEqual(names);
      }
      expect((await list('OWNER')).tasks[0]).not.toHaveProperty('allowed');
      expect(await run('OWNER')).not.toHaveProperty('names');
      await expect(list('OWNER', 'anything')).rejects.toMatchObject({ id: 1200 });
      await fixture.useCases.cancelWorkflowRun(fixture.caller('OWNER'), { ...here(), runId });
      expect((await run('OWNER', 'allowed')).run.allowed).toEqual({ cancel: false, modify: false, retry: false });
    });
  });

  describe('decideTasks', () => {
    const decide = (who: Who, taskIds: string[], rest: { approved?: boolean; comment?: string } = {}) =>
      fixture.useCases.decideTasks(fixture.caller(who), { ...here(), taskIds, approved: true, ...rest });

    it('completes each task by itself and says what became of each', async () => {
      const first = await begin('open');
      const second = await begin('reasoned');
      const third = await begin('open');
      await resume('MANAGER', third.runId);
      const unknown = newId();
      const answer = await decide('MANAGER', [
        first.taskId,
        second.taskId,
        third.taskId,
        unknown,
        first.taskId,
        first.taskId.toUpperCase(),
      ]);
      expect(answer).toMatchObject({ decided: 1, refused: 3 });
      expect(answer.results).toMatchObject([
        { taskId: first.taskId, decided: true, runId: { id: first.runId, state: 'COMPLETED' } },
        {
          taskId: second.taskId,
          decided: false,
          error: { id: 1232, errors: [{ pointer: '/payload/comment', detail: 'is required' }] },
        },
        { taskId: third.taskId, decided: false, error: { id: 1209, status: 409, code: expect.any(String) } },
        { taskId: unknown, decided: false, error: { id: 1200, status: 404 } },
      ]);
      const again = await decide('MANAGER', [second.taskId], { comment: 'all fine', approved: false });
      expect(again).toMatchObject({ decided: 1, results: [{ runId: { state: 'REJECTED' } }] });
      expect((await show('READER', second.taskId)).comment).toBe('all fine');
      await expect(decide('READER', [second.taskId])).rejects.toMatchObject({ id: 1209 });
    });

    it('goes on where a request with a key broke off', async () => {
      const tasks = [await begin('open'), await begin('open'), await begin('open')];
      const ids = tasks.map(({ taskId }) => taskId);
      const kept = new Map<string, object>();
      let left = 2;
      const caller = {
        ...fixture.caller('MANAGER'),
        // As http keeps the answer of each part in its transaction; the connection breaks after the second.
        async writePart<T extends object>(part: string, work: Parameters<typeof write<T>>[0]): Promise<T> {
          const answer = kept.get(part);
          if (answer !== undefined) return answer as T;
          if (left === 0) throw new Error('the connection broke');
          left -= 1;
          const made = await write(work);
          kept.set(part, made);
          return made;
        },
      };
      const write = fixture.caller('MANAGER').write;
      const send = () => fixture.useCases.decideTasks(caller, { ...here(), taskIds: ids, approved: true });
      await expect(send()).rejects.toThrow('the connection broke');
      left = 1;
      const { results, decided } = await send();
      expect(decided).toBe(3);
      expect(results.map(({ taskId }) => taskId)).toEqual(ids);
      for (const { runId } of tasks) expect(await fixture.stateOf(runId)).toBe('COMPLETED');
    });
  });
});
