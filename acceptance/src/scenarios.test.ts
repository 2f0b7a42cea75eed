import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { configuration, deploy } from './support/sub-project.js';

const { admin, owner } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);

const folder = new URL('../../examples/invoice-approvals/', import.meta.url);
const texts = (pattern: RegExp) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
  );
const document = texts(/^sub-project\.yaml$/)['sub-project.yaml'] ?? '';
const example = { subProjectId, document, files: texts(/\.(?:bpmn|dmn|tests\.yaml)$/) };

/** One scenario of the workflow manager-approval. */
const scenario = (steps: readonly object[]) => ({
  'one.test.yaml': JSON.stringify({
    workflow: 'manager-approval',
    process: { fields: { supplier: 'Acme Ltd', amount: 100 } },
    scenarios: [{ name: 'One', steps }],
  }),
});

test('[D172] scenarios of a document that is not deployed run with the rules of the server, and change nothing', async () => {
  const report = await owner.ok('testSubProject', { ...example, scenarios: texts(/\.test\.yaml$/) });
  expect(report).toMatchObject({ passed: true, configurationErrors: [], errors: [] });
  expect(report.scenarios.length).toBeGreaterThan(3);
  expect(report.scenarios.every(({ outcome, after }) => outcome === 'passed' && after === undefined)).toBe(true);
  const { meta } = await owner.ok('getProcess', {
    page: '1',
    perPageCount: '1',
    filters: { subProjectId_id: subProjectId },
  });
  expect(meta.totalCount).toBe('0');
  expect((await owner.ok('getSubProjectConfiguration', { subProjectId })).version).toBe('1');
});

test('[D172] a trace says what is open after the steps: a test run takes one step after the other', async () => {
  const run = async (steps: readonly object[]) => {
    const { scenarios } = await owner.ok('testSubProject', { ...example, scenarios: scenario(steps), trace: true });
    return scenarios[0];
  };
  const begun = await run([{ wait: '0 seconds' }]);
  expect(begun?.after).toMatchObject({
    now: '2026-01-05T09:00:00.000Z',
    status: 'PAUSED',
    active: ['Task_Approve'],
    tasks: [{ elementId: 'Task_Approve', name: 'Approve invoice', kind: 'decision' }],
    process: { state: 'INIT', fields: { supplier: 'Acme Ltd', amount: 100 } },
  });
  expect(begun?.after?.timeline[0]).toMatchObject({ sequence: 1, event: 'entered' });
  const ended = await run([{ approve: { task: 'Task_Approve', payload: { comment: 'fine' } } }]);
  expect(ended?.after).toMatchObject({ status: 'COMPLETED', active: [], tasks: [], process: { state: 'APPROVED' } });
  // What came before stays as it was.
  const common = begun?.after?.timeline ?? [];
  expect(ended?.after?.timeline.slice(0, common.length)).toEqual(common);
  const refused = await run([{ approve: { task: 'Task_Approve', as: 'ASSIGNEE' } }]);
  expect(refused).toMatchObject({ outcome: 'failed', failure: { step: 1, action: 'approve' } });
  expect(refused?.after).toMatchObject({ status: 'PAUSED', active: ['Task_Approve'] });
});

test('[D172] a scenario that fails says where; a document that cannot be deployed runs nothing', async () => {
  const failing = await owner.ok('testSubProject', {
    ...example,
    scenarios: scenario([{ expect: { status: 'COMPLETED' } }]),
  });
  expect(failing).toMatchObject({
    passed: false,
    scenarios: [
      {
        outcome: 'failed',
        failure: { line: 1, mismatches: [{ what: 'status', expected: 'COMPLETED', got: 'PAUSED' }] },
      },
    ],
  });
  const broken = await owner.ok('testSubProject', {
    ...example,
    document: 'name: X',
    scenarios: scenario([{ wait: '0 seconds' }]),
  });
  expect(broken).toMatchObject({ passed: false, scenarios: [] });
  expect(broken.configurationErrors.length).toBeGreaterThan(0);
  const unknown = { 'a.test.yaml': 'workflow: nothing\nscenarios: [{ name: A, steps: [{ cancel: null }] }]' };
  expect(await owner.ok('testSubProject', { ...example, scenarios: unknown })).toMatchObject({
    passed: false,
    errors: [{ file: 'a.test.yaml', path: '/workflow' }],
  });
});

test('[D172] files of scenarios that the document names are kept with the version, and a change of them is one', async () => {
  const configured = configuration({ scenarios: ['a.test.yaml'] });
  const files = { 'a.test.yaml': 'scenarios: []\n' };
  await admin.refused('deploySubProject', { document: configured }, 1232);
  const { subProjectId: id } = await admin.ok('deploySubProject', { document: configured, files });
  expect((await admin.ok('getSubProjectConfiguration', { subProjectId: id })).files).toEqual(files);
  const again = await owner.ok('deploySubProject', { subProjectId: id, document: configured, files });
  expect(again.changed).toBe(false);
  const changed = { 'a.test.yaml': 'scenarios: [{ name: A, workflow: w, steps: [{ cancel: null }] }]\n' };
  const { changes } = await owner.ok('deploySubProject', { subProjectId: id, document: configured, files: changed });
  expect(changes).toEqual(['scenarios a.test.yaml: tests changed']);
});
