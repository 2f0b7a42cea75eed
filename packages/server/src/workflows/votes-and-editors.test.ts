import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagram, end, flow, service, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

/** Two persons enter an amount, the run sets it, and somebody who did not approves it. */
const workflows = {
  entered: withVotes(
    diagram(
      'entered',
      start(),
      user('enter'),
      service('set', 'process.update', { inputs: { updates: '={amount: limit}' } }),
      user('approve'),
      end(),
      flow('s enter set approve e'),
    ),
    { enter: 'quorum="3"', approve: 'separation="editor:amount"' },
  ),
};

describe('the rule editor', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows });
  });
  afterAll(() => fixture.drop());

  const taskOf = async (runId: string) => {
    const { subProjectId, useCases } = fixture;
    const { detail } = await useCases.getWorkflowRun(fixture.caller('ADMIN'), { subProjectId, runId });
    return detail.tasks[0]?.id ?? '';
  };
  const vote = (who: Who, taskId: string, payload?: object) =>
    fixture.useCases.castVote(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      taskId,
      outcome: 'approve',
      ...(payload === undefined ? {} : { payload }),
    });
  const rulesAbout = async (who: Who, taskId: string) => {
    const { subProjectId, useCases } = fixture;
    const question = { subProjectId, taskId, userId: fixture.userId(who) };
    const { reasons } = await useCases.explainApproval(fixture.caller('ADMIN'), question);
    return reasons.map(({ separation }) => separation);
  };

  it('[D126] counts everybody who entered a value with a vote, not only who closed the task', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('entered', processId);
    const enter = await taskOf(run.id);
    await vote('MANAGER', enter, { limit: 5 });
    await vote('PARTIAL', enter);
    await vote('OPERATOR', enter, { note: 'fine' });
    expect((await fixture.process(processId)).fields).toMatchObject({ amount: 5 });
    const approve = await taskOf(run.id);
    await expect(vote('MANAGER', approve)).rejects.toMatchObject({ id: 1209 });
    expect(await rulesAbout('MANAGER', approve)).toEqual(['editor:amount']);
    expect(await rulesAbout('OPERATOR', approve)).toEqual(['editor:amount']);
    // Who entered nothing has set nothing.
    expect(await rulesAbout('PARTIAL', approve)).toEqual([]);
    const [row] = await fixture.db`
      select by_id as by, after from audit_log where process_id = ${processId} and action = 'process.update'`;
    expect(row).toEqual({
      by: fixture.userId('OPERATOR'),
      after: { fields: { amount: 5 }, enteredBy: [fixture.userId('MANAGER')] },
    });
    expect(await vote('PARTIAL', approve)).toMatchObject({ result: 'approved' });
  });
});
