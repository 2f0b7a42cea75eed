import { beforeAll, expect, inject, it } from 'vitest';
import { diagrams } from '../../src/support/diagrams.js';
import { signInAdmin, signInDemo } from '../../src/support/http.js';
import { demoUserId } from '../../src/support/person.js';
import { configuration, createProcess, deploy } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');
const owner = await signInDemo(url, 'owner');
const suppliers = ['Avocet Analytics', 'Bittern Bookkeeping', 'Cormorant Cables', 'Dunlin Design', 'Egret Electrical'];
const fields = {
  supplier: { type: 'string', required: true, 'x-indexed': true, 'x-ui': { summary: 1 } },
  amount: { type: 'number', 'x-ui': { unit: 'currency' } },
  currency: { enum: ['EUR', 'USD'], default: 'EUR' },
  assignee: { type: 'string', format: 'user', 'x-indexed': true },
};
const workflows = [{ key: 'approval', name: 'Approval', stages: ['stage_init'], file: 'approval.bpmn' }];
let subProjectId: string;
let path: string;

beforeAll(async () => {
  const admin = await signInAdmin(url);
  subProjectId = (
    await deploy(admin, configuration({ fields, workflows }), { 'approval.bpmn': diagrams['approval.bpmn'] })
  ).id;
  path = `/processes/${subProjectId}`;
  for (const [index, supplier] of suppliers.entries()) {
    await createProcess(owner, subProjectId, {
      fields: { supplier, amount: (index + 1) * 1000, currency: 'EUR' },
      priority: 'HIGH',
    });
  }
});

const rowOf = (page: Awaited<ReturnType<typeof openConsole>>['page'], name: string) =>
  page.getByRole('row').filter({ hasText: name });

it('a list is filtered, and the filter is kept as a view', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(path);
  await rowOf(page, 'Egret Electrical').waitFor();
  await expectNoBarriers();
  await page.keyboard.press('/');
  await page.getByLabel('Field').selectOption({ label: 'Supplier' });
  await page.getByLabel('Value').fill('BOOK');
  await screenshot('processes-filter');
  await page.getByRole('button', { name: 'Apply' }).click();
  await rowOf(page, 'Egret Electrical').waitFor({ state: 'detached' });
  await rowOf(page, 'Bittern Bookkeeping').waitFor();
  await page.getByRole('button', { name: 'New view', exact: true }).click();
  await page.getByLabel('Name').fill('Books');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: /Books/ }).waitFor();
  await page.getByRole('link', { name: /^All/ }).click();
  await rowOf(page, 'Egret Electrical').waitFor();
  await page.getByRole('link', { name: /Books/ }).click();
  await rowOf(page, 'Egret Electrical').waitFor({ state: 'detached' });
  await page.reload();
  await rowOf(page, 'Bittern Bookkeeping').waitFor();

  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  const pinned = page.getByRole('navigation', { name: 'Pinned' }).getByRole('link', { name: 'Books 1' });
  await pinned.waitFor();
  expect(await pinned.getAttribute('aria-current')).toBe('page');
  await open(`/runs/${subProjectId}`);
  await pinned.waitFor();
  await expectNoBarriers();
  await screenshot('processes-pinned');
  await pinned.click();
  await rowOf(page, 'Bittern Bookkeeping').waitFor();
  await page.getByRole('button', { name: 'Unpin', exact: true }).click();
  await pinned.waitFor({ state: 'detached' });
});

it('a cell is edited with the keyboard; what somebody else changed meanwhile is not overwritten', async () => {
  const { page, open, expectNoBarriers } = await openConsole('owner');
  await open(path);
  await rowOf(page, 'Avocet Analytics').waitFor();
  await rowOf(page, 'Avocet Analytics').getByRole('gridcell', { name: '1,000.00' }).dblclick();
  await page.getByLabel('Amount', { exact: true }).fill('1234.5');
  await page.keyboard.press('Enter');
  await page.getByText('Amount saved').waitFor();
  await rowOf(page, 'Avocet Analytics').getByRole('gridcell', { name: '1,234.50' }).waitFor();

  const filters = { subProjectId_id: subProjectId, 'fields.supplier': 'Dunlin Design' };
  const { processes } = await owner.ok('getProcess', { page: '1', perPageCount: '1', filters });
  const processId = processes[0]?.id ?? '';
  await rowOf(page, 'Dunlin Design').getByRole('gridcell', { name: '4,000.00' }).dblclick();
  await page.getByLabel('Amount', { exact: true }).waitFor();
  // The list hears of it while the cell is being edited: what the person saw first counts.
  await owner.ok('updateProcessField', { subProjectId, processId, updates: { amount: 17 } });
  await page.getByLabel('Amount', { exact: true }).fill('18');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('17.00').waitFor();
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await rowOf(page, 'Dunlin Design').getByRole('gridcell', { name: '18.00' }).waitFor();
});

it('people are shown by name to whoever sees the field; the list of people is asked for when somebody chooses', async () => {
  const assignee = await demoUserId(await signInAdmin(url), 'assignee');
  const id = await createProcess(owner, subProjectId, { fields: { supplier: 'Goshawk Glass', assignee } });
  const mayNotList = await openConsole('manager');
  await mayNotList.open(path);
  await rowOf(mayNotList.page, 'Goshawk Glass').getByText('Aylin Assignee').waitFor();
  await mayNotList.open(`${path}/${id}`);
  await mayNotList.page.getByRole('main').locator('dd').getByText('Aylin Assignee').waitFor();

  const { page, open } = await openConsole('owner');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/getUsersForProcess')) asked.push(request.url());
  });
  await open(path);
  const cell = rowOf(page, 'Goshawk Glass').getByRole('gridcell', { name: 'Aylin Assignee' });
  await cell.waitFor();
  expect(asked).toEqual([]);
  await cell.dblclick();
  await page.getByRole('menuitem', { name: 'Olivia Owner' }).click();
  await rowOf(page, 'Goshawk Glass').getByText('Olivia Owner').waitFor();
  await page.getByText('Assignee saved').waitFor();
  expect(asked).toHaveLength(1);
  await owner.ok('deleteProcess', { subProjectId, processId: id });
});

it('a wrong number stays in its cell, with the reason, until it is right', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(path);
  await rowOf(page, 'Bittern Bookkeeping').waitFor();
  await rowOf(page, 'Bittern Bookkeeping').getByRole('gridcell', { name: '2,000.00' }).dblclick();
  const cell = page.getByLabel('Amount', { exact: true });
  await cell.fill('2.000,5');
  await rowOf(page, 'Egret Electrical').getByRole('gridcell', { name: '5,000.00' }).click();
  await page.getByText('This is not a number').waitFor();
  await expectNoBarriers();
  await screenshot('processes-cell-wrong');
  expect(await cell.inputValue()).toBe('2.000,5');
  await expect.poll(() => cell.evaluate((input) => input === document.activeElement)).toBe(true);
  await cell.fill('2500');
  await rowOf(page, 'Egret Electrical').getByRole('gridcell', { name: '5,000.00' }).click();
  await page.getByText('Amount saved').waitFor();
  await rowOf(page, 'Bittern Bookkeeping').getByRole('gridcell', { name: '2,500.00' }).waitFor();
});

it('a refused value is taken back, and the reason is in the language of the person', async () => {
  const { page, open } = await openConsole('owner', { locale: 'de' });
  const problem = {
    type: 'about:blank',
    title: 'The caller may not update this data',
    status: 403,
    detail: 'Your roles do not update "amount".',
    instance: '/v1/process/updateProcessField',
    code: 'ERROR_NOT_ALLOWED_TO_UPDATE',
    id: 1207,
    traceId: 'trace',
  };
  await page.route('**/updateProcessField', (route) => route.fulfill({ status: 403, json: problem }));
  await open(path);
  await rowOf(page, 'Egret Electrical').getByRole('gridcell', { name: '5.000,00' }).dblclick();
  await page.getByLabel('Amount', { exact: true }).fill('5001');
  await page.keyboard.press('Enter');
  await page.getByText('Amount wurde nicht gespeichert. Ihre Rolle darf das nicht ändern.').waitFor();
  await rowOf(page, 'Egret Electrical').getByRole('gridcell', { name: '5.000,00' }).waitFor();
});

it('the space key shows the process under the cursor beside the list, and the arrows go on', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(path);
  await rowOf(page, 'Cormorant Cables').waitFor();
  await rowOf(page, 'Egret Electrical').getByRole('gridcell').nth(2).click();
  await page.getByRole('grid').focus();
  await page.keyboard.press(' ');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Egret Electrical' }).waitFor();
  await preview.getByText('Created').waitFor();
  await expectNoBarriers();
  await screenshot('processes-peek');
  await page.keyboard.press('ArrowDown');
  await preview.getByRole('heading', { name: 'Dunlin Design' }).waitFor();
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
});

it('many are changed at once, after a dry run', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(path);
  await rowOf(page, 'Avocet Analytics').waitFor();
  await rowOf(page, 'Avocet Analytics').getByRole('checkbox').check();
  await page.getByRole('button', { name: /that match/ }).click();
  await screenshot('processes-bulk-bar');
  await page.getByRole('toolbar').getByRole('button', { name: 'State' }).click();
  await page.getByLabel('Value').selectOption({ label: 'Paid' });
  await page.getByRole('button', { name: 'Check first' }).click();
  await page.getByText('5 refused').waitFor();
  await expectNoBarriers();
  await screenshot('processes-bulk-refused');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Field').selectOption({ label: 'Priority' });
  await page.getByLabel('Value').selectOption({ label: 'Low' });
  await page.getByRole('button', { name: 'Check first' }).click();
  await page.getByText('5 processes would change').waitFor();
  // As when the update ends before the list asks for one that runs.
  await page.route('**/getBulkOperations*', (route) => route.fulfill({ json: { bulkOperations: [] } }));
  await page.getByRole('button', { name: 'Change 5 processes' }).click();
  await page.getByText('5 processes were changed').waitFor();
  await rowOf(page, 'Avocet Analytics').getByText('Low').waitFor();
});

it('a workflow is started on many at once, after a dry run', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(path);
  await rowOf(page, 'Dunlin Design').getByRole('checkbox').check();
  await rowOf(page, 'Egret Electrical').getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByLabel('Workflow', { exact: true }).selectOption({ label: 'Approval' });
  await page.getByRole('button', { name: 'Check first' }).click();
  await page.getByText('2 runs would start').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Waiting' }).getByText('2').waitFor();
  await page.getByRole('button', { name: 'Start 2 runs', disabled: false }).waitFor();
  await expectNoBarriers();
  await screenshot('processes-bulk-run');
  // As when it ends before the list asks for one that runs.
  await page.route('**/getBulkOperations*', (route) => route.fulfill({ json: { bulkOperations: [] } }));
  await page.getByRole('button', { name: 'Start 2 runs' }).click();
  await page.getByText('2 runs were started').waitFor();
  const { runs } = await owner.ok('getWorkflowRuns', { subProjectId });
  expect(runs.map(({ state }) => state)).toEqual(['PAUSED', 'PAUSED']);
});

it('the board moves a process, to where it may go', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(`${path}?grouping=board`);
  const card = page.getByRole('article').filter({ hasText: 'Cormorant Cables' });
  await card.waitFor();
  await expectNoBarriers();
  await screenshot('processes-board');
  await card.getByRole('button', { name: /Move/ }).click();
  expect(await page.getByRole('menuitem', { name: 'Paid' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Approved' }).click();
  const approved = page.getByRole('region', { name: 'Approved' });
  await approved.getByText('Cormorant Cables').waitFor();
});

it('the invoices of the demo, in every width, both schemes and German', async () => {
  for (const [width, locale, colorScheme] of [
    [390, 'en', 'light'],
    [768, 'en', 'dark'],
    [1280, 'de', 'dark'],
    [1920, 'en', 'light'],
  ] as const) {
    const device = width === 390 ? 'phone' : 'desktop';
    const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
      device,
      colorScheme,
      locale,
      width,
    });
    await open('/processes/01900000-0000-7000-8000-000000000001');
    await page.getByRole('row').nth(3).waitFor();
    const cut = await page
      .getByRole('heading', { level: 1 })
      .evaluate((title) => title.scrollWidth - title.clientWidth);
    expect(cut, 'pixels of the title that are cut').toBe(0);
    await expectNoBarriers();
    await screenshot(`processes-${width}-${colorScheme}`);
  }
});
