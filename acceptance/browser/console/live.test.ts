import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import { configuration, createProcess, deploy, type SubProject } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

let owner: Client;
let shown: SubProject;
let other: SubProject;

beforeAll(async () => {
  owner = await signInDemo(url, 'owner');
  const admin = await signInAdmin(url);
  const deployed = (name: string) =>
    deploy(
      admin,
      configuration({
        name: `${name} ${randomUUID().slice(0, 8)}`,
        fields: {
          supplier: { type: 'string', required: true, 'x-ui': { summary: 1 } },
          assignee: { type: 'string', format: 'user' },
        },
      }),
    );
  [shown, other] = [await deployed('Shown'), await deployed('Other')];
});

it('a list hears of changes in its own sub-project, whatever the rail has chosen; rows stay under the reader', async () => {
  const create = (supplier: string) => createProcess(owner, shown.id, { fields: { supplier } });
  await create('Avocet');
  const bitternId = await create('Bittern');
  const { page, context, open, expectNoBarriers } = await openConsole('owner');
  await context.addInitScript((id) => localStorage.setItem('millrace.subProject', id), other.id);
  await open(`/processes/${shown.id}`);
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await cell('Bittern').waitFor();
  await page.getByTitle(/^Shown/).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const top = async () => (await cell('Bittern').boundingBox())?.y;
  const before = await top();

  await create('Cormorant');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await top()).toBe(before);
  expect(await cell('Cormorant').count()).toBe(0);
  await owner.ok('updateProcessField', {
    subProjectId: shown.id,
    processId: bitternId,
    updates: { supplier: 'Bunting' },
  });
  await cell('Bunting').waitFor();
  await expectNoBarriers();

  await page.getByRole('button', { name: '1 new' }).click();
  await cell('Cormorant').waitFor();
  await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });
});

it('the number of comments follows the events, and is not asked for without one', async () => {
  const processId = await createProcess(owner, shown.id, { fields: { supplier: 'Dunlin' } });
  const { page, open } = await openConsole('owner');
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/getComments?')) asked.push(request.url());
  });
  await open(`/processes/${shown.id}/${processId}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await expect.poll(() => asked.length).toBe(1);
  // Long enough for what is asked again from time to time.
  const activity = page.waitForResponse('**/getProcessActivity?*');
  await page.clock.runFor(120_000);
  await activity;
  expect(asked).toHaveLength(1);
  await owner.ok('addComment', { subProjectId: shown.id, processId, body: 'Is the order known?' });
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return page.getByRole('tab', { name: 'Comments 1' }).count();
    })
    .toBe(1);
});

it('the picker names the sub-project of the page, and leads to the list of the one that is chosen', async () => {
  const { page, open } = await openConsole('owner');
  await open(`/processes/${shown.id}`);
  await page.getByTitle(/^Shown/).click();
  await page
    .getByRole('menu')
    .getByText(/^Other/)
    .first()
    .click();
  await page.waitForURL(`**/processes/${other.id}`);
  await page.getByTitle(/^Other/).waitFor();
});
