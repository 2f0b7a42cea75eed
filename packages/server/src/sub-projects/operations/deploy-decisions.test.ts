import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import type { Database } from '../../postgres/database.js';
import { decisionTable, dmnFile } from '../../testing/dmn.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createSubProjects } from '../configuration/sub-projects.js';
import { findDecisionDefinition } from '../records/decision-queries.js';
import { subProjectUseCases } from '../use-cases.js';

let database: TestDatabase;
let db: Database;
let useCases: ReturnType<typeof subProjectUseCases>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  useCases = subProjectUseCases({ db, deployed: async () => undefined, storagePlugins: [] });
});
afterAll(() => database.drop());

const table = (id: string, limit: number) =>
  decisionTable(id, {
    inputs: { amount: 'number' },
    rules: [
      [`< ${limit}`, '1'],
      [`>= ${limit}`, '2'],
    ],
  });
const rates = (limit: number) => dmnFile('rates', table('rate', limit));
const fees = (limit: number) => dmnFile('fees', table('fee', limit));

const deploy = (
  subProjectId: string,
  files: Readonly<Record<string, string>>,
  options: { readonly dryRun?: boolean; readonly change?: object; readonly keys?: readonly string[] } = {},
) =>
  useCases.deploySubProject(testCaller(db, { administrator: true }), {
    subProjectId,
    document: JSON.stringify({
      name: 'Orders',
      stages: [{ key: 'stage_init', default: true }],
      decisions: (options.keys ?? ['rates', 'fees']).map((key) => ({
        key,
        file: `${key}.dmn`,
        ...(files[`${key}.yaml`] === undefined ? {} : { tests: `${key}.yaml` }),
      })),
      ...options.change,
    }),
    files,
    ...(options.dryRun === undefined ? {} : { dryRun: options.dryRun }),
  });

const definitionsOf = (subProjectId: string) => db<{ key: string; number: number }>`
  select key, number from decision_definitions where sub_project_id = ${subProjectId} order by key, number`;

test('a DMN file gets a new version when it changes, and only then', async () => {
  const id = newId();
  const first = await deploy(id, { 'rates.dmn': rates(10), 'fees.dmn': fees(10) });
  expect(first.decisions).toMatchObject([
    { key: 'rates', version: '1', decisionIds: ['rate'], tests: 0, coverage: { rules: 2, covered: 0 } },
    { key: 'fees', version: '1', decisionIds: ['fee'] },
  ]);
  expect(first.changes).toEqual(expect.arrayContaining(['decisions rates added', 'decisions fees added']));

  const again = await deploy(id, { 'rates.dmn': rates(10), 'fees.dmn': fees(10) });
  expect(again).toMatchObject({ version: '1', changed: false });
  const changed = await deploy(id, { 'rates.dmn': rates(20), 'fees.dmn': fees(10) });
  expect(changed).toMatchObject({ version: '2', changed: true, changes: ['decisions rates: DMN file changed'] });
  expect(changed.decisions?.map(({ version }) => version)).toEqual(['2', '1']);
  expect(await definitionsOf(id)).toEqual([
    { key: 'fees', number: 1 },
    { key: 'rates', number: 1 },
    { key: 'rates', number: 2 },
  ]);
  const renamed = await deploy(id, { 'rates.dmn': rates(20), 'fees.dmn': fees(10) }, { change: { name: 'Sales' } });
  expect(renamed).toMatchObject({ version: '3', changes: ['sub-project: name Orders -> Sales'] });
  expect(await definitionsOf(id)).toHaveLength(3);
});

test('one that goes and comes back unchanged gets the next version, so that it is the latest again', async () => {
  const id = newId();
  await deploy(id, { 'rates.dmn': rates(10), 'fees.dmn': fees(10) });
  const gone = await deploy(id, { 'fees.dmn': fees(10) }, { keys: ['fees'] });
  expect(gone.changes).toEqual(['decisions rates removed']);
  expect((await createSubProjects(db).load(id)).decisionFiles.has('rate')).toBe(false);
  const back = await deploy(id, { 'rates.dmn': rates(10), 'fees.dmn': fees(10) });
  expect(back.decisions?.map(({ version }) => version)).toEqual(['2', '1']);
  expect(await definitionsOf(id)).toHaveLength(3);
});

test('changed tests are kept with a new version of the document, not of the DMN file', async () => {
  const id = newId();
  const files = { 'rates.dmn': rates(10), 'fees.dmn': fees(10) };
  const tested = (amount: number) => `[{ given: { amount: ${amount} }, expect: 1 }]`;
  const first = await deploy(id, { ...files, 'rates.yaml': tested(1) });
  expect(first.decisions?.[0]).toMatchObject({ tests: 1, coverage: { rules: 2, covered: 1, percent: 50 } });
  const second = await deploy(id, { ...files, 'rates.yaml': tested(2) });
  expect(second).toMatchObject({ version: '2', changes: ['decisions rates: tests changed'] });
  expect(second.decisions?.[0]).toMatchObject({ version: '1' });
  const kept = await useCases.getSubProjectConfiguration(testCaller(db, { administrator: true }), { subProjectId: id });
  expect(kept.files).toEqual({ ...files, 'rates.yaml': tested(2) });
});

test('a red test refuses everything: 1232 that names the file and the line of the test', async () => {
  const id = newId();
  const files = { 'rates.dmn': rates(10), 'fees.dmn': fees(10), 'rates.yaml': '- given: { amount: 1 }\n  expect: 2' };
  await expect(deploy(id, files)).rejects.toMatchObject({
    id: 1232,
    errors: [
      {
        pointer: '/files/rates.yaml',
        detail: expect.stringMatching(
          /^rates\.yaml, line 2: test "test 1" of rate: the result is 1, expected 2 .*rule 1/,
        ),
      },
    ],
  });
  expect(await definitionsOf(id)).toEqual([]);
});

test('a dry run reports and keeps nothing', async () => {
  const id = newId();
  const answer = await deploy(id, { 'rates.dmn': rates(10), 'fees.dmn': fees(10) }, { dryRun: true });
  expect(answer.decisions?.map(({ version }) => version)).toEqual(['1', '1']);
  expect(await definitionsOf(id)).toEqual([]);
});

test('a file that imports another gets a new version when the other changes', async () => {
  const id = newId();
  const importing = dmnFile(
    'fees',
    '<import id="i" name="r" namespace="rates" importType="https://www.omg.org/spec/DMN/20191111/MODEL/" />',
    `<decision id="fee" name="fee"><variable id="fee_variable" name="fee" />
<informationRequirement id="needs"><requiredDecision href="rates#rate" /></informationRequirement>
<literalExpression id="fee_expression"><text>r.rate * 2</text></literalExpression></decision>`,
  );
  await deploy(id, { 'rates.dmn': rates(10), 'fees.dmn': importing });
  const changed = await deploy(id, { 'rates.dmn': rates(20), 'fees.dmn': importing });
  expect(changed.decisions?.map(({ key, version }) => `${key} ${version}`)).toEqual(['rates 2', 'fees 2']);
  const { decisions } = await createSubProjects(db).load(id);
  const definition = await findDecisionDefinition(db, id, decisions[1]?.definitionId ?? '');
  expect(definition?.imports).toEqual([decisions[0]?.definitionId]);
});

test('a document without decisions is what it was before there were any', async () => {
  const id = newId();
  const answer = await deploy(id, {}, { keys: [] });
  expect(answer.decisions).toBeUndefined();
  const [row] = await db<{ configuration: object }>`
    select configuration from sub_project_versions where sub_project_id = ${id}`;
  expect(row?.configuration).not.toHaveProperty('decisions');
  expect(row?.configuration).not.toHaveProperty('document.decisions');
});
