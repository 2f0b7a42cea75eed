import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Transaction, transaction } from '../postgres/database.js';
import { choice, diagram, end, flow, start, update, user } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

/** What the decision does depends on the process as it is when the run is locked. */
const weighing = diagram(
  'weighing',
  start(),
  user('approve'),
  choice('big', 'big-e'),
  update('high', '={notes: "high"}'),
  end(),
  flow('s approve big'),
  flow('big high', '=process.fields.amount > 100'),
  flow('high e'),
  flow('big e'),
);
const stored = diagram(
  'stored',
  start(),
  user('approve'),
  update('keep', '={notes: "kept"}'),
  end(),
  flow('s approve keep e'),
);
const twice = diagram('twice', start(), user('first'), user('second'), end(), flow('s first second e'));

describe('a decision that waits for the lock of its run', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { weighing, stored, twice } });
  });
  afterAll(async () => {
    await fixture.drop();
  });

  const started = async (key: string, fields: object = {}) => {
    const processId = await fixture.createProcess(fields);
    return { processId, runId: (await fixture.execute(key, processId)).id };
  };
  const decide = (runId: string, more: object = {}) =>
    fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      runId,
      approved: true,
      ...more,
    });
  /** Sends a request while another transaction holds the run's row, and ends that transaction when the request waits for it. */
  const whileHeld = async <T>(
    runId: string,
    request: () => Promise<T>,
    meanwhile: (tx: Transaction) => Promise<unknown>,
  ) => {
    const { promise, start: begin } = deferred(request);
    await transaction(fixture.db, async (tx) => {
      await tx`select 1 from runs where id = ${runId} for update`;
      begin();
      await expect
        .poll(
          async () =>
            (
              await fixture.db`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            ).length,
          {
            timeout: 10_000,
            interval: 10,
          },
        )
        .toBeGreaterThan(0);
      await meanwhile(tx);
    });
    return promise;
  };

  it('goes by what the process has become meanwhile', async () => {
    const { processId, runId } = await started('weighing', { amount: 1 });
    const { subProjectId, useCases } = fixture;
    const updated = await whileHeld(
      runId,
      () => decide(runId),
      () =>
        useCases.updateProcessField(fixture.caller('OWNER'), { subProjectId, processId, updates: { amount: 1000 } }),
    );
    expect(updated.runId.state).toBe('COMPLETED');
    expect((await fixture.process(processId)).fields).toEqual({ amount: 1000, notes: 'high' });
  });

  it('does not complete the task that came after the one it was about', async () => {
    const { runId } = await started('twice');
    const first = decide(runId);
    const both = await Promise.allSettled([first, decide(runId)]);
    const won = both.filter(({ status }) => status === 'fulfilled').length;
    const [row] = await fixture.db<{ completed: number }>`
      select count(*) as completed from tasks where run_id = ${runId} and state = 'COMPLETED'`;
    expect(row?.completed).toBe(won);
    const other = await started('twice');
    const late = whileHeld(
      other.runId,
      () => decide(other.runId),
      // As another decision leaves it: the first task is done, a second one is open.
      (tx) => tx`update tasks set state = 'COMPLETED', completed_ts = now() where run_id = ${other.runId}`,
    );
    await expect(late).rejects.toMatchObject({ id: 1209, status: 409 });
  });

  it('is refused when its task was completed meanwhile', async () => {
    const { processId, runId } = await started('stored');
    const late = whileHeld(
      runId,
      () => decide(runId),
      (tx) => tx`update tasks set state = 'CANCELLED', completed_ts = now() where run_id = ${runId}`,
    );
    await expect(late).rejects.toMatchObject({ id: 1209, status: 409 });
    expect((await fixture.process(processId)).fields).toEqual({});
  });

  it('wins or loses whole against a cancellation', async () => {
    const { subProjectId, useCases } = fixture;
    for (let round = 0; round < 10; round += 1) {
      const { processId, runId } = await started('stored');
      const [decided, cancelled] = await Promise.allSettled([
        decide(runId),
        useCases.cancelWorkflowRun(fixture.caller('OWNER'), { subProjectId, runId }),
      ]);
      const won = decided.status === 'fulfilled';
      expect(await fixture.stateOf(runId)).toBe(won ? 'COMPLETED' : 'CANCELLED');
      expect((await fixture.process(processId)).fields).toEqual(won ? { notes: 'kept' } : {});
      expect(won && cancelled.status === 'fulfilled').toBe(false);
    }
  });

  it('follows the diagram that the run was migrated to meanwhile', async () => {
    const { processId, runId } = await started('stored');
    const { subProjectId, useCases } = fixture;
    const other = diagram(
      'stored',
      start(),
      user('approve'),
      update('keep', '={notes: "anew"}'),
      end(),
      flow('s approve keep e'),
    );
    await fixture.deploy({ weighing, stored: other, twice });
    const [decided, migrated] = await Promise.allSettled([
      decide(runId),
      useCases.migrateRun(fixture.caller('OPERATOR'), { subProjectId, runId }),
    ]);
    expect(decided.status).toBe('fulfilled');
    const notes = migrated.status === 'fulfilled' ? 'anew' : 'kept';
    expect((await fixture.process(processId)).fields).toEqual({ notes });
  });

  it('several runs that change one process at once follow one another', async () => {
    const processId = await fixture.createProcess({ amount: 1000 });
    const runs = await Promise.all(Array.from({ length: 8 }, () => fixture.execute('weighing', processId)));
    await Promise.all(runs.map(({ id }) => decide(id)));
    const [row] = await fixture.db<{ version: number; rows: number }>`
      select version, (select count(*) from audit_log a where a.process_id = p.id and a.action = 'process.update') as rows
      from processes p where id = ${processId}`;
    // All eight set the same note: the first changes the process, the others find nothing to change.
    expect(row).toEqual({ version: 2, rows: 1 });
  });
});

/** Work that is started later than its result is asked for. */
function deferred<T>(work: () => Promise<T>) {
  let start: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    start = resolve;
  });
  const promise = begun.then(work);
  promise.catch(() => undefined);
  return { promise, start: () => start?.() };
}
