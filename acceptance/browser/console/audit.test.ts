import { beforeAll, expect, inject, it } from 'vitest';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import {
  configuration,
  createProcess,
  deploy,
  everythingRole,
  type SubProject,
} from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

let owner: Client;
let project: SubProject;
let processId: string;

beforeAll(async () => {
  owner = await signInDemo(url, 'owner');
  project = await deploy(
    await signInAdmin(url),
    configuration({
      roles: [everythingRole('OWNER'), { name: 'READER', read: true }],
      members: [
        { user: 'demo-owner', roles: ['OWNER'] },
        { user: 'demo-manager', roles: ['READER'] },
      ],
    }),
  );
  processId = await createProcess(owner, project.id, { fields: { supplier: 'Kestrel Hardware', amount: 1 } });
  await update({ amount: 250, priority: 'HIGH' });
});

const update = (updates: Readonly<Record<string, unknown>>) =>
  owner.ok('updateProcessField', { subProjectId: project.id, processId, updates });

it('a change opens to what was before and after, leads to its process, and new ones appear by themselves', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/audit/${project.id}`);
  const row = page.getByRole('row').filter({ hasText: 'process.update' });
  await row.getByRole('link', { name: 'Kestrel Hardware' }).waitFor();
  await row.getByRole('button', { name: 'process.update' }).click();
  const change = page.getByRole('table', { name: 'Change', exact: true });
  await change.getByRole('row').filter({ hasText: 'amount' }).getByText('250').waitFor();
  await screenshot('audit-light');
  await expectNoBarriers();

  await update({ notes: 'A note from somebody else' });
  await page.getByText('A note from').waitFor();

  // The row says which request made it, and which process it is about.
  await page.getByRole('button', { name: 'All of this request' }).click();
  await page.getByText('Only what one request changed.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^process\./ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Kind').selectOption('Project');
  await page.getByRole('button', { name: 'subProject.deploy' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^process\./ }).count()).toBe(0);
  await page.getByLabel('From').fill('2019-01-01');
  await page.getByLabel('To').fill('2019-01-31');
  await page.getByRole('heading', { name: 'No row matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  const lines = await readAll(await download.createReadStream());
  expect(lines.map((line) => JSON.parse(line).action)).toContain('process.update');
});

it('on a phone, in German and dark, each row is a card', async () => {
  const phone = { device: 'phone', locale: 'de', colorScheme: 'dark' } as const;
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', phone);
  await open(`/audit/${project.id}?kind=process`);
  await page.getByRole('button', { name: 'process.create' }).click();
  await page.getByRole('button', { name: 'Alles dieser Anfrage' }).waitFor();
  await screenshot('audit-phone');
  await expectNoBarriers();
});

it('an administrator without a chosen project sees the log of the installation', async () => {
  const { page, open, expectNoBarriers } = await openConsole('administrator');
  await open('/audit');
  await page.getByLabel('Kind').selectOption('User');
  await page
    .getByRole('button', { name: /^user\./ })
    .first()
    .click();
  await page.getByRole('button', { name: 'All of this request' }).waitFor();
  await expectNoBarriers();
});

it('whoever may not read the log is told so', async () => {
  const { page, open } = await openConsole('manager');
  await open(`/audit/${project.id}`);
  await page.getByRole('heading', { name: 'You may not see the audit log here' }).waitFor();
});

async function readAll(stream: AsyncIterable<Buffer | string>): Promise<readonly string[]> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text.split('\n').filter(Boolean);
}
