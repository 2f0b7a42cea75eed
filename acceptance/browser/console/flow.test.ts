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

beforeAll(async () => {
  owner = await signInDemo(url, 'owner');
  project = await deploy(
    await signInAdmin(url),
    configuration({
      roles: [everythingRole('OWNER'), { name: 'BLIND', create: true }],
      members: [
        { user: 'demo-owner', roles: ['OWNER'] },
        { user: 'demo-manager', roles: ['BLIND'] },
      ],
    }),
  );
});

const start = () => createProcess(owner, project.id, { fields: { supplier: 'Kestrel Hardware', amount: 1 } });
const move = (processId: string, state: string) =>
  owner.ok('updateProcessField', { subProjectId: project.id, processId, updates: { state } });

it('shows where processes are and how long they stay, follows a change, and leads to the list that it counts', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1280, height: 900 });
  await open(`/flow/${project.id}`);
  await page.getByRole('heading', { name: 'No process has moved yet' }).waitFor();
  const [first = ''] = await Promise.all([start(), start(), start()]);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await page.getByRole('link', { name: '3 processes in INIT' }).waitFor();

  await move(first, 'IN_REVIEW');
  await page.getByRole('link', { name: '2 processes in INIT' }).waitFor();
  await page.getByRole('link', { name: '1 process in IN_REVIEW' }).waitFor();
  await expect
    .poll(() => row('INIT').getByRole('cell').allTextContents())
    .toEqual([
      expect.stringContaining('INIT'),
      '2',
      expect.anything(),
      '0',
      '3',
      '1',
      expect.stringMatching(/sec/),
      expect.stringMatching(/sec/),
    ]);
  await page.getByText('As a table').click();
  const numbers = page.getByRole('table', { name: 'Where processes are' });
  await expect.poll(() => numbers.getByRole('row').nth(1).getByRole('cell').nth(1).textContent()).toBe('2');
  await page.getByText('As a table').click();
  await page.getByRole('button', { name: '3 times a process came into INIT' }).click();
  const stays = page.getByRole('table', { name: '3 times a process came into INIT' });
  await stays.getByRole('link', { name: 'Kestrel Hardware' }).nth(2).waitFor();
  await page.getByRole('button', { name: /: 2 processes are in INIT$/ }).click();
  await page.getByRole('table', { name: '2 processes are in INIT' }).getByRole('link').nth(1).waitFor();
  await screenshot('flow-light');
  await expectNoBarriers();

  await page.getByRole('radio', { name: 'Stage' }).check();
  await page.getByRole('link', { name: '3 processes in Arrived' }).waitFor();
  await page.getByRole('radio', { name: '12 months' }).check();
  await expect.poll(() => page.url()).toContain('365');
  await page.getByRole('radio', { name: 'State' }).check();

  await page.getByRole('link', { name: '1 process in IN_REVIEW' }).click();
  await page.getByRole('link', { name: 'Kestrel Hardware' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/processes/${project.id}`);
});

it('fits a phone, in German and in the dark', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open(`/flow/${project.id}`);
  await page.getByRole('heading', { name: 'Durchlauf' }).waitFor();
  await page.getByRole('link', { name: /Vorgänge in INIT/ }).waitFor();
  await screenshot('flow-phone-dark');
  await expectNoBarriers();
});

it('is not offered to somebody who sees no processes, and says so', async () => {
  const { page, open } = await openConsole('manager', { width: 1280, height: 900 });
  await open(`/flow/${project.id}`);
  await page.getByRole('heading', { name: 'You may not see processes here' }).waitFor();
});
