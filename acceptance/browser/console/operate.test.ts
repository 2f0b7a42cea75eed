import { beforeAll, expect, inject, it } from 'vitest';
import { bpmn, end, flow, serviceTask, start, updateTask, userTask } from '../../src/support/bpmn.js';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import { configuration, createProcess, deploy, type SubProject } from '../../src/support/sub-project.js';
import { execute, waitForState } from '../../src/support/workflows.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

/** Fails before the approval, since there is no variable `supplierName`; and another workflow, which fails in its own way. */
const booking = bpmn(
  'booking',
  `${start()}${updateTask('reserve', '{supplier: supplierName}')}${userTask('Approve')}${end()}
  ${flow('start', 'reserve')}${flow('reserve', 'Approve')}${flow('Approve', 'end')}`,
);
const posting = bpmn(
  'posting',
  `${start()}${updateTask('post', '{supplier: accountName}')}${end()}${flow('start', 'post')}${flow('post', 'end')}`,
);
const scanning = bpmn(
  'scanning',
  `${start()}${serviceTask('scan', 'ocr-scan')}${end()}${flow('start', 'scan')}${flow('scan', 'end')}`,
);

let owner: Client;
let project: SubProject;
let closed: SubProject;

beforeAll(async () => {
  owner = await signInDemo(url, 'owner');
  const admin = await signInAdmin(url);
  const document = configuration({
    fields: {
      supplier: { type: 'string', required: true, 'x-ui': { summary: 1 } },
      assignee: { type: 'string', format: 'user' },
      notes: { type: 'string' },
    },
    workflows: [
      { key: 'booking', name: 'Booking', description: 'Books.', stages: ['stage_init'], file: 'booking.bpmn' },
      { key: 'posting', name: 'Posting', description: 'Posts.', stages: ['stage_init'], file: 'posting.bpmn' },
      { key: 'scanning', name: 'Scanning', description: 'Scans.', stages: ['stage_init'], file: 'scanning.bpmn' },
    ],
  });
  const files = { 'booking.bpmn': booking, 'posting.bpmn': posting, 'scanning.bpmn': scanning };
  project = await deploy(admin, document, files);
  closed = await deploy(admin, configuration({ members: [{ user: 'demo-owner', roles: ['OWNER'] }] }));
  for (const supplier of ['Avocet', 'Bittern', 'Cormorant', 'Dunlin']) await begin('booking', supplier);
  for (const supplier of ['Egret', 'Fulmar']) await begin('posting', supplier);
});

async function begin(workflow: string, supplier: string): Promise<string> {
  const processId = await createProcess(owner, project.id, { fields: { supplier } });
  const { id } = await execute(owner, project, workflow, { processId });
  await waitForState(owner, project.id, id, 'FAILED');
  return id;
}

it('incidents are grouped by cause; a chosen one is retried with a corrected variable, and what became of it is told', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/operate/${project.id}`);
  await page.getByText('6 in 2 groups').waitFor();
  await page.getByRole('button', { name: 'Show 4 runs' }).click();
  await page.getByRole('link', { name: 'Bittern' }).waitFor();
  await screenshot('operate-light');
  await expectNoBarriers();

  await page.getByRole('checkbox', { name: 'Choose Bittern' }).check();
  await page.getByRole('button', { name: 'Retry 1 chosen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry 1 incident' });
  await dialog.getByRole('button', { name: 'Add a variable' }).click();
  await dialog.getByLabel('Value').fill('Bunting');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await dialog.getByText('Give each variable a name of its own').waitFor();
  await dialog.getByLabel('Name').fill('supplierName');
  await screenshot('operate-retry-light');
  await expectNoBarriers();
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('status').getByText('1 went on', { exact: true }).waitFor();
  await page.getByText('5 in 2 groups').waitFor();
  const filters = JSON.stringify({ subProjectId_id: project.id, 'fields.supplier': 'Bunting' });
  expect((await owner.ok('getProcess', { page: '1', perPageCount: '5', filters })).processes).toHaveLength(1);

  // The others fail again: nothing was corrected, and that is what is told.
  await page.getByRole('button', { name: 'Retry all 3' }).click();
  const many = page.getByRole('dialog');
  await many.getByRole('button', { name: 'Check first' }).click();
  await many.getByRole('status').getByText('3 stopped again', { exact: true }).waitFor();
  await many.getByLabel('At most in a minute').fill('many');
  await many.getByRole('button', { name: 'Retry', exact: true }).click();
  await many.getByText('Give a number from 1 to 60000, or nothing').waitFor();
  await screenshot('operate-many-light');
  await expectNoBarriers();
  await many.getByLabel('At most in a minute').fill('1');
  await many.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('status').getByText('1 stopped again · 2 left', { exact: true }).waitFor();
  // The server goes on without the page.
  await page.reload();
  const repair = page.getByRole('article', { name: 'Retry' });
  await repair.getByText('1 stopped again · 2 left', { exact: true }).waitFor();
  await repair.getByRole('button', { name: 'Stop' }).click();
  await repair.getByText('1 of 3 · stopped').waitFor();
  await repair.getByRole('button', { name: 'Close' }).click();
  await repair.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Show 3 runs' }).click();
  await page.getByRole('button', { name: 'Retry all 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByRole('status').getByText('3 stopped again', { exact: true }).waitFor();
  await screenshot('operate-told-light');
  await expectNoBarriers();
});

it('the title on the page of a run follows what the run writes after a retry with corrected variables', async () => {
  const runId = await begin('booking', 'Gannet');
  const { page, open } = await openConsole('owner');
  await open(`/runs/${project.id}/${runId}`);
  await page.getByRole('link', { name: 'Gannet' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const { detail } = await owner.ok('getWorkflowRun', { subProjectId: project.id, runId });
  const incidentId = detail.incidents[0]?.id;
  const variables = { supplierName: 'Goosander' };
  await owner.ok('retryIncident', { subProjectId: project.id, runId, incidentId, variables });
  await page.getByRole('link', { name: 'Goosander' }).waitFor();
});

it('runs are cancelled by the keyboard alone, on a phone, in German, at night', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open(`/runs/${project.id}`);
  await page.getByRole('link', { name: 'Betrieb' }).click();
  const toggle = page.getByRole('button', { name: '2 Abläufe zeigen' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Egret' }).waitFor();
  await screenshot('operate-phone-de');
  await expectNoBarriers();
  const cancel = page.getByRole('button', { name: 'Abläufe abbrechen' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Grund').fill('Doppelt gestartet');
  const deed = page.getByRole('button', { name: '2 Abläufe abbrechen' });
  await deed.focus();
  await screenshot('operate-cancel-phone-de');
  await expectNoBarriers();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('2 abgebrochen', { exact: true }).waitFor();
  await toggle.waitFor({ state: 'detached' });
});

it('phones reach Operate, Members and the audit log by the bottom bar', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { device: 'phone' });
  await open(`/runs/${project.id}`);
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  await bar.getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('menu', { name: 'More' });
  await menu.getByRole('menuitem', { name: 'Members' }).waitFor();
  await menu.getByRole('menuitem', { name: 'Audit log' }).waitFor();
  await screenshot('more-phone');
  await expectNoBarriers();
  await menu.getByRole('menuitem', { name: 'Operate' }).click();
  await page.getByRole('heading', { name: 'Operate', level: 1 }).waitFor();
});

it('what others repair goes from the page by itself; who may not operate is told so', async () => {
  const runId = await begin('posting', 'Heron');
  const { page, open } = await openConsole('owner');
  await open(`/operate/${project.id}`);
  const group = page.getByRole('button', { name: 'Show 1 run' });
  await group.waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await owner.ok('cancelWorkflowRun', { subProjectId: project.id, runId });
  await group.waitFor({ state: 'detached' });

  const other = await openConsole('assignee');
  await other.open(`/operate/${closed.id}`);
  await other.page.getByRole('heading', { name: 'You may not operate this project' }).waitFor();
  await other.expectNoBarriers();
});

it('the page shows the runs by state, the queues with who works on them, and whether database and store work', async () => {
  const processId = await createProcess(owner, project.id, { fields: { supplier: 'Ibis' } });
  await execute(owner, project, 'scanning', { processId });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/operate/${project.id}`);
  const row = page.getByRole('table', { name: 'Queues' }).getByRole('row').filter({ hasText: 'ocr-scan' });
  await row.getByText('nobody').waitFor();
  await page.getByText('Timers: 0 scheduled, 0 due, 0 overdue').waitFor();
  const installation = page.getByRole('region', { name: 'Installation' });
  await installation.getByRole('listitem').filter({ hasText: 'Database' }).getByText('Works').waitFor();
  await installation.getByRole('listitem').filter({ hasText: 'Store' }).getByText('Works').waitFor();
  await screenshot('operate-now-light');
  await expectNoBarriers();

  await owner.ok('activateJobs', { subProjectId: project.id, type: 'ocr-scan', worker: 'scanner-7', timeout: 60_000 });
  await row.getByText('scanner-7').waitFor();
  await page.getByRole('navigation', { name: 'Runs by state' }).getByRole('link', { name: 'Running' }).click();
  await page.getByRole('row').filter({ hasText: 'Scanning' }).waitFor();
});

it('runs are moved to another version with a plan, which follows the choice of new elements', async () => {
  const admin = await signInAdmin(url);
  const moving = (task: string) =>
    bpmn('moving', `${start()}${userTask(task)}${end()}${flow('start', task)}${flow(task, 'end')}`);
  const document = configuration({
    workflows: [{ key: 'moving', name: 'Moving', stages: ['stage_init'], file: 'moving.bpmn' }],
  });
  const sub = await deploy(admin, document, { 'moving.bpmn': moving('Old') });
  for (let run = 0; run < 2; run += 1) await execute(owner, sub, 'moving');
  await admin.ok('deploySubProject', { subProjectId: sub.id, document, files: { 'moving.bpmn': moving('New') } });

  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/operate/${sub.id}`);
  await page.getByRole('button', { name: 'Migrate runs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move runs to another version' });
  await dialog.getByText('0 of 2 unfinished runs can be moved to version 2.').waitFor();
  await dialog.getByText('Old: the new version has no element Old').waitFor();
  await screenshot('operate-plan-light');
  await expectNoBarriers();
  await dialog.getByLabel('Old becomes').selectOption('New');
  await dialog.getByText('2 of 2 unfinished runs can be moved to version 2.').waitFor();
  await dialog.getByRole('cell', { name: 'can be moved' }).waitFor();
  await dialog.getByRole('button', { name: 'Move 2 runs' }).click();
  await page.getByRole('status').getByText('2 moved', { exact: true }).waitFor();
  const { runs } = await owner.ok('getWorkflowRuns', {
    subProjectId: sub.id,
    version: '2',
    workflowId: sub.workflows.moving,
  });
  expect(runs).toHaveLength(2);
  await page.getByRole('button', { name: 'Migrate runs' }).click();
  await dialog.getByText('0 of 0 unfinished runs can be moved to version 2.').waitFor();
});
