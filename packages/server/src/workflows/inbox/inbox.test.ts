import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { sql } from '../../postgres/database.js';
import { diagram, end, flow, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, documentOf, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';

const review = diagram(
  'review',
  start(),
  user('check', { candidateGroups: '=["MANAGER", "OWN_RUNS"]' }),
  end(),
  flow('s check e'),
);
const open = diagram('open', start(), user('look'), end(), flow('s look e'));

type Query = Omit<Parameters<WorkflowFixture['useCases']['getInbox']>[1], 'subProjectId'>;

describe('getInbox', () => {
  let fixture: WorkflowFixture;
  let processes: readonly string[];
  let runs: readonly { readonly id: string; readonly processId: string }[];

  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { review, open } });
    processes = [
      await fixture.createProcess({ amount: 5, notes: 'Acme' }),
      await fixture.createProcess({ amount: 7, assignee: fixture.userId('ASSIGNEE') }),
      await fixture.createProcess({ amount: 9, assignee: fixture.userId('OWN_RUNS') }),
    ];
    runs = await Promise.all(
      processes.map(async (processId) => ({ processId, ...(await fixture.execute('open', processId)) })),
    );
  });
  afterAll(() => fixture.drop());
  beforeEach(() => fixture.owner.script('delete from tasks'));

  const inbox = (who: Who, query: Query = {}) => fixture.useCases.getInbox(fixture.caller(who), query);
  const everyone: readonly Who[] = [
    'OWNER',
    'MANAGER',
    'ASSIGNEE',
    'LIMITED',
    'OWN_RUNS',
    'PARTIAL',
    'STRANGER',
    'ADMIN',
  ];
  const names = [...everyone.map((who) => `client-${who}`), ...everyone.map((who) => who as string)];

  /** What a task may be like; candidates by client id, by user id and by role. */
  const anyTask = fc.record({
    on: fc.nat(2),
    workflow: fc.constantFrom('review', 'open'),
    name: fc.constantFrom<string>('Approve', 'Check twice', 'check'),
    assignee: fc.option(fc.constantFrom(...names), { nil: null, freq: 2 }),
    users: fc.subarray(names, { maxLength: 2 }),
    groups: fc.subarray(['MANAGER', 'OWNER', 'OWN_RUNS', 'NOBODY'], { maxLength: 2 }),
    due: fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }),
    priority: fc.constantFrom(10, 50, 80),
    age: fc.nat(5),
    state: fc.constantFrom('OPEN' as const, 'OPEN' as const, 'OPEN' as const, 'COMPLETED' as const),
  });
  type AnyTask = typeof anyTask extends fc.Arbitrary<infer T> ? T : never;

  /** A name of the table above as a task holds it: half of them are user ids. */
  const nameOf = (name: string): string => (name.startsWith('client-') ? name : fixture.userId(name as Who));

  async function insert(tasks: readonly AnyTask[]): Promise<void> {
    if (tasks.length === 0) return;
    const now = Date.now();
    await fixture.db`insert into tasks ${sql.rows(
      tasks.map((task) => ({
        sub_project_id: fixture.subProjectId,
        id: newId(),
        run_id: runs[task.on]?.id ?? '',
        workflow_id: fixture.workflowId(task.workflow),
        process_id: processes[task.on] ?? '',
        element_id: 'check',
        element_key: 1,
        name: task.name,
        state: 'OPEN',
        assignee: task.assignee === null ? null : nameOf(task.assignee),
        candidate_groups: task.groups,
        candidate_users: task.users.map(nameOf),
        due_ts: task.due === null ? null : new Date(now + task.due * 3_600_000),
        priority: task.priority,
        created_ts: new Date(now - task.age * 60_000),
      })),
    )}`;
  }

  /** Closes some, reassigns some: what a trigger could forget. */
  async function change(step: number): Promise<void> {
    const every = (what: number) => sql`get_byte(uuid_send(id), 15) % 5 = ${what}`;
    await fixture.db`update tasks set state = 'COMPLETED', completed_ts = created_ts, approved = true,
      completed_by = ${fixture.userId('MANAGER')} where ${every(step)}`;
    await fixture.db`update tasks set assignee = ${fixture.userId('ASSIGNEE')} where state = 'OPEN' and ${every(step + 1)}`;
    await fixture.db`update tasks set assignee = null, candidate_groups = '{MANAGER}', priority = 90
      where state = 'OPEN' and ${every(step + 2)}`;
  }

  /** All pages, and the counts of the first. */
  async function readAll(who: Who, query: Query) {
    const first = await inbox(who, { ...query, limit: '3' });
    const tasks = [...first.tasks];
    for (let { next } = first; next !== null; ) {
      const page = await inbox(who, { ...query, limit: '3', after: next });
      tasks.push(...page.tasks);
      next = page.next;
    }
    return { tasks, counts: first.counts };
  }

  const listed = async (who: Who, view: 'mine' | 'claimable'): Promise<readonly string[]> => {
    const query = { subProjectId: fixture.subProjectId, view, perPageCount: '1000' };
    const { tasks } = await fixture.useCases.getTasks(fixture.caller(who), query).catch(() => ({ tasks: [] }));
    return tasks.map(({ id }) => id).toSorted();
  };

  it('has exactly the tasks of getTasks, page by page and in every order, whatever happens to tasks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTask, { maxLength: 14 }),
        fc.nat(2),
        fc.subarray([...everyone], { minLength: 2, maxLength: 3 }),
        fc.constantFrom('due', 'priority', 'created', '-created'),
        async (tasks, step, whose, sort) => {
          await fixture.owner.script('delete from tasks');
          await insert(tasks);
          await change(step);
          for (const who of whose) {
            const mine = await readAll(who, { view: 'mine', sort });
            const team = await readAll(who, { view: 'team', sort });
            expect(mine.tasks.map(({ task }) => task.id).toSorted()).toEqual(await listed(who, 'mine'));
            expect(team.tasks.map(({ task }) => task.id).toSorted()).toEqual(await listed(who, 'claimable'));
            const both = [...mine.tasks, ...team.tasks];
            expect(team.counts).toEqual({
              mine: mine.tasks.length,
              team: team.tasks.length,
              overdue: both.filter(({ overdue }) => overdue).length,
              atLeast: false,
            });
            for (const list of [mine.tasks, team.tasks]) {
              const keys = list.map(({ task }) => keyOf(sort, task));
              expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)));
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  /** A text that sorts as the order does. */
  function keyOf(
    sort: string,
    { dueTs, priority, createdTs }: { dueTs: string | null; priority: number; createdTs: string },
  ) {
    if (sort === 'due') return dueTs ?? '~';
    if (sort === 'priority') return `${100 - priority} ${createdTs}`;
    const age = Date.parse(createdTs);
    return String(sort === 'created' ? age : 1e15 - age);
  }

  const task = (changes: Partial<AnyTask> = {}): AnyTask => ({
    on: 0,
    workflow: 'open',
    name: 'Approve',
    assignee: null,
    users: [],
    groups: [],
    due: null,
    priority: 50,
    age: 0,
    state: 'OPEN',
    ...changes,
  });

  it('allows what the operations on tasks allow', async () => {
    await insert([
      task({ name: 'mine', assignee: 'MANAGER', on: 0 }),
      task({ name: 'ours', groups: ['MANAGER'], workflow: 'review' }),
      task({ name: 'theirs', assignee: 'OWNER' }),
    ]);
    const allowed = async (who: Who, query: Query) =>
      Object.fromEntries((await inbox(who, query)).tasks.map((row) => [row.task.name, row.allowed]));
    const nothing = { claim: false, release: false, decide: false, assign: false, update: false };
    expect(await allowed('MANAGER', { view: 'mine' })).toEqual({
      mine: { claim: false, release: true, decide: true, assign: true, update: true },
    });
    expect(await allowed('MANAGER', { view: 'team' })).toEqual({
      ours: { claim: true, release: false, decide: true, assign: true, update: false },
    });
    const ofOwner = { view: 'team', assignee: fixture.userId('OWNER') };
    expect(await allowed('MANAGER', ofOwner)).toEqual({ theirs: nothing });
    expect(await allowed('OPERATOR', ofOwner)).toEqual({
      theirs: { ...nothing, release: true, decide: true, assign: true, update: true },
    });
    expect(await allowed('READER', ofOwner)).toEqual({ theirs: nothing });
    // Its row filter leaves the process out.
    expect(await allowed('ASSIGNEE', ofOwner)).toEqual({});
  });

  it('shows of a process what getProcess shows', async () => {
    await insert([task({ assignee: 'PARTIAL' }), task({ assignee: 'MANAGER' })]);
    const [partial] = (await inbox('PARTIAL')).tasks;
    expect(partial).toMatchObject({
      process: { id: processes[0], state: 'INIT', stageKey: 'stage_init', title: 'Acme', fields: { notes: 'Acme' } },
      subProject: { id: fixture.subProjectId, name: 'Orders' },
      workflow: { id: fixture.workflowId('open'), name: 'Workflow open' },
      hasForm: false,
      commentRequired: false,
    });
    expect(Object.keys(partial?.process?.fields ?? {})).toEqual(['notes']);
    const { tasks, names } = await inbox('MANAGER');
    expect(tasks[0]?.process?.fields).toEqual({ amount: 5, notes: 'Acme' });
    expect(names).toEqual({ [fixture.userId('MANAGER')]: 'MANAGER' });
    const caller = fixture.caller('MANAGER');
    const narrow = { ...caller, principal: { ...caller.principal, scopes: ['workflow'] } } as typeof caller;
    expect((await fixture.useCases.getInbox(narrow, {})).tasks[0]?.process).toBeNull();
  });

  it('filters', async () => {
    await insert([
      task({ name: 'Late', assignee: 'MANAGER', due: -1, priority: 80 }),
      task({ name: 'Soon', assignee: 'MANAGER', due: 2, workflow: 'review' }),
      task({ name: 'Some time', assignee: 'MANAGER', age: 5 }),
    ]);
    const named = async (query: Query) => (await inbox('MANAGER', query)).tasks.map(({ task: { name } }) => name);
    expect(await named({})).toEqual(['Late', 'Soon', 'Some time']);
    expect(await named({ text: 'SO' })).toEqual(['Soon', 'Some time']);
    expect(await named({ workflowIds: fixture.workflowId('review') })).toEqual(['Soon']);
    expect(await named({ priorityFrom: '60' })).toEqual(['Late']);
    expect(await named({ priorityTo: '60' })).toEqual(['Soon', 'Some time']);
    expect(await named({ dueTsTo: new Date().toISOString() })).toEqual(['Late']);
    expect(await named({ dueTsFrom: new Date().toISOString() })).toEqual(['Soon']);
    expect(await named({ createdTsTo: new Date(Date.now() - 60_000).toISOString() })).toEqual(['Some time']);
    expect(await named({ subProjectIds: newId() })).toEqual([]);
    expect(await named({ subProjectIds: `${newId()},${fixture.subProjectId}`, limit: '1' })).toEqual(['Late']);
  });

  it('done has what the caller completed, the latest first', async () => {
    await insert([task({ name: 'a', age: 3 }), task({ name: 'b', age: 1 }), task({ name: 'c' })]);
    await fixture.db`update tasks set state = 'COMPLETED', approved = true, completed_ts = created_ts,
      completed_by = ${fixture.userId('MANAGER')} where name <> 'c'`;
    const done = await readAll('MANAGER', { view: 'done' });
    expect(done.tasks.map(({ task: { name } }) => name)).toEqual(['b', 'a']);
    expect((await inbox('MANAGER', { view: 'done', limit: '1' })).next).not.toBeNull();
    expect((await inbox('OWNER', { view: 'done' })).tasks).toEqual([]);
  });

  it('goes over all sub-projects of the caller', async () => {
    const other = newId();
    const document = { ...documentOf(['open'], fixture.userId), name: 'Claims' };
    await fixture.useCases.deploySubProject(fixture.caller('ADMIN'), {
      subProjectId: other,
      document: JSON.stringify(document),
      files: { 'open.bpmn': open },
    });
    const owner = fixture.caller('OWNER');
    const { id: processId } = await fixture.useCases.createProcess(owner, { subProjectId: other, fields: {} });
    const { workflows } = await fixture.useCases.getWorkflows(owner, {
      subProjectId: other,
      stageKeys: ['stage_init'],
    });
    await fixture.useCases.executeWorkflow(owner, {
      subProjectId: other,
      processId,
      stageKey: 'stage_init',
      workflowId: workflows[0]?.id ?? '',
    });
    await insert([task({ name: 'here', due: 1 })]);
    const { tasks, counts } = await inbox('MANAGER', { view: 'team' });
    expect(tasks.map(({ subProject, task: { name } }) => [subProject.name, name])).toEqual([
      ['Orders', 'here'],
      ['Claims', 'Task look'],
    ]);
    expect(counts).toEqual({ mine: 0, team: 2, overdue: 0, atLeast: false });
    const narrowed = await inbox('MANAGER', { view: 'team', subProjectIds: other });
    expect(narrowed.tasks.map(({ subProject }) => subProject.id)).toEqual([other]);
    expect(narrowed.counts.team).toBe(2);
    await fixture.owner`delete from tasks where sub_project_id = ${other}`;
  });

  it.each<Query>([
    { view: 'all' },
    { sort: 'name' },
    { limit: '0' },
    { limit: '101' },
    { priorityFrom: 'high' },
    { dueTsFrom: 'tomorrow' },
    { after: 'x' },
    { after: Buffer.from(`due.-999999999999999.0.${newId()}`).toString('base64url') },
    { after: Buffer.from(`due.999999999999999.0.${newId()}`).toString('base64url') },
    { assignee: 'somebody' },
  ])('refuses %j', async (query) => {
    await expect(inbox('MANAGER', query)).rejects.toMatchObject({ id: 1200, status: 400 });
  });

  it('refuses a position of another order', async () => {
    await insert([task({ assignee: 'MANAGER' }), task({ assignee: 'MANAGER' })]);
    const { next } = await inbox('MANAGER', { limit: '1' });
    await expect(inbox('MANAGER', { sort: 'priority', after: next ?? '' })).rejects.toMatchObject({ id: 1200 });
  });
});
