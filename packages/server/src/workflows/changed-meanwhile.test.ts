import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeStatement } from '../testing/before-statement.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const plain = diagram('plain', start(), user('look'), end(), flow('s look e'));

describe('[D188] what is written by one statement after it was read without a lock', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { plain } });
    await fixture.execute('plain', await fixture.createProcess());
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const update = (processId: string, updates: object, ifMatch?: string) =>
    fixture.useCases.updateProcessField(
      { ...fixture.caller('OWNER'), ...(ifMatch === undefined ? {} : { ifMatch }) },
      { subProjectId: fixture.subProjectId, processId, updates: { ...updates } },
    );
  const claim = (who: Who, taskId: string) =>
    fixture.useCases.claimTask(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const audited = async (action: string, subjectId: string) =>
    fixture.db<{ before: unknown; after: unknown }>`
      select before, after from audit_log where action = ${action} and subject_id = ${subjectId} order by created_ts, id`;

  it('an update is judged and recorded on the process as another update left it', async () => {
    const processId = await fixture.createProcess({ amount: 1 });
    await beforeStatement(
      'update processes',
      () => update(processId, { amount: 2, notes: 'first' }),
      () => update(processId, { amount: 3 }),
    );
    expect((await fixture.process(processId)).fields).toMatchObject({ amount: 3, notes: 'first' });
    expect(await audited('process.update', processId)).toEqual([
      { before: { fields: { amount: 1, notes: null } }, after: { fields: { amount: 2, notes: 'first' } } },
      { before: { fields: { amount: 2 } }, after: { fields: { amount: 3 } } },
    ]);
  });

  it('an update for one version is refused when the version is over', async () => {
    const processId = await fixture.createProcess({ amount: 1 });
    const [row] = await fixture.db<{ version: number }>`select version from processes where id = ${processId}`;
    const refused = await beforeStatement(
      'update processes',
      () => update(processId, { amount: 2 }),
      () => refusal(update(processId, { amount: 3 }, String(row?.version))),
    );
    expect(refused).toMatchObject({ status: 412 });
    expect((await fixture.process(processId)).fields.amount).toBe(2);
    expect(await audited('process.update', processId)).toHaveLength(1);
  });

  it('updates that meet follow one another', async () => {
    const processId = await fixture.createProcess({ amount: 0 });
    const amounts = Array.from({ length: 12 }, (_, index) => index + 1);
    await Promise.all(amounts.map((amount) => update(processId, { amount })));
    const rows = await audited('process.update', processId);
    const amountOf = (part: unknown): number => (part as { fields: { amount: number } }).fields.amount;
    const last = (await fixture.process(processId)).fields.amount as number;
    const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
    expect(sorted(rows.map(({ after }) => amountOf(after)))).toEqual(amounts);
    expect(sorted([...rows.map(({ before }) => amountOf(before)), last])).toEqual([0, ...amounts]);
  });

  it('a claim is refused, and not recorded, when somebody else has the task by then', async () => {
    const run = await fixture.execute('plain', await fixture.createProcess());
    const [task] = await fixture.db<{ id: string }>`select id from tasks where run_id = ${run.id}`;
    const taskId = task?.id ?? '';
    const refused = await beforeStatement(
      'update tasks',
      () => claim('OWNER', taskId),
      () => refusal(claim('MANAGER', taskId)),
    );
    expect(refused).toMatchObject({ id: 1009 });
    expect(await audited('task.claim', taskId)).toEqual([
      { before: { assignee: null }, after: { assignee: fixture.userId('OWNER') } },
    ]);
  });

  it('no run is started on a process that was deleted', async () => {
    const processId = await fixture.createProcess();
    const refused = await beforeStatement(
      'insert into runs',
      () => fixture.owner`delete from processes where id = ${processId}`,
      () => refusal(fixture.execute('plain', processId)),
    );
    expect(refused).toMatchObject({ id: 1239 });
    expect(await fixture.db`select from runs where process_id = ${processId}`).toHaveLength(0);
  });
});
