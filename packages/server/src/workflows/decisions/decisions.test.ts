import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decisionTable, dmnFile } from '../../testing/dmn.js';
import { foldRuleHits } from '../records/decisions/rule-hits.js';
import { choice, decide, diagram, end, flow, start, update, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';
import { workflowUseCases } from '../use-cases.js';

/** Who approves an amount; the limit is what the tests change. */
const approval = (limit: number, versionTag?: string) =>
  dmnFile(
    'approval',
    decisionTable('approval', {
      inputs: { amount: 'number' },
      rules: [
        [`< ${limit}`, '"nobody"'],
        [`>= ${limit}`, '"manager"'],
      ],
      ...(versionTag === undefined ? {} : { versionTag }),
    }),
  );
/** Two rules apply from 500 on. */
const overlapping = dmnFile(
  'approval',
  decisionTable('approval', {
    inputs: { amount: 'number' },
    rules: [
      ['< 1000', '"nobody"'],
      ['>= 500', '"manager"'],
    ],
  }),
);

const asks = (binding: Readonly<Record<string, string>> = {}) =>
  diagram(
    'asks',
    start(),
    decide('d', 'approval', binding, { amount: '=otherDetails.amount' }),
    update('note', '={notes: string(result)}'),
    user('u'),
    end(),
    flow('s d note u e'),
  );
const latest = asks();
const bound = asks({ bindingType: 'deployment' });
const tagged = asks({ bindingType: 'versionTag', versionTag: 'v1' });

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await createWorkflowFixture({
    workflows: { latest },
    decisions: { matrix: approval(1000) },
  });
});
afterAll(async () => {
  await fixture.expectNothingStuck();
  await fixture.drop();
});

const on = (runId: string) => ({ subProjectId: fixture.subProjectId, runId });

/** Executes a workflow with an amount, which the task gives to the decision. */
async function run(
  key: string,
  amount: unknown,
  fields: object = {},
): Promise<{ id: string; state: string; notes: unknown }> {
  const processId = await fixture.createProcess(fields);
  const started = await fixture.execute(key, processId, { amount });
  return { ...started, notes: (await fixture.process(processId)).fields.notes };
}

const evaluationsOf = async (runId: string, who: Who = 'OWNER') => {
  const { timeline } = await fixture.useCases.getRunTimeline(fixture.caller(who), {
    ...on(runId),
    perPageCount: '100',
  });
  return timeline.flatMap(({ event, detail }) =>
    event === 'decision' && detail !== null ? [(detail as { decision: Record<string, unknown> }).decision] : [],
  );
};
const simulate = (dmn: string, who: Who = 'OPERATOR', count?: number) =>
  fixture.useCases.simulateDecision(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    decisionId: 'approval',
    dmn,
    ...(count === undefined ? {} : { count }),
  });
const coverage = async (query: object = {}) => {
  const answer = await fixture.useCases.getDecisionCoverage(fixture.caller('OPERATOR'), {
    subProjectId: fixture.subProjectId,
    key: 'matrix',
    ...query,
  });
  return answer.tables[0]?.rules.map(({ hits }) => hits);
};

describe('a business rule task', () => {
  test('evaluates its decision in the step, and the timeline has the trace', async () => {
    const small = await run('latest', 10);
    expect(small).toMatchObject({ state: 'PAUSED', notes: 'nobody' });
    expect(await run('latest', 1000)).toMatchObject({ state: 'PAUSED', notes: 'manager' });
    expect(await evaluationsOf(small.id)).toEqual([
      {
        decisionId: 'approval',
        key: 'matrix',
        version: '1',
        value: 'nobody',
        trace: expect.objectContaining({
          decisions: [
            expect.objectContaining({
              decisionId: 'approval',
              value: 'nobody',
              tables: [
                {
                  tableId: 'approval_table',
                  inputs: [{ name: 'amount', value: 10 }],
                  rules: [{ ruleId: 'approval_1', index: 1, outputs: { approval: 'nobody' } }],
                },
              ],
            }),
          ],
        }),
      },
    ]);
  });

  test('[D13] shows the trace to those who may read the run, and to nobody else', async () => {
    const { id } = await run('latest', 10);
    expect(await evaluationsOf(id, 'READER')).toHaveLength(1);
    await expect(evaluationsOf(id, 'ASSIGNEE')).rejects.toMatchObject({ id: 1210 });
    await expect(evaluationsOf(id, 'STRANGER')).rejects.toMatchObject({ id: 1205 });
  });

  test('takes the decision of its binding: latest, deployed with the workflow, or with a version tag', async () => {
    const workflows = { latest, bound, tagged };
    await fixture.deploy(workflows, { matrix: approval(1000, 'v1') });
    expect(await Promise.all(['latest', 'bound', 'tagged'].map(async (key) => (await run(key, 500)).notes))).toEqual([
      'nobody',
      'nobody',
      'nobody',
    ]);
    const before = await run('bound', 500);
    // Bound workflows get a new version with their decisions; other versions keep theirs.
    await fixture.deploy(workflows, { matrix: approval(100, 'v2') });
    expect((await run('latest', 500)).notes).toBe('manager');
    expect((await run('bound', 500)).notes).toBe('manager');
    expect((await run('tagged', 500)).notes).toBe('nobody');
    const versions = async (runId: string) =>
      (await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), on(runId))).detail.workflowVersion;
    expect(await versions(before.id)).toBe('1');
    expect(await versions((await run('bound', 500)).id)).toBe('2');
    expect(await versions((await run('latest', 500)).id)).toBe('1');
  });

  test('a file that comes back is deployed anew, and its numbers count on', async () => {
    await fixture.deploy({ bound }, { matrix: approval(1000) });
    const versionOf = async () => {
      const { decisions } = await fixture.useCases.getDecisions(fixture.caller('OWNER'), {
        subProjectId: fixture.subProjectId,
      });
      return Number(decisions[0]?.version);
    };
    const before = await versionOf();
    await fixture.deploy({ bound }, { elsewhere: approval(100) });
    expect((await run('bound', 500)).notes).toBe('manager');
    await fixture.deploy({ bound }, { matrix: approval(1000) });
    expect((await run('bound', 500)).notes).toBe('nobody');
    expect(await versionOf()).toBe(before + 1);
  });

  test('runs that began before go on with the decision of their binding', async () => {
    const later = (binding: Readonly<Record<string, string>>) =>
      diagram(
        'later',
        start(),
        user('u'),
        decide('d', 'approval', binding),
        update('n', '={notes: result}'),
        end(),
        flow('s u d n e'),
      );
    const workflows = { latest, later: later({ bindingType: 'deployment' }) };
    await fixture.deploy(workflows, { matrix: approval(1000) });
    const processId = await fixture.createProcess();
    const { id: runId } = await fixture.execute('later', processId);
    await fixture.deploy(workflows, { matrix: approval(100) });
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), {
      ...on(runId),
      approved: true,
      payload: { amount: 500 },
    });
    expect((await fixture.process(processId)).fields.notes).toBe('nobody');
  });

  test('that calls a decision which the document does not have is refused, and one that is gone is an incident', async () => {
    await expect(
      fixture.deploy({ latest }, { matrix: approval(1).replaceAll('"approval"', '"approvals"') }),
    ).rejects.toMatchObject({
      id: 1232,
      errors: [{ detail: expect.stringMatching(/element d: no DMN file .* called decision "approval".*"approvals"/) }],
    });
    const named = asks().replace('decisionId="approval"', 'decisionId="=otherDetails.which"');
    await fixture.deploy({ latest: named }, { matrix: approval(1000) });
    const { id: runId } = await fixture.execute('latest', await fixture.createProcess(), { which: 'rebate' });
    const { incidents } = await fixture.useCases.getIncidents(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      kind: 'decision',
    });
    expect(incidents).toMatchObject([
      { runId, elementId: 'd', message: expect.stringContaining('has no decision "rebate"') },
    ]);
    await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), on(runId));
  });
});

describe('an evaluation that fails', () => {
  const incidentOf = async (runId: string) => {
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('OPERATOR'), on(runId));
    return detail.incidents.find(({ resolvedTs }) => resolvedTs === null);
  };
  const retry = (runId: string, incidentId: string) =>
    fixture.useCases.retryIncident(fixture.caller('OPERATOR'), { ...on(runId), incidentId });

  test('is an incident that names the rules; the retry takes the table that was deployed meanwhile', async () => {
    await fixture.deploy({ latest }, { matrix: overlapping });
    const failed = await run('latest', 700);
    expect(failed.state).toBe('FAILED');
    const incident = await incidentOf(failed.id);
    expect(incident).toMatchObject({
      kind: 'decision',
      elementId: 'd',
      message: expect.stringMatching(/approval_1.*approval_2/),
    });
    expect(await evaluationsOf(failed.id)).toMatchObject([{ value: null, failure: expect.any(String) }]);
    expect(await retry(failed.id, incident?.id ?? '')).toMatchObject({ runId: { state: 'FAILED' } });
    await fixture.deploy({ latest }, { matrix: approval(1000) });
    const again = await incidentOf(failed.id);
    expect(await retry(failed.id, again?.id ?? '')).toMatchObject({ runId: { state: 'PAUSED' } });
    expect((await evaluationsOf(failed.id)).map(({ value }) => value)).toEqual([null, null, 'nobody']);
  });

  test('of a decision that is bound to the version of the workflow goes on after migrateRun', async () => {
    await fixture.deploy({ bound }, { matrix: overlapping });
    const failed = await run('bound', 700);
    expect(failed.state).toBe('FAILED');
    await fixture.deploy({ bound }, { matrix: approval(500) });
    const stale = await retry(failed.id, (await incidentOf(failed.id))?.id ?? '');
    expect(stale).toMatchObject({ runId: { state: 'FAILED' } });
    await fixture.useCases.migrateRun(fixture.caller('OPERATOR'), on(failed.id));
    const mended = await retry(failed.id, (await incidentOf(failed.id))?.id ?? '');
    expect(mended).toMatchObject({ runId: { state: 'PAUSED' } });
    expect((await evaluationsOf(failed.id)).at(-1)).toMatchObject({ value: 'manager', key: 'matrix' });
  });
});

describe('getDecisionCoverage', () => {
  test('counts the rules of a version as they apply, before and after they were added up', async () => {
    await fixture.deploy({ latest }, { matrix: approval(321) });
    expect(await coverage()).toEqual([0, 0]);
    for (const amount of [1, 2, 1000]) await run('latest', amount);
    expect(await coverage()).toEqual([2, 1]);
    // Two servers fold at the same time.
    const folded = await Promise.all([foldRuleHits(fixture.db), foldRuleHits(fixture.db)]);
    expect((folded[0] ?? 0) + (folded[1] ?? 0)).toBeGreaterThan(0);
    expect(await coverage()).toEqual([2, 1]);
    await run('latest', 1000);
    await run('latest', 1);
    // Batches of one row.
    await foldRuleHits(fixture.db, 1);
    expect(await coverage()).toEqual([3, 2]);
    expect(await fixture.db`select 1 from decision_rule_deltas`).toHaveLength(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await coverage({ from: today, to: today })).toEqual([3, 2]);
    expect(await coverage({ to: '2020-01-01' })).toEqual([0, 0]);
    await fixture.deploy({ latest }, { matrix: approval(322) });
    expect(await coverage()).toEqual([0, 0]);
  });

  test.each<[Who, object, object]>([
    ['OPERATOR', { key: 'nothing' }, { id: 1200, status: 404 }],
    ['OPERATOR', { version: '99' }, { id: 1200, status: 404 }],
    ['OPERATOR', { version: 'x' }, { id: 1200, status: 404 }],
    ['OPERATOR', { from: '2026-02-30' }, { id: 1200, status: 400 }],
    ['MANAGER', {}, { id: 1209 }],
    ['STRANGER', {}, { id: 1209 }],
  ])('%s %j', async (who, query, error) => {
    const request = { subProjectId: fixture.subProjectId, key: 'matrix', ...query };
    await expect(fixture.useCases.getDecisionCoverage(fixture.caller(who), request)).rejects.toMatchObject(error);
  });
});

describe('evaluateDecision', () => {
  const evaluate = (request: object = {}, who: Who = 'OWNER') =>
    fixture.useCases.evaluateDecision(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      decisionId: 'approval',
      variables: { amount: 5000 },
      ...request,
    });
  beforeAll(() => fixture.deploy({ latest }, { matrix: approval(600) }));

  test('answers with the result and the rules, and stores nothing', async () => {
    const rows = () => fixture.db`select 1 from decision_evaluations`;
    const before = (await rows()).length;
    expect(await evaluate()).toMatchObject({
      decisionId: 'approval',
      key: 'matrix',
      value: 'manager',
      failure: null,
      trace: { decisions: [{ tables: [{ rules: [{ ruleId: 'approval_2' }] }] }] },
    });
    expect((await evaluate({ version: '1' })).version).toBe('1');
    expect(await rows()).toHaveLength(before);
    expect(await coverage()).toEqual([0, 0]);
  });

  test('an evaluation without a result says why', async () => {
    await fixture.deploy({ latest }, { matrix: overlapping });
    expect(await evaluate({ variables: { amount: 700 } })).toMatchObject({
      value: null,
      failure: { reason: 'hit-policy', decisionId: 'approval', ruleIds: ['approval_1', 'approval_2'] },
    });
  });

  test('[D12] needs a role whose call list has the key of the file', async () => {
    for (const who of ['READER', 'STRANGER', 'LIMITED'] as const) {
      await expect(evaluate({}, who)).rejects.toMatchObject({ id: 1209 });
    }
    for (const request of [{ decisionId: 'nothing' }, { version: '999' }]) {
      await expect(evaluate(request)).rejects.toMatchObject({ id: 1200, status: 404 });
    }
  });
});

describe('getDecisions and getDecisionDiagram', () => {
  test('list the decisions, and give back any version of their file', async () => {
    const [first, second] = [approval(11), approval(12)];
    await fixture.deploy({ latest }, { matrix: first });
    const reader = fixture.caller('READER');
    const { subProjectId } = fixture;
    const { decisions } = await fixture.useCases.getDecisions(reader, { subProjectId });
    expect(decisions).toMatchObject([{ decisionId: 'approval', kind: 'table', key: 'matrix', versionTag: null }]);
    const { version = '' } = decisions[0] ?? {};
    await fixture.deploy({ latest }, { matrix: second });
    const read = (query: object) =>
      fixture.useCases.getDecisionDiagram(reader, { subProjectId, key: 'matrix', ...query });
    expect(await read({})).toMatchObject({ dmn: second, version: String(Number(version) + 1) });
    expect(await read({ version })).toMatchObject({ dmn: first, version });
    await expect(read({ version: '0' })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(read({ key: 'nothing' })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(fixture.useCases.getDecisions(fixture.caller('STRANGER'), { subProjectId })).rejects.toMatchObject({
      id: 1205,
    });
  });
});

describe('simulateDecision', () => {
  beforeAll(async () => {
    await fixture.deploy({ latest }, { matrix: approval(1000) });
    for (const amount of [100, 600, 700, 1500]) await run('latest', amount);
  });

  test('shows which of the latest evaluations a changed table decides differently', async () => {
    const answer = await simulate(approval(650), 'OPERATOR', 4);
    expect(answer).toMatchObject({ decisionId: 'approval', compared: 4, same: 3, complete: true });
    expect(answer.differences).toMatchObject([
      {
        inputs: { amount: 700 },
        before: { value: 'nobody', ruleIds: ['approval_1'], failure: null },
        after: { value: 'manager', ruleIds: ['approval_2'], failure: null },
      },
    ]);
    expect((await simulate(approval(1000), 'OPERATOR', 4)).differences).toEqual([]);
    expect((await simulate(approval(50), 'OPERATOR', 1)).compared).toBe(1);
  });

  test('one that would fail is a difference', async () => {
    const { differences } = await simulate(overlapping, 'OPERATOR', 4);
    expect(differences).toMatchObject([
      { inputs: { amount: 700 }, after: { value: null, failure: expect.stringContaining('approval_2') } },
      { inputs: { amount: 600 }, after: { value: null, failure: expect.any(String) } },
    ]);
  });

  test('leaves out the runs that the row filter of the caller leaves out', async () => {
    await run('latest', 800, { assignee: fixture.userId('OWN_RUNS') });
    await expect(simulate(approval(1), 'MANAGER')).rejects.toMatchObject({ id: 1209 });
    const all = await simulate(approval(1), 'OPERATOR', 1000);
    const own = await simulate(approval(1), 'OWN_RUNS', 1000);
    expect(own).toMatchObject({ compared: 1, differences: [{ inputs: { amount: 800 } }] });
    expect(all.compared).toBeGreaterThan(own.compared);
  });

  test.each<[string, object]>([
    ['<definitions', { id: 1232, errors: [{ pointer: '/dmn' }] }],
    [
      approval(1).replaceAll('"approval"', '"other"'),
      { id: 1232, detail: expect.stringContaining('no decision "approval"') },
    ],
  ])('refuses a file that cannot be evaluated', async (dmn, error) => {
    await expect(simulate(dmn)).rejects.toMatchObject(error);
  });

  test('a user runs one at a time, and all users a few', async () => {
    const simulating: (() => void)[] = [];
    const { simulateDecision } = workflowUseCases({
      ...fixture.deps,
      async simulate(simulation) {
        await new Promise<void>((resolve) => simulating.push(resolve));
        return fixture.deps.simulate(simulation);
      },
    });
    const { subProjectId } = fixture;
    const request = { subProjectId, decisionId: 'approval', dmn: approval(650), count: 1 };
    const ask = (who: Who) => simulateDecision(fixture.caller(who), request);
    const answers: Promise<unknown>[] = [];
    const begin = async (who: Who) => {
      answers.push(ask(who));
      await expect.poll(() => simulating.length, { interval: 5 }).toBe(answers.length);
    };
    await begin('OPERATOR');
    await expect(ask('OPERATOR')).rejects.toMatchObject({ id: 1003, status: 429, retryAfter: 5 });
    await begin('OWNER');
    await begin('OWN_RUNS');
    await expect(ask('PARTIAL')).rejects.toMatchObject({ id: 1010, retryAfter: 5 });
    for (const go of simulating) go();
    await Promise.all(answers);
    await begin('OPERATOR');
    simulating.at(-1)?.();
    expect(await answers.at(-1)).toMatchObject({ decisionId: 'approval' });
  });

  test('[D12] compares nothing for a role that does not read every field: the file could show them', async () => {
    const curious = dmnFile(
      'approval',
      '<decision id="approval" name="approval"><variable id="v" name="approval" /><literalExpression id="e"><text>process.fields.amount</text></literalExpression></decision>',
    );
    const staged = decisionTable('approval', {
      inputs: { 'process.stageKey': 'string' },
      rules: [['"stage_init"', '"manager"']],
    });
    await fixture.deploy({ latest }, { matrix: dmnFile('approval', staged) });
    await run('latest', 900, { amount: 12_345 });
    expect((await simulate(curious, 'OPERATOR', 1)).differences).toMatchObject([{ after: { value: 12_345 } }]);
    expect(await simulate(curious, 'PARTIAL', 1)).toMatchObject({ compared: 0, differences: [] });
  });
});

describe('many decisions without waiting', () => {
  const sequential = (times: number) =>
    diagram(
      'many',
      start(),
      decide('d', 'approval', {}, { amount: '=loopCounter' }).replace(
        '</bpmn:businessRuleTask>',
        `<bpmn:multiInstanceLoopCharacteristics isSequential="true"><bpmn:extensionElements><zeebe:loopCharacteristics inputCollection="=for i in 1..${times} return i" inputElement="i" /></bpmn:extensionElements></bpmn:multiInstanceLoopCharacteristics></bpmn:businessRuleTask>`,
      ),
      update('note', '={notes: "done"}'),
      end(),
      flow('s d note e'),
    );
  const endless = diagram(
    'endless',
    start(),
    choice('again', 'again-e'),
    decide('d', 'approval', {}, { amount: '=1' }),
    end(),
    flow('s again'),
    flow('again d', '=true'),
    flow('d again'),
    flow('again e'),
  );

  const work = async (runId: string, state: string) => {
    const worker = fixture.worker();
    worker.start();
    await fixture.untilState(runId, state);
    await worker.stop(0);
  };

  test('with traces of many characters share them among transactions', async () => {
    const staged = decisionTable('approval', {
      inputs: { 'process.stageKey': 'string' },
      rules: [['"stage_init"', '"manager"']],
    });
    await fixture.deploy({ many: sequential(6) }, { matrix: dmnFile('approval', staged) });
    const processId = await fixture.createProcess({ notes: 'x'.repeat(1_000_000) });
    const { id: runId, state } = await fixture.execute('many', processId);
    expect(state).toBe('RACING');
    await work(runId, 'COMPLETED');
    const rows = await fixture.db<{ count: number }>`
      select count(*) as count from decision_evaluations where run_id = ${runId} group by first_sequence order by 1`;
    expect(rows.map(({ count }) => count)).toEqual([2, 4]);
  });

  test('beyond those of one transaction become jobs, and the run ends', async () => {
    await fixture.deploy({ many: sequential(520) }, { matrix: approval(1001) });
    const processId = await fixture.createProcess();
    const { id: runId, state } = await fixture.execute('many', processId);
    expect(state).toBe('RACING');
    expect(await fixture.db`select 1 from jobs where run_id = ${runId} and kind = 'decision' and open`).toHaveLength(1);
    // As after nineteen transactions: those are not counted against the update of the process that follows.
    await fixture.db`
      update jobs set payload = jsonb_set(payload::jsonb, '{chains,decisions}', '9500')::json
      where run_id = ${runId} and kind = 'decision'`;
    await work(runId, 'COMPLETED');
    expect((await fixture.process(processId)).fields.notes).toBe('done');
    const [row] = await fixture.db<{ count: number }>`
      select count(*) as count from decision_evaluations where run_id = ${runId}`;
    expect(row?.count).toBe(520);
    expect(await coverage()).toEqual([expect.any(Number), 0]);
  });

  test('in an endless loop become an incident', async () => {
    await fixture.deploy({ endless }, { matrix: approval(1000) });
    const { id: runId } = await fixture.execute('endless', await fixture.createProcess());
    // As after twenty transactions of the loop.
    await fixture.db`
      update jobs set payload = jsonb_set(payload::jsonb, '{chains,decisions}', '9999')::json
      where run_id = ${runId} and kind = 'decision'`;
    await work(runId, 'FAILED');
    const { incidents } = await fixture.useCases.getIncidents(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      runId,
    });
    expect(incidents).toMatchObject([{ kind: 'decision', message: expect.stringContaining('without waiting') }]);
    await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), on(runId));
  });
});
