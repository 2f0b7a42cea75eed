import { describe, expect, it } from 'vitest';
import {
  boundary,
  call,
  choice,
  diagram,
  end,
  error,
  flow,
  on,
  service,
  start,
  update,
  user,
} from '../workflows/testing/diagram.js';
import type { ScenarioResult } from './test-report.js';
import { testSubProject } from './test-sub-project.js';

const document = `
name: Orders
stages: [{ key: stage_init, default: true }, { key: stage_done }]
states:
  values: [INIT, APPROVED, REJECTED]
  transitions: [{ from: INIT, to: [APPROVED, REJECTED] }]
fields:
  amount: { type: number, minimum: 0 }
  supplier: { type: string, required: true }
roles:
  - { name: MANAGER, read: true, call: true }
  - { name: CLERK, read: true, call: [other] }
members:
  - { user: ann@example.com, roles: [MANAGER] }
workflows:
  - { key: approval, name: Approval, stages: [stage_init], file: approval.bpmn }
  - { key: other, name: Other, stages: [stage_init], file: other.bpmn }
`;

const approval = diagram(
  'approval',
  error('Err', 'NO_STOCK'),
  start(),
  user('approve', { candidateGroups: '=["MANAGER"]' }),
  choice('decide', 'decide-no'),
  service('reserve', 'reserve', { retries: 2 }),
  boundary('sold-out', 'reserve', on.error('Err')),
  update('yes', '={state: "APPROVED"}'),
  update('no', '={state: "REJECTED"}'),
  end(),
  flow('s approve decide'),
  flow('decide reserve', '=approved'),
  flow('reserve yes e'),
  flow('sold-out no'),
  flow('decide no e'),
);
const other = diagram('other', start(), call('inner', 'approval'), end(), flow('s inner e'));
const files = { 'approval.bpmn': approval, 'other.bpmn': other };

const test = (scenarios: string, more: object = {}) =>
  testSubProject({ document, files, scenarios: { 'a.test.yaml': scenarios }, ...more });

/** The result of a file's only scenario. */
async function resultOf(steps: string, more = ''): Promise<ScenarioResult> {
  const report = await test(
    `workflow: approval\nprocess: { fields: { supplier: Acme } }\n${more}\nscenarios:\n  - name: The only one\n    steps:\n${steps}`,
  );
  expect(report.errors).toEqual([]);
  const [result] = report.results;
  if (result === undefined) throw new Error('there is no result');
  return result;
}

const errorsOf = async (text: string) =>
  (await test(text)).errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);

describe('a failure', () => {
  it('names the line, what was expected, the path so far and what waits now', async () => {
    const { outcome, line, failure } = await resultOf(`
      - approve: approve
      - expect:
          jobs: [reserve]
          status: COMPLETED
          process: { state: APPROVED }
          tasks: [approve]`);
    expect({ outcome, line }).toEqual({ outcome: 'failed', line: 5 });
    expect(failure).toMatchObject({
      step: 2,
      action: 'expect',
      line: 11,
      path: ['s', 'approve', 'decide'],
      waits: ['the run is RACING', 'job reserve of type reserve, 2 attempts left'],
      mismatches: [
        { what: 'status', expected: 'COMPLETED', got: 'RACING' },
        { what: 'tasks approve', expected: 'approve', got: 'none' },
        { what: 'state of the process', expected: 'APPROVED', got: 'INIT' },
      ],
    });
  });

  it.each([
    ['a request that is refused', '- approve: { as: CLERK }', 'refused with error 1209'],
    ['a refusal that does not come', '- approve: approve\n        refused: true', 'accepted'],
    ['an unknown person', '- approve: { as: NOBODY }', '"NOBODY" is neither a role nor a member'],
    ['a job that does not wait', '- job: { element: reserve, complete: {} }', 'no job reserve waits'],
    ['a clock that goes back', "- wait: { until: '2020-01-01' }", 'the clock does not go back'],
    ['no duration', '- wait: soon', '"soon" is not a duration; write 3 days'],
    ['an update that is not allowed', '- update: { amount: -1 }', 'must be at least 0'],
    ['a decision taken for data', '- submit: approve', 'is a decision; use "approve" or "reject"'],
    ['a message that nothing waits for', '- message: { name: m, outcome: correlated }', 'buffered'],
    ['a flow that was taken', '- expect: { notPassed: [s-approve] }', 'not s-approve'],
    ['a variable', '- expect: { variables: { otherDetails: { a: 1 } } }', '{"a":1}'],
    [
      'somebody who may act',
      '- expect: { tasks: [{ element: approve, mayNotAct: [MANAGER] }] }',
      'MANAGER may not act, but may',
    ],
    [
      'somebody who may not act',
      '- expect: { tasks: [{ element: approve, mayAct: [CLERK] }] }',
      'CLERK may act, but is refused',
    ],
  ])('%s', async (_, step, reason) => {
    const { outcome, failure } = await resultOf(`      ${step}`);
    expect(outcome).toBe('failed');
    const said = [failure?.problem, ...(failure?.mismatches ?? []).flatMap(({ expected, got }) => [expected, got])];
    expect(said.join('\n')).toContain(reason);
  });

  it('a start that the document does not allow', async () => {
    const [result] = (await test('workflow: approval\nscenarios: [{ name: x, steps: [{ wait: 1 day }] }]')).results;
    expect(result?.failure?.problem).toContain('/fields/supplier: is required');
  });
});

describe('mocks', () => {
  const approved = (mocks: string, steps: string) => resultOf(`      - approve: approve\n${steps}`, `mocks: ${mocks}`);

  it('give the results of jobs by element or type; attempts of a list follow each other after the delays of the server', async () => {
    const mocks = '{ reserve: [{ fail: busy }, { error: { code: NO_STOCK, variables: { left: 0 } } }] }';
    const { failure } = await approved(
      mocks,
      `
      - expect: { status: RACING, jobs: [{ element: reserve, retries: 1 }] }
      - wait: 999 milliseconds`,
    );
    expect(failure?.problem).toContain('is not a duration');
    const { outcome } = await approved(
      mocks,
      `
      - expect: { jobs: [{ element: reserve, retries: 1 }] }
      - wait: 1 second
      - expect: { status: COMPLETED, passed: [sold-out], variables: { left: 0 }, process: { state: REJECTED } }`,
    );
    expect(outcome).toBe('passed');
  });

  it('that fail more often than there are attempts make an incident', async () => {
    const { failure } = await approved(
      '{ reserve: { fail: busy } }',
      '      - wait: 1 hour\n      - expect: { status: FAILED, incidents: [{ element: reserve, kind: job, message: busy }] }',
    );
    expect(failure).toBeUndefined();
  });

  it('leave a job waiting that the steps answer', async () => {
    const { failure } = await approved(
      '{ reserve: { wait: true } }',
      `
      - job: { type: reserve, complete: { place: 3 } }
      - expect: { status: COMPLETED, variables: { place: 3 }, process: { state: APPROVED } }`,
    );
    expect(failure).toBeUndefined();
  });
});

describe('coverage', () => {
  const both = `
workflow: approval
coverage: 100
process: { fields: { supplier: Acme } }
mocks: { reserve: { complete: } }
scenarios:
  - { name: yes, steps: [{ approve: }] }
  - { name: no, steps: [{ reject: }] }
`;

  it('counts elements and flows for each diagram, and fails below the threshold of the file', async () => {
    const report = await test(both);
    expect(report.passed).toBe(false);
    expect(report.coverage).toMatchObject([
      { file: 'approval.bpmn', process: 'approval', threshold: 100, total: 16, covered: 14, percent: 87 },
      { file: 'other.bpmn', percent: 0 },
    ]);
    expect(report.coverage[0]?.uncovered.map(({ id }) => id)).toEqual(['sold-out', 'sold-out-no']);
    expect((await test(both.replace('coverage: 100', 'coverage: 87'))).passed).toBe(true);
  });

  it('of a called process belongs to the diagram that is called', async () => {
    const called = both
      .replace('workflow: approval\ncoverage: 100', 'workflow: other')
      .replaceAll('{ reject: }', '{ reject: approve }');
    const { coverage, results } = await test(called);
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(coverage.map(({ file, percent }) => [file, percent])).toEqual([
      ['approval.bpmn', 87],
      ['other.bpmn', 100],
    ]);
  });

  it('has a general threshold, which only holds where no file sets one, and not with --only', async () => {
    const { coverage, passed } = await test(both.replace('coverage: 100', 'coverage: 80'), { coverage: 90 });
    expect(coverage.map(({ threshold }) => threshold)).toEqual([80, 90]);
    expect(passed).toBe(false);
    const some = await test(both, { only: 'YES' });
    expect(some.results.map(({ name }) => name)).toEqual(['yes']);
    expect(some.coverage.map(({ threshold }) => threshold)).toEqual([undefined, undefined]);
    expect(some.passed).toBe(true);
  });
});

describe('a file of scenarios', () => {
  it('is refused with the line and the remedy', async () => {
    expect(
      await errorsOf(`workflow: aproval
scenarios:
  - name: One
    step: []
  - name: Two
    steps:
      - aprove: x`),
    ).toEqual([
      'a.test.yaml:3:5 "steps" is missing; give it here',
      'a.test.yaml:4:5 "step" is not known here; did you mean "steps"?',
      'a.test.yaml:7:9 "aprove" is not known here; did you mean "approve"?',
    ]);
    expect(await errorsOf('scenarios: [')).toEqual([expect.stringContaining('a.test.yaml:1:')]);
    expect(await errorsOf('workflow: approval\nscenarios: [{ name: x, steps: [{ approve: { tsk: a } }] }]')).toEqual([
      'a.test.yaml:2:45 "tsk" is not known here; did you mean "task"?',
    ]);
    expect(await errorsOf('workflow: approval\nscenarios: [{ name: x, steps: [{ approve: 5 }] }]')).toEqual([
      'a.test.yaml:2:34 must be text, or an object, or empty',
    ]);
  });

  it('names only what there is: a misspelt name would make a check pass for ever', async () => {
    expect(
      await errorsOf(`
workflow: aproval
mocks: { resreve: { complete: } }
scenarios:
  - name: One
    steps:
      - { approve: aprove }
      - expect: { tasks: [approv], notPassed: [yess], incidents: [{ element: resrve }] }
      - { wait: 1 day, run: unknown }
      - job: { element: reserve, complete: {}, fail: x }
      - { approve: approve, reject: approve }
`).then((lines) => lines.map((line) => line.replace(/a\.test\.yaml:(\d+):\d+ (.{0,60}).*/, '$1 $2'))),
    ).toEqual([
      '10 give exactly one result: complete, fail, error or respond',
      expect.stringMatching(/^11 the step names 2 actions: approve, reject/),
    ]);
    expect(
      await errorsOf(`
workflow: aproval
mocks: { resreve: { complete: } }
scenarios:
  - name: One
    steps:
      - { approve: aprove }
      - expect: { tasks: [approv], notPassed: [yess], incidents: [{ element: resrve }] }
      - { wait: 1 day, run: unknown }
`).then((lines) => lines.map((line) => line.replace(/a\.test\.yaml:(\d+):\d+ /, '$1 '))),
    ).toEqual([
      '2 there is no workflow "aproval"; did you mean "approval"?',
      '3 there is no job type or element with a job "resreve"; did you mean "reserve"?',
      '7 there is no user task "aprove"; did you mean "approve"?',
      '8 there is no element "approv"; did you mean "approve"?',
      '8 there is no element "resrve"; did you mean "reserve"?',
      '8 there is no element or flow "yess"; did you mean "yes"?',
      '9 there is no workflow "unknown"; known are approval, other',
    ]);
  });

  it('does not run in a folder that cannot be deployed', async () => {
    const report = await testSubProject({ document: 'name: x', files: {}, scenarios: { 'a.test.yaml': 'x' } });
    expect(report).toMatchObject({ passed: false, results: [] });
    expect(report.configurationErrors).not.toEqual([]);
  });
});

describe('a scenario that does not end', () => {
  it('is stopped with a reason: a timer that fires without end', async () => {
    const ticking = diagram(
      'approval',
      start(),
      user('approve'),
      boundary('tick', 'approve', on.cycle('R/PT1S')).replace(
        '<bpmn:boundaryEvent ',
        '<bpmn:boundaryEvent cancelActivity="false" ',
      ),
      end(),
      end('e2'),
      flow('s approve e'),
      flow('tick e2'),
    );
    const scenarios =
      'workflow: approval\nprocess: { fields: { supplier: A } }\nscenarios: [{ name: x, steps: [{ wait: 1 year }] }]';
    const report = await testSubProject({
      document,
      files: { 'approval.bpmn': ticking, 'other.bpmn': other },
      scenarios: { 'a.test.yaml': scenarios },
    });
    expect(report.results[0]?.failure?.problem).toContain('more than 10000 steps');
  });
});
