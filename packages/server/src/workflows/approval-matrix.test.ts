import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const rule = (id: string, condition: string, ...outputs: readonly string[]): string =>
  `<rule id="${id}"><inputEntry><text>${condition}</text></inputEntry>${outputs
    .map((output) => `<outputEntry><text>${output}</text></outputEntry>`)
    .join('')}</rule>`;

const approvers = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="f" name="f" namespace="urn:test">
  <decision id="approvers" name="approvers"><variable name="approvers" />
    <decisionTable hitPolicy="UNIQUE">
      <input><inputExpression typeRef="number"><text>process.fields.amount</text></inputExpression></input>
      <output name="groups" typeRef="string" /><output name="quorum" typeRef="number" /><output name="within" typeRef="string" />
      ${rule('small', '&lt; 1000', '"MANAGER"', '1', '"P2D"')}
      ${rule('large', '[1000..5000]', '"MANAGER, OWNER"', '2', 'null')}
      ${rule('alone', '(5000..9000]', '"MANAGER"', '2', 'null')}
    </decisionTable>
  </decision>
</definitions>`;

const workflows = {
  matrix: withVotes(diagram('matrix', start(), user('t'), end(), flow('s t e')), { t: 'matrix="approvers"' }),
};

describe('an approval matrix', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows, decisions: { approvers } });
  });
  afterAll(() => fixture.drop());

  const begin = async (amount: number) => {
    const processId = await fixture.createProcess({ amount });
    const { id } = await fixture.execute('matrix', processId);
    return { runId: id, processId };
  };
  const detailOf = async (runId: string) => {
    const { subProjectId, useCases } = fixture;
    return (await useCases.getWorkflowRun(fixture.caller('ADMIN'), { subProjectId, runId })).detail;
  };
  const vote = (who: 'OWNER' | 'MANAGER', taskId = '') =>
    fixture.useCases.castVote(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      taskId,
      outcome: 'approve',
    });

  it('[D163] names who votes and until when, on the amount of that instant, and is told in the timeline', async () => {
    const before = Date.now();
    const small = await begin(999);
    const [task] = (await detailOf(small.runId)).tasks;
    expect(task).toMatchObject({ candidateGroups: ['MANAGER'], approval: { quorum: 1 } });
    expect(Date.parse(task?.dueTs ?? '') - before).toBeGreaterThanOrEqual(2 * 86_400_000 - 1);
    await expect(vote('OWNER', task?.id)).rejects.toMatchObject({ id: 1209 });
    expect(await vote('MANAGER', task?.id)).toMatchObject({ result: 'approved' });
    const timeline = await fixture.useCases.getRunTimeline(fixture.caller('ADMIN'), {
      subProjectId: fixture.subProjectId,
      runId: small.runId,
    });
    expect(JSON.stringify(timeline)).toContain('"small"');
    const large = await begin(1000);
    const [two] = (await detailOf(large.runId)).tasks;
    expect(two).toMatchObject({ candidateGroups: ['MANAGER', 'OWNER'], approval: { quorum: 2 }, dueTs: null });
    expect(await vote('OWNER', two?.id)).toMatchObject({ result: 'open' });
    expect(await vote('MANAGER', two?.id)).toMatchObject({ result: 'approved' });
  });

  it('[D163] a gap, or a rule that too few persons meet, is an incident; a retry reads the amount again', async () => {
    const { subProjectId, useCases } = fixture;
    for (const [amount, kind] of [
      [9001, 'expression'],
      [6000, 'unapprovable'],
    ] as const) {
      const { runId, processId } = await begin(amount);
      const { incidents, tasks } = await detailOf(runId);
      expect([tasks, incidents]).toMatchObject([[], [{ kind }]]);
      await useCases.updateProcessField(fixture.caller('OWNER'), {
        subProjectId,
        processId,
        updates: { amount: 10 },
      });
      await useCases.retryIncident(fixture.caller('OPERATOR'), {
        subProjectId,
        runId,
        incidentId: incidents[0]?.id ?? '',
      });
      expect((await detailOf(runId)).tasks).toMatchObject([{ candidateGroups: ['MANAGER'], approval: { quorum: 1 } }]);
    }
  });

  it('[D163] a deployment without the decision is refused', async () => {
    const other = workflows.matrix.replace('matrix="approvers"', 'matrix="aprovers"');
    await expect(fixture.deploy({ matrix: other })).rejects.toThrow(/called decision "aprovers"/);
  });
});
