import { beforeAll, describe, expect, test } from 'vitest';
import { decisionEntries, decisionFiles, decisionWorkflow, rates, rateTests } from './support/decisions.js';
import { signInDemoClients } from './support/demo-clients.js';
import { configuration, readProcess, type SubProject } from './support/sub-project.js';
import { deployWorkflows, execute } from './support/workflows.js';

const { admin, owner, manager, assignee } = await signInDemoClients();
let subProject: SubProject;
let subProjectId: string;
beforeAll(async () => {
  subProject = await deployWorkflows(admin);
  subProjectId = subProject.id;
});

const documentOf = (changes: Readonly<Record<string, unknown>> = {}) =>
  configuration({ workflows: [decisionWorkflow], decisions: decisionEntries, ...changes });

describe('deploying decisions', () => {
  test('reports their tests and the coverage of each rule', async () => {
    const { decisions } = await admin.ok('deploySubProject', {
      document: documentOf(),
      files: decisionFiles,
      dryRun: true,
    });
    expect(decisions).toMatchObject([
      {
        key: 'rates',
        version: '1',
        decisionIds: ['rate'],
        tests: 2,
        coverage: {
          rules: 2,
          covered: 2,
          percent: 100,
          tables: [
            {
              tableId: 'rate_table',
              rules: [
                { ruleId: 'low', hits: 1 },
                { ruleId: 'high', hits: 1 },
              ],
            },
          ],
        },
      },
    ]);
  });

  test('is refused when a test fails: the difference, the rule and the line', async () => {
    const files = { ...decisionFiles, 'rates.tests.yaml': rateTests.replace('expect: high', 'expect: low') };
    const { errors } = await admin.refused('deploySubProject', { document: documentOf(), files }, 1232);
    expect(errors).toMatchObject([
      {
        pointer: '/files/rates.tests.yaml',
        detail: expect.stringMatching(
          /^rates\.tests\.yaml, line 5: test "test 2" of rate: the result is "high", expected "low" \(rates\.dmn: rule 2 "high" in line \d+ applied\)$/,
        ),
      },
    ]);
  });

  test('is refused when the tests cover fewer rules than the document asks for', async () => {
    const files = { ...decisionFiles, 'rates.tests.yaml': '- { given: { amount: 1 }, expect: low }' };
    const { errors } = await admin.refused('deploySubProject', { document: documentOf(), files }, 1232);
    expect(errors).toMatchObject([
      { pointer: '/document/decisions/0/coverage', detail: expect.stringMatching(/cover 50 % .*rule 2 "high"/) },
    ]);
  });
});

describe('a run that evaluates a decision', () => {
  test('goes on at once, shows the trace in its timeline, and counts the rules', async () => {
    const {
      id: runId,
      processId,
      state,
    } = await execute(owner, subProject, 'rated', { otherDetails: { amount: 250 } });
    expect(state).toBe('PAUSED');
    expect((await readProcess(owner, subProjectId, processId)).fields).toMatchObject({ notes: 'high' });
    const { timeline } = await owner.ok('getRunTimeline', { subProjectId, runId, perPageCount: '100' });
    expect(timeline.find(({ event }) => event === 'decision')).toMatchObject({
      elementId: 'rate',
      detail: {
        decision: {
          decisionId: 'rate',
          key: 'rates',
          version: '1',
          value: 'high',
          trace: {
            decisions: [
              {
                inputs: { amount: 250 },
                tables: [
                  { inputs: [{ value: 250 }], rules: [{ ruleId: 'high', index: 2, outputs: { Rate: 'high' } }] },
                ],
              },
            ],
          },
        },
      },
    });
    const { percent, tables } = await owner.ok('getDecisionCoverage', { subProjectId, key: 'rates' });
    expect(percent).toBe(50);
    expect(tables[0]?.rules.map(({ ruleId, hits }) => [ruleId, hits])).toEqual([
      ['low', 0],
      ['high', 1],
    ]);
  });

  test('is simulated with a changed table before anybody deploys it', async () => {
    const { id: runId } = await execute(owner, subProject, 'rated', { otherDetails: { amount: 150 } });
    const request = { subProjectId, decisionId: 'rate', dmn: rates(200), count: 1 };
    const { compared, differences } = await owner.ok('simulateDecision', request);
    expect(compared).toBe(1);
    expect(differences).toMatchObject([
      { runId, version: '1', inputs: { amount: 150 }, before: { value: 'high' }, after: { value: 'low' } },
    ]);
    // A role whose row filter leaves the run out.
    expect(await assignee.ok('simulateDecision', request)).toMatchObject({ compared: 0, differences: [] });
    await owner.refused('simulateDecision', { ...request, dmn: '<definitions' }, 1232);
  });
});

test('evaluateDecision answers with the result and its rules; readers may list and not evaluate', async () => {
  expect(
    await owner.ok('evaluateDecision', { subProjectId, decisionId: 'rate', variables: { amount: 99 } }),
  ).toMatchObject({
    key: 'rates',
    version: '1',
    value: 'low',
    failure: null,
    trace: { decisions: [{ decisionId: 'rate', tables: [{ rules: [{ ruleId: 'low' }] }] }] },
  });
  const { decisions } = await manager.ok('getDecisions', { subProjectId });
  expect(decisions).toMatchObject([
    { decisionId: 'rate', name: 'Rate', kind: 'table', inputs: ['amount'], type: 'string' },
  ]);
  expect((await manager.ok('getDecisionDiagram', { subProjectId, key: 'rates' })).dmn).toBe(rates(100));
  await manager.refused('evaluateDecision', { subProjectId, decisionId: 'rate' }, 1209);
  await owner.refused('evaluateDecision', { subProjectId, decisionId: 'nothing' }, 1200, { status: 404 });
});
