import type { Operations, RequestOf } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { newId } from '../kernel/identifiers.js';
import { boundary, diagram, end, error, flow, fork, on, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const one = (id: string, approval: string, assignment: Readonly<Record<string, string>> = {}) =>
  withVotes(diagram(id, start(), user('t', assignment), end(), flow('s t e')), { t: approval });

const workflows = {
  quorum: one('quorum', 'quorum="2" veto="quorum" reason="onReject"', { candidateGroups: 'OWNER, MANAGER, OPERATOR' }),
  veto: one('veto', 'quorum="2"'),
  starter: one('starter', 'separation="starter, field:notes, editor:amount"', {
    candidateGroups: 'OWNER, MANAGER, OPERATOR',
  }),
  parallel: withVotes(
    diagram(
      'parallel',
      start(),
      fork('split'),
      user('a'),
      user('b'),
      fork('join'),
      end(),
      flow('s split a join e'),
      flow('split b join'),
    ),
    { a: 'separation="task:b"', b: '' },
  ),
  chain: withVotes(diagram('chain', start(), user('a'), user('b'), end(), flow('s a b e')), {
    a: '',
    b: 'separation="task:a"',
  }),
  lonely: one('lonely', 'quorum="2" separation="starter"', { candidateGroups: 'OWNER, MANAGER' }),
  changes: withVotes(
    diagram(
      'changes',
      error('E1', 'CHANGES_REQUESTED'),
      start(),
      user('t'),
      boundary('back', 't', on.error('E1')),
      user('fix'),
      end(),
      flow('s t e'),
      flow('back fix t'),
    ),
    { t: 'quorum="2"' },
  ),
  files: one('files', 'quorum="2" attachments="true"'),
  covered: one('covered', 'quorum="1"', { candidateGroups: 'ASSIGNEE' }),
  plain: diagram('plain', start(), user('t', { candidateGroups: 'MANAGER' }), end(), flow('s t e')),
};

type Vote = RequestOf<Operations['castVote']>;

describe('votes', () => {
  let fixture: WorkflowFixture;
  let processFiles: readonly object[] = [];
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows });
  });
  afterAll(() => fixture.drop());

  const begin = async (key: keyof typeof workflows, fields: object = {}) => {
    const processId = await fixture.createProcess(fields);
    const run = await fixture.execute(key, processId);
    return { ...run, processId };
  };
  const openTasks = async (runId: string) => {
    const { subProjectId, useCases } = fixture;
    const { detail } = await useCases.getWorkflowRun(fixture.caller('ADMIN'), { subProjectId, runId });
    return detail.tasks;
  };
  const taskOf = async (runId: string, elementId?: string): Promise<string> => {
    const tasks = await openTasks(runId);
    return tasks.find((task) => task.elementId === (elementId ?? task.elementId))?.id ?? '';
  };
  const vote = (who: Who, taskId: string, outcome: Vote['outcome'], more: Partial<Vote> = {}) =>
    fixture.useCases.castVote(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId, outcome, ...more });
  const refused = async (work: Promise<unknown>): Promise<{ id: number; status: number; detail: string }> => {
    try {
      await work;
    } catch (caught) {
      const { id, status, detail, errors } = caught as CatalogueError;
      return { id, status, detail: [detail, ...(errors ?? []).map((blame) => blame.detail)].join(' ') };
    }
    throw new Error('it was accepted');
  };
  const explain = (who: Who, taskId: string, userId?: string) =>
    fixture.useCases.explainApproval(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      taskId,
      ...(userId === undefined ? {} : { userId }),
    });

  it('[D116] closes a task with the quorum; the run, its task, events and audit rows tell each vote', async () => {
    const run = await begin('quorum');
    const taskId = await taskOf(run.id);
    const first = await vote('MANAGER', taskId, 'approve', { payload: { limit: 1 } });
    expect(first).toEqual({
      runId: { id: run.id, state: 'PAUSED' },
      result: 'open',
      approvals: 1,
      rejections: 0,
      quorum: 2,
    });
    const [task] = await openTasks(run.id);
    expect(task?.approval).toMatchObject({
      quorum: 2,
      veto: 'quorum',
      reason: 'onReject',
      changes: false,
      approvals: 1,
      votes: [{ by: fixture.userId('MANAGER'), outcome: 'approve', fileIds: [] }],
    });
    expect(await vote('OWNER', taskId, 'approve')).toMatchObject({
      runId: { state: 'COMPLETED' },
      result: 'approved',
    });
    expect(await refused(vote('OPERATOR', taskId, 'approve'))).toMatchObject({ id: 1209, status: 409 });
    const rows = await fixture.db<{ by: string; after: Record<string, unknown> }>`
      select by_id as by, after from audit_log where subject_id = ${run.id} and action = 'run.vote' order by created_ts, id`;
    expect(rows).toMatchObject([
      {
        by: fixture.userId('MANAGER'),
        after: { taskId, elementId: 't', outcome: 'approve', approvals: 1, result: 'open', veto: 'quorum' },
      },
      { by: fixture.userId('OWNER'), after: { outcome: 'approve', approvals: 2, quorum: 2, result: 'approved' } },
    ]);
    const events = await fixture.db<{ type: string; data: Record<string, unknown> }>`
      select type, data from event_inbox where subject_id = ${taskId} order by id`;
    expect(events.filter(({ type }) => type === 'task.voted').map(({ data }) => data)).toMatchObject([
      { taskId, approvals: 1, result: 'open' },
      { taskId, approvals: 2, result: 'approved' },
    ]);
    const { timeline } = await fixture.useCases.getRunTimeline(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      runId: run.id,
    });
    expect(timeline.filter(({ event }) => event === 'voted')).toHaveLength(2);
  });

  it('[D116] counts decisions of resumeWorkflowRunsApi and decideTasks as votes, each judged by itself', async () => {
    const run = await begin('quorum');
    const other = await begin('plain');
    const taskId = await taskOf(run.id);
    const plain = await taskOf(other.id);
    const { subProjectId } = fixture;
    const resumed = await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OPERATOR'), {
      subProjectId,
      runId: run.id,
      approved: true,
    });
    expect(resumed.runId.state).toBe('PAUSED');
    const both = { subProjectId, taskIds: [taskId, plain], approved: true };
    const decided = await fixture.useCases.decideTasks(fixture.caller('MANAGER'), both);
    expect(decided.results).toMatchObject([
      {
        taskId,
        decided: true,
        runId: { state: 'COMPLETED' },
        vote: { result: 'approved', approvals: 2, rejections: 0, quorum: 2 },
      },
      { taskId: plain, decided: true, runId: { state: 'COMPLETED' } },
    ]);
    expect(decided.results[1]).not.toHaveProperty('vote');
    const third = await begin('quorum');
    const id = await taskOf(third.id);
    const twice = { subProjectId, taskIds: [id], approved: true };
    expect(await fixture.useCases.decideTasks(fixture.caller('MANAGER'), twice)).toMatchObject({ decided: 1 });
    expect(await fixture.useCases.decideTasks(fixture.caller('MANAGER'), twice)).toMatchObject({
      refused: 1,
      results: [{ decided: false, error: { id: 1009 } }],
    });
  });

  it('[D116] takes one vote of each person, with the reasons that the diagram asks for', async () => {
    const taskId = await taskOf((await begin('quorum')).id);
    const why = await refused(vote('MANAGER', taskId, 'reject'));
    expect(why).toMatchObject({ id: 1232, detail: expect.stringContaining('this vote needs a reason') });
    await vote('MANAGER', taskId, 'reject', { reason: 'Too dear' });
    const reasonFor = async (who: Who) => {
      const { subProjectId, useCases } = fixture;
      const { task } = await useCases.getTask(fixture.caller(who), { subProjectId, taskId });
      const status = await useCases.getApprovalStatus(fixture.caller(who), { subProjectId, taskId });
      expect(status.task.approval).toEqual(task.approval);
      return task.approval?.votes[0]?.reason;
    };
    // As comments of decisions (D107): for who reads every field.
    expect([await reasonFor('READER'), await reasonFor('PARTIAL')]).toEqual(['Too dear', undefined]);
    expect(await refused(vote('MANAGER', taskId, 'approve'))).toMatchObject({ id: 1009 });
    expect(await refused(vote('OWNER', taskId, 'requestChanges', { reason: 'x' }))).toMatchObject({ id: 1009 });
    expect(await refused(vote('OWNER', taskId, 'approve', { fileIds: [newId()] }))).toMatchObject({ id: 1200 });
    expect(await refused(vote('OWNER', newId(), 'approve'))).toMatchObject({ id: 1200, status: 404 });
    const plain = await taskOf((await begin('plain')).id);
    expect(await refused(vote('MANAGER', plain, 'approve'))).toMatchObject({ id: 1009 });
  });

  it('[D117] lets candidates vote and nobody else: neither operators nor administrators, and nobody holds the task', async () => {
    const taskId = await taskOf((await begin('covered', { assignee: fixture.userId('ASSIGNEE') })).id);
    for (const who of ['OPERATOR', 'ADMIN', 'MANAGER'] as const) {
      expect(await refused(vote(who, taskId, 'approve')), who).toMatchObject({ id: 1209, status: 403 });
    }
    const { subProjectId, useCases } = fixture;
    expect(await refused(useCases.claimTask(fixture.caller('ASSIGNEE'), { subProjectId, taskId }))).toMatchObject({
      id: 1009,
    });
    const given = { subProjectId, taskId, assignee: fixture.userId('ASSIGNEE') };
    expect(await refused(useCases.assignTask(fixture.caller('OPERATOR'), given))).toMatchObject({ id: 1009 });
    const shown = await useCases.getTask(fixture.caller('ASSIGNEE'), { subProjectId, taskId });
    expect(shown.allowed).toMatchObject({ claim: false, assign: false, decide: true });
    const operator = await useCases.getTask(fixture.caller('OPERATOR'), { subProjectId, taskId });
    expect(operator).toMatchObject({ why: [], allowed: { claim: false, decide: false, update: true } });
    expect(await vote('ASSIGNEE', taskId, 'approve')).toMatchObject({ result: 'approved' });
  });

  it('[D117] judges starter, field and editor at the vote, on the values of that instant, and says why', async () => {
    // OWNER starts, and creates the process with the amount.
    const run = await begin('starter', { amount: 5 });
    const taskId = await taskOf(run.id);
    expect(await refused(vote('OWNER', taskId, 'approve'))).toMatchObject({
      id: 1209,
      detail: expect.stringContaining('started the run (separation "starter")'),
    });
    const { allowed } = await fixture.useCases.getTask(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      taskId,
    });
    expect(allowed.decide).toBe(false);
    const explained = await explain('OWNER', taskId);
    expect(explained.mayVote).toBe(false);
    expect(explained.reasons.map(({ separation }) => separation)).toEqual(['starter', 'editor:amount']);
    const { subProjectId, useCases } = fixture;
    const set = (who: Who, updates: Record<string, unknown>) =>
      useCases.updateProcessField(fixture.caller(who), { subProjectId, processId: run.processId, updates });
    await set('MANAGER', { amount: 6 });
    expect(await refused(vote('MANAGER', taskId, 'approve'))).toMatchObject({
      id: 1209,
      detail: expect.stringContaining('set the field amount'),
    });
    await set('OWNER', { notes: fixture.userId('OPERATOR') });
    expect(await refused(vote('OPERATOR', taskId, 'approve'))).toMatchObject({ id: 1209 });
    const status = await useCases.getApprovalStatus(fixture.caller('READER'), { subProjectId, taskId });
    expect(status).toMatchObject({ needed: 1, reachable: false, canVote: [] });
    expect(status.excluded.map(({ name }) => name).toSorted()).toEqual(['MANAGER', 'OPERATOR', 'OWNER']);
    await set('OWNER', { notes: null });
    expect(await explain('OPERATOR', taskId)).toMatchObject({ mayVote: true, reasons: [] });
    expect(await vote('OPERATOR', taskId, 'approve')).toMatchObject({ result: 'approved' });
    expect((await explain('OPERATOR', taskId)).reasons.map(({ rule }) => rule)).toEqual(['closed', 'voted']);
  });

  it('[D117] explains other people to operators only', async () => {
    const taskId = await taskOf((await begin('quorum')).id);
    const other = fixture.userId('READER');
    expect(await refused(explain('MANAGER', taskId, other))).toMatchObject({ id: 1205 });
    const explained = await explain('OPERATOR', taskId, other);
    expect(explained.reasons.map(({ rule }) => rule)).toEqual(['cannotCall', 'notCandidate']);
    // Users of the installation who are no members are as unknown as ids of nobody.
    const detail = expect.stringContaining('no member');
    expect(await refused(explain('OPERATOR', taskId, fixture.userId('STRANGER')))).toMatchObject({ id: 1200, detail });
    expect(await refused(explain('ADMIN', taskId, fixture.userId('STRANGER')))).toMatchObject({ id: 1200, detail });
    expect(await refused(explain('ADMIN', taskId, newId()))).toMatchObject({ id: 1200, detail });
    expect((await explain('ADMIN', taskId)).reasons.map(({ rule }) => rule)).toContain('noMember');
    const plain = await taskOf((await begin('plain')).id);
    expect(await refused(explain('OWNER', plain))).toMatchObject({ id: 1009 });
  });

  it('[D117] keeps two tasks apart in both directions, also when one person decides both at the same instant', async () => {
    for (const [firstTask, secondTask] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const run = await begin('parallel');
      const first = await taskOf(run.id, firstTask);
      const second = await taskOf(run.id, secondTask);
      await vote('MANAGER', first, 'approve');
      expect(await refused(vote('MANAGER', second, 'approve'))).toMatchObject({ id: 1209, status: 403 });
      expect(await vote('OWNER', second, 'approve')).toMatchObject({ runId: { state: 'COMPLETED' } });
    }
    const run = await begin('parallel');
    const ids = [await taskOf(run.id, 'a'), await taskOf(run.id, 'b')];
    const outcomes = await Promise.allSettled(ids.map((id) => vote('MANAGER', id, 'approve')));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await openTasks(run.id)).toHaveLength(1);
  });

  it('[D117] counts who decided in the same transaction in which the next task opens', async () => {
    const run = await begin('chain');
    await vote('MANAGER', await taskOf(run.id, 'a'), 'approve');
    const next = await taskOf(run.id, 'b');
    expect(await refused(vote('MANAGER', next, 'approve'))).toMatchObject({ id: 1209 });
    expect(await vote('OWNER', next, 'approve')).toMatchObject({ result: 'approved' });
  });

  it('[D118] too few possible persons are the incident unapprovable when the task opens, with who is excluded and why', async () => {
    const run = await begin('lonely');
    expect(run.state).toBe('FAILED');
    const { subProjectId, useCases } = fixture;
    const detail = await useCases.getWorkflowRun(fixture.caller('ADMIN'), { subProjectId, runId: run.id });
    expect(detail.detail.incidents).toMatchObject([
      {
        kind: 'unapprovable',
        message: '2 approvals are needed, and 1 person can vote: OWNER started the run (separation "starter")',
      },
    ]);
    expect(detail.detail.tasks).toEqual([]);
    const [incident] = detail.detail.incidents;
    const retry = { subProjectId, runId: run.id, incidentId: incident?.id ?? '' };
    await useCases.retryIncident(fixture.caller('OPERATOR'), retry);
    expect(await fixture.stateOf(run.id)).toBe('FAILED');
    await fixture.expectNothingStuck();
  });

  it('[D118] disabled persons cannot vote; a quorum that cannot be reached any more closes the task', async () => {
    const run = await begin('veto');
    const taskId = await taskOf(run.id);
    const { subProjectId } = fixture;
    const status = await fixture.useCases.getApprovalStatus(fixture.caller('OWNER'), { subProjectId, taskId });
    const everybody = status.canVote.map(({ name }) => name);
    expect(everybody).toContain('MANAGER');
    expect(everybody).not.toContain('READER');
    expect(everybody).not.toContain('LIMITED');
    expect(await vote('MANAGER', taskId, 'reject')).toMatchObject({ runId: { state: 'REJECTED' }, result: 'rejected' });
    await fixture.db`update users set disabled = true where id = ${fixture.userId('PARTIAL')}`;
    try {
      const again = await taskOf((await begin('veto')).id);
      const later = await fixture.useCases.getApprovalStatus(fixture.caller('OWNER'), { subProjectId, taskId: again });
      expect(later.canVote.map(({ name }) => name)).not.toContain('PARTIAL');
      expect(later.excluded).toMatchObject([{ name: 'PARTIAL', reasons: [{ rule: 'disabled' }] }]);
    } finally {
      await fixture.db`update users set disabled = false where id = ${fixture.userId('PARTIAL')}`;
    }
  });

  it('[D118] a row filter decides who can vote, for each person by itself', async () => {
    const nobody = await begin('covered');
    expect(nobody.state).toBe('FAILED');
    const run = await begin('covered', { assignee: fixture.userId('ASSIGNEE') });
    const taskId = await taskOf(run.id);
    const { subProjectId } = fixture;
    const status = await fixture.useCases.getApprovalStatus(fixture.caller('OWNER'), { subProjectId, taskId });
    expect(status.canVote).toEqual([{ id: fixture.userId('ASSIGNEE'), name: 'ASSIGNEE' }]);
  });

  it('[D116] a request for changes goes back, and the next round starts without votes', async () => {
    const run = await begin('changes');
    const taskId = await taskOf(run.id, 't');
    await vote('OWNER', taskId, 'approve');
    expect(await refused(vote('MANAGER', taskId, 'requestChanges'))).toMatchObject({
      id: 1232,
      detail: expect.stringContaining('say what has to change'),
    });
    const asked = await vote('MANAGER', taskId, 'requestChanges', { reason: 'Add the offer' });
    expect(asked).toMatchObject({ result: 'changesRequested', runId: { state: 'PAUSED' } });
    const fix = await taskOf(run.id, 'fix');
    const { subProjectId, useCases } = fixture;
    const shown = await useCases.getTask(fixture.caller('OWNER'), { subProjectId, taskId: fix });
    expect(shown.decisions).toMatchObject([{ taskId, approved: null, comment: 'Add the offer' }]);
    await useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), {
      subProjectId,
      runId: run.id,
      taskId: fix,
      approved: true,
    });
    const again = await taskOf(run.id, 't');
    expect(again).not.toBe(taskId);
    await vote('MANAGER', again, 'approve');
    expect(await vote('OWNER', again, 'approve')).toMatchObject({ runId: { state: 'COMPLETED' } });
  });

  it('[D116] of votes at the same instant every one counts, and the one after the last is refused', async () => {
    const taskId = await taskOf((await begin('quorum')).id);
    const voters = ['OWNER', 'MANAGER', 'OPERATOR'] as const;
    const outcomes = await Promise.allSettled(voters.map((who) => vote(who, taskId, 'approve')));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.result] : []));
    expect(won.toSorted()).toEqual(['approved', 'open']);
    const lost = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as CatalogueError] : [],
    );
    expect(lost).toMatchObject([{ id: 1209, status: 409 }]);
    const same = await taskOf((await begin('quorum')).id);
    const twice = await Promise.allSettled([vote('OWNER', same, 'approve'), vote('OWNER', same, 'approve')]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('[D116] votes have files of the process that the voter sees', async () => {
    const file = newId();
    const other = newId();
    const sha256 = 'ab'.repeat(32);
    processFiles = [
      { id: file, fileName: 'offer.pdf', size: '12', sha256 },
      { id: other, fileName: 'note.txt', size: '3' },
    ];
    const deps = { ...fixture.deps, processFiles: async () => processFiles as never };
    const { castVote } = await import('./operations/tasks/cast-vote.js');
    const taskId = await taskOf((await begin('files')).id);
    const { subProjectId } = fixture;
    const cast = (who: Who, fileIds: string[]) =>
      castVote(deps)(fixture.caller(who), { subProjectId, taskId, outcome: 'approve', fileIds });
    expect(await refused(cast('OWNER', [newId()]))).toMatchObject({ id: 1200 });
    await cast('OWNER', [file, other, file]);
    const { task } = await fixture.useCases.getTask(fixture.caller('OWNER'), { subProjectId, taskId });
    expect(task.approval?.votes).toMatchObject([{ outcome: 'approve', fileIds: [file, other] }]);
    // [D180] Evidence has the hashes, and says where there is none.
    const [said] = await fixture.owner<{ files: object }>`
      select a.statement::jsonb -> 'decision' -> 'files' as files from audit_log a
      where a.statement::jsonb -> 'task' ->> 'id' = ${taskId}`;
    expect(said?.files).toEqual([
      { id: file, name: 'offer.pdf', size: '12', sha256 },
      { id: other, name: 'note.txt', size: '3', sha256: null },
    ]);
  });

  it('[D116] a preview of a vote keeps nothing', async () => {
    const taskId = await taskOf((await begin('quorum')).id);
    const { subProjectId } = fixture;
    const previewed = await fixture.useCases.previewDecision(fixture.caller('OWNER'), {
      subProjectId,
      taskId,
      approved: true,
    });
    expect(previewed).toMatchObject({ runId: { state: 'PAUSED' } });
    expect(await vote('OWNER', taskId, 'approve')).toMatchObject({ result: 'open' });
  });

  it('[D116] the inbox shows the votes, and does not ask a person twice', async () => {
    const taskId = await taskOf((await begin('quorum')).id);
    await vote('MANAGER', taskId, 'approve');
    const inboxOf = async (who: Who) => {
      const { tasks } = await fixture.useCases.getInbox(fixture.caller(who), {
        view: 'team',
        subProjectIds: fixture.subProjectId,
        limit: '100',
      });
      return tasks.find(({ task }) => task.id === taskId);
    };
    expect(await inboxOf('MANAGER')).toMatchObject({
      allowed: { decide: false },
      task: { approval: { approvals: 1 } },
    });
    expect(await inboxOf('OWNER')).toMatchObject({ allowed: { decide: true, claim: false } });
  });

  it('[D116] the votes go with the process', async () => {
    const run = await begin('quorum');
    const taskId = await taskOf(run.id);
    await vote('OWNER', taskId, 'approve');
    await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      runId: run.id,
    });
    const { eraseRunsOf } = await import('./records/erase-runs.js');
    const { transaction } = await import('../postgres/database.js');
    const count = async () => (await fixture.db`select 1 from task_votes where task_id = ${taskId}`).length;
    expect(await count()).toBe(1);
    await transaction(fixture.db, (tx) => eraseRunsOf(tx, fixture.subProjectId, run.processId));
    expect(await count()).toBe(0);
  });
});
