import { beforeAll, expect, inject, it, vi } from 'vitest';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import { configuration, createProcess, deploy, type SubProject } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

let owner: Client;
let project: SubProject;
/** Its first answer is overdue. */
let late: string;

beforeAll(async () => {
  owner = await signInDemo(url, 'owner');
  project = await deploy(
    await signInAdmin(url),
    configuration({
      calendars: [
        {
          key: 'office',
          name: 'Berlin office',
          zone: 'Europe/Berlin',
          week: { 'MON-FRI': ['09:00-12:00', '13:00-17:00'] },
          holidays: [{ country: 'DE', region: 'BE' }],
          exceptions: [{ date: '2026-12-31', open: ['09:00-12:00'], name: 'Stocktaking' }],
        },
      ],
      slas: [
        {
          key: 'answer',
          name: 'First answer',
          start: { 'fields.amount': 1 },
          stop: { state: 'PAID' },
          budget: [{ time: 'PT0.1S' }],
        },
        {
          key: 'decision',
          name: 'Decision',
          pause: { 'fields.paid': true },
          stop: { state: 'PAID' },
          budget: [{ time: 'P5D' }],
          calendar: 'office',
        },
      ],
    }),
  );
  late = await createProcess(owner, project.id, { fields: { supplier: 'Kestrel Hardware', amount: 1 } });
  await createProcess(owner, project.id, { fields: { supplier: 'Heron Hardware', amount: 2 } });
  const states = async () =>
    (await owner.ok('explainSla', { subProjectId: project.id, processId: late })).clocks.map(({ state }) => state);
  await vi.waitFor(async () => expect(await states()).toEqual(['BREACHED', 'RUNNING']), {
    timeout: 30_000,
    interval: 200,
  });
}, 60_000);

it('the list says what is overdue and why, and the page of the process tells how every minute was counted', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1280, height: 900 });
  await open(`/processes/${project.id}`);
  await page.getByRole('columnheader', { name: /^Due Width/ }).waitFor();
  await page.getByText(/^overdue \d/).waitFor();
  await page.getByTitle('First answer, 1 more clock: Decision').waitFor();
  await screenshot('clocks-list');
  await expectNoBarriers();

  await page.getByRole('link', { name: 'Kestrel Hardware' }).click();
  const clocks = page.getByRole('region', { name: 'Clocks' });
  await clocks.getByRole('img', { name: /^Decision: \d+ mins? of \d+ hrs?.* counted$/ }).waitFor();
  const first = clocks.getByRole('listitem').filter({ hasText: 'First answer' });
  await first.getByText('How it counted').click();
  await first.getByText('Used up its budget').waitFor();
  await owner.ok('updateProcessField', { subProjectId: project.id, processId: late, updates: { paid: true } });
  const second = clocks.getByRole('listitem').filter({ hasText: 'Decision' }).first();
  await second.getByText('paused', { exact: true }).waitFor();
  await second.getByText('How it counted').click();
  await second.getByText('Started with 5 days').waitFor();
  await screenshot('clocks-process');
  await expectNoBarriers();

  await clocks.getByRole('link', { name: 'office' }).click();
  await page.getByRole('heading', { name: 'Berlin office' }).waitFor();
});

it('calendars are a year at a glance, and say when something is due', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1280, height: 900 });
  await open(`/calendars/${project.id}?year=2026`);
  const april = page.getByRole('table', { name: 'April' });
  await april.getByRole('cell', { name: /^3 Karfreitag: closed$/ }).waitFor();
  await page
    .getByRole('table', { name: 'December' })
    .getByRole('cell', { name: '31 Stocktaking: 09:00-12:00' })
    .waitFor();
  await screenshot('calendars');
  await expectNoBarriers();
  await page.getByLabel('From').fill('2026-04-02T16:30');
  await page.getByLabel('Unit').selectOption('hours');
  await page.getByLabel('Working time').fill('1');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByText('Due Tue, 7 Apr 2026, 09:30').waitFor();
  await page.getByRole('button', { name: 'Year before' }).click();
  await page.getByRole('table', { name: 'April' }).getByRole('cell', { name: '18 Karfreitag: closed' }).waitFor();
  expect(page.url()).toContain('2025');
});

it('both fit a phone, in German and in the dark', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open(`/processes/${project.id}/${late}`);
  await page.getByRole('heading', { name: 'Uhren' }).waitFor();
  await page.getByRole('heading', { name: 'Uhren' }).scrollIntoViewIfNeeded();
  await screenshot('clocks-phone-dark');
  await expectNoBarriers();
  await open(`/processes/${project.id}`);
  await page.getByText(/überfällig/).waitFor();
  await open(`/calendars/${project.id}?year=2026`);
  await page.getByRole('table', { name: 'April' }).waitFor();
  await screenshot('calendars-phone-dark');
  await expectNoBarriers();
});
