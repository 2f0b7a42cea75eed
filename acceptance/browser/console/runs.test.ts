import { beforeAll, expect, inject, it } from 'vitest';
import { bpmn, end, flow, start, updateTask, userTask } from '../../src/support/bpmn.js';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import { configuration, createProcess, deploy, type SubProject } from '../../src/support/sub-project.js';
import { execute, waitForState } from '../../src/support/workflows.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

type Place = readonly [x: number, y: number, width: number, height: number];

/** Adds where the elements of a process stand; flows go straight from one to the next. */
function drawn(file: string, processId: string, places: Readonly<Record<string, Place>>): string {
  const shapes = Object.entries(places).map(
    ([id, [x, y, width, height]]) =>
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}" /></bpmndi:BPMNShape>`,
  );
  const edges = [...file.matchAll(/sequenceFlow id="(\w+)" sourceRef="(\w+)" targetRef="(\w+)"/g)].map(
    ([, id, from = '', to = '']) => {
      const [x = 0, y = 0, width = 0, height = 0] = places[from] ?? [];
      const [toX = 0, toY = 0, , toHeight = 0] = places[to] ?? [];
      return `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}"><di:waypoint x="${x + width}" y="${y + height / 2}" /><di:waypoint x="${toX}" y="${toY + toHeight / 2}" /></bpmndi:BPMNEdge>`;
    },
  );
  return file
    .replace(
      '<bpmn:definitions ',
      '<bpmn:definitions xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" ',
    )
    .replace(
      '</bpmn:definitions>',
      `<bpmndi:BPMNDiagram id="drawing"><bpmndi:BPMNPlane id="plane" bpmnElement="${processId}">${shapes.join('')}${edges.join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram></bpmn:definitions>`,
    );
}

/** Waits for a decision, and beside it fails: there is no variable `supplierName`. */
const booking = drawn(
  bpmn(
    'booking',
    `${start()}<bpmn:parallelGateway id="split" />${userTask('Approve')}${updateTask('reserve', '{supplier: supplierName}')}
    <bpmn:parallelGateway id="join" />${end()}${flow('start', 'split')}${flow('split', 'Approve')}${flow('split', 'reserve')}
    ${flow('Approve', 'join')}${flow('reserve', 'join')}${flow('join', 'end')}`,
  ),
  'booking',
  {
    start: [100, 182, 36, 36],
    split: [190, 175, 50, 50],
    Approve: [300, 80, 120, 80],
    reserve: [300, 240, 120, 80],
    join: [480, 175, 50, 50],
    end: [600, 182, 36, 36],
  },
);

let owner: Client;
let project: SubProject;
let closed: SubProject;
let runId: string;
let processId: string;

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
    ],
  });
  project = await deploy(admin, document, { 'booking.bpmn': booking });
  closed = await deploy(admin, configuration({ members: [{ user: 'demo-owner', roles: ['OWNER'] }] }));
  processId = await createProcess(owner, project.id, { fields: { supplier: 'Cormorant Cables' } });
  ({ id: runId } = await execute(owner, project, 'booking', { processId, otherDetails: { urgent: true } }));
  await waitForState(owner, project.id, runId, 'PAUSED');
});

it('a run is found in the list, and its diagram says where it stands, why, and which way it went', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/runs/${project.id}`);
  await page.getByLabel('State').selectOption('Waiting');
  await page.getByLabel('Open incident').selectOption('With an open incident');
  await page.getByRole('row').filter({ hasText: 'Cormorant Cables' }).waitFor();
  await page.getByLabel('Field of the process').selectOption('supplier');
  await page.getByLabel('Contains').fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No run matches' }).waitFor();
  await page.getByLabel('Contains').fill('CABLE');
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'Cormorant Cables' }).waitFor();
  await screenshot('runs-light');
  await expectNoBarriers();
  await page.getByRole('link', { name: 'Booking' }).click();
  await page.getByRole('heading', { level: 1, name: 'Booking' }).waitFor();
  const waits = page.getByRole('region', { name: 'What the run waits for' });
  await waits.getByText(/^Stopped at/).waitFor();
  const shape = (id: string, mark: string) => page.locator(`g.djs-element[data-element-id="${id}"].${mark}`);
  await shape('reserve', 'has-incident').waitFor();
  await shape('Approve', 'is-active').waitFor();
  await shape('flow_start_split', 'is-taken').waitFor({ state: 'attached' });
  expect(await shape('end', 'is-taken').count()).toBe(0);
  await screenshot('run-light');
  await expectNoBarriers();

  await page.locator('g[data-element-id="reserve"] .djs-hit').click();
  await shape('reserve', 'is-selected').waitFor();
  await page.getByText('Only Service task').waitFor();
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await page.getByRole('link', { name: 'Cormorant Cables' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cormorant Cables' }).waitFor();
  await page.getByRole('link', { name: 'Booking' }).click();
  await shape('reserve', 'has-incident').waitFor();
});

it('the slider shows the run as the service had it at every moment, and changes of others come by themselves', async () => {
  const own = await createProcess(owner, project.id, { fields: { supplier: 'Dunlin Docks' } });
  const { id } = await execute(owner, project, 'booking', { processId: own });
  await waitForState(owner, project.id, id, 'PAUSED');
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    width: 1440,
    height: 900,
    colorScheme: 'dark',
  });
  await open(`/runs/${project.id}/${id}`);
  const slider = page.getByRole('slider', { name: 'Moment of the run' });
  const shape = (element: string, mark: string) => page.locator(`g.djs-element[data-element-id="${element}"].${mark}`);
  await shape('Approve', 'is-active').waitFor();
  await slider.focus();
  await page.keyboard.press('Home');
  await page.getByText('Looking back').waitFor();
  await shape('Approve', 'is-active').waitFor({ state: 'detached' });
  await shape('start', 'is-taken').waitFor({ state: 'detached' });
  await screenshot('run-past-dark');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await shape('Approve', 'is-active').waitFor();

  const { tasks } = await owner.ok('getTasks', { subProjectId: project.id, processId: own, state: 'OPEN' });
  const [task] = tasks;
  await owner.ok('resumeWorkflowRunsApi', { subProjectId: project.id, runId: id, taskId: task?.id, approved: true });
  await shape('Approve', 'is-active').waitFor({ state: 'detached' });
  await shape('flow_Approve_join', 'is-taken').waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Variables' }).click();
  const { detail } = await owner.ok('getWorkflowRun', { subProjectId: project.id, runId: id });
  for (const name of Object.keys(detail.variables)) await page.getByRole('term').filter({ hasText: name }).waitFor();
});

it('the outline says what the diagram says, by the keyboard alone, on a phone and in German', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { device: 'phone', locale: 'de' });
  await open(`/runs/${project.id}/${runId}`);
  await page.getByRole('heading', { level: 1, name: 'Booking' }).waitFor();
  await screenshot('run-phone-de');
  await page.getByRole('radio', { name: 'Gliederung' }).check();
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const failing = page.getByRole('treeitem', { name: /Service-Aufgabe.*1 Störung/ });
  await failing.waitFor();
  expect(await page.getByRole('treeitem', { selected: true }).count()).toBe(1);
  await expectNoBarriers();
  await screenshot('run-phone-outline');
  await open(`/runs/${project.id}`);
  await page.getByText('Cormorant Cables').first().waitFor();
  await expectNoBarriers();
  await screenshot('runs-phone-de');
});

it('the outline is there although it was chosen before the drawing was, which has its place later', async () => {
  const { page, open } = await openConsole('owner', { device: 'phone', locale: 'de' });
  let draw = (): void => undefined;
  const chosen = new Promise<void>((resolve) => {
    draw = resolve;
  });
  await page.route(/\/assets\/viewer-[\w-]+\.js$/, async (route) => {
    await chosen;
    await route.continue();
  });
  await open(`/runs/${project.id}/${runId}`);
  await page.getByRole('radio', { name: 'Gliederung' }).check();
  draw();
  await page.getByRole('treeitem').first().waitFor();
  await page.getByRole('radio', { name: 'Diagramm' }).check();
  await expect
    .poll(async () => (await page.locator('.djs-shape').first().boundingBox())?.width ?? 0, { timeout: 10_000 })
    .toBeGreaterThan(10);
});

it('a token is moved by the keyboard alone, after what would follow is told', async () => {
  const moved = await createProcess(owner, project.id, { fields: { supplier: 'Moorhen' } });
  const { id } = await execute(owner, project, 'booking', { processId: moved });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/runs/${project.id}/${id}?element=Approve`);
  const button = page.getByRole('button', { name: 'Move token' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move a token' });
  const to = dialog.getByLabel('To', { exact: true });
  await to.focus();
  await to.selectOption('end');
  const preview = dialog.getByRole('status');
  await preview.getByText('task Approve').waitFor();
  await screenshot('run-move-light');
  await expectNoBarriers();
  await dialog.getByRole('button', { name: 'Move', exact: true }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const { detail } = await owner.ok('getWorkflowRun', { subProjectId: project.id, runId: id });
  expect(detail.active.map(({ elementId }) => elementId)).not.toContain('Approve');
  expect(detail.tasks).toEqual([]);
});

it('a token is dragged to another element, and moved after what would follow is told', async () => {
  const moved = await createProcess(owner, project.id, { fields: { supplier: 'Nuthatch' } });
  const { id } = await execute(owner, project, 'booking', { processId: moved });
  const { page, open } = await openConsole('owner', { width: 1440, height: 900 });
  await open(`/runs/${project.id}/${id}`);
  await page.getByRole('button', { name: 'Move token' }).waitFor();
  const shape = (element: string) => page.locator(`.djs-shape[data-element-id="${element}"]`);
  await page.locator('[data-container-id="Approve"] .run-badge-token').dragTo(shape('end'));
  const dialog = page.getByRole('dialog', { name: 'Move a token' });
  await dialog.getByRole('status').getByText('task Approve').waitFor();
  expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe('end');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { detail } = await owner.ok('getWorkflowRun', { subProjectId: project.id, runId: id });
  expect(detail.tasks).toEqual([]);
});

it('who has no role in a project is told why there is no list', async () => {
  const { page, open, expectNoBarriers } = await openConsole('assignee');
  await open(`/runs/${closed.id}`);
  await page.getByRole('heading', { name: 'You may not see runs here' }).waitFor();
  await expectNoBarriers();
});

it('shows on the diagram where runs wait and how long elements take, and leads to the runs behind each number', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { width: 1280, height: 900 });
  await open(`/runs/${project.id}`);
  await page.getByRole('link', { name: 'Where runs wait' }).click();
  await page.getByRole('heading', { name: 'Where runs wait' }).waitFor();
  const numbers = page.getByRole('table', { name: 'Elements of the workflow' });
  const row = (name: string) => numbers.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
  const { elements } = await owner.ok('getElementStatistics', {
    subProjectId: project.id,
    workflowId: project.workflows.booking ?? '',
  });
  const waiting = elements.find(({ elementId }) => elementId === 'Approve')?.waiting ?? 0;
  expect(waiting).toBeGreaterThan(0);
  await page.locator('[data-container-id=Approve] .run-badge-heat', { hasText: String(waiting) }).waitFor();
  await row('Approve').getByRole('button').first().click();
  const list = page.getByRole('region', { name: 'Waiting now' });
  await list.getByRole('row').nth(waiting).waitFor();
  expect(await list.getByRole('row').count()).toBe(waiting + 1);
  await screenshot('heat-light');
  await expectNoBarriers();

  await page.getByRole('radio', { name: 'Half take up to' }).check();
  await page.locator('[data-container-id=start] .run-badge-heat').waitFor();
  await expect
    .poll(() => page.locator('.run-badge-heat').count())
    .toBe(elements.filter(({ medianMs }) => medianMs !== null).length);
  await page.getByRole('radio', { name: 'Waiting now' }).check();
  await row('Approve').getByRole('button').first().click();
  await list.getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/runs/${project.id}/[0-9a-f-]{36}`));
});

it('shows the numbers of elements on a phone, in German and in the dark', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open(`/runs/${project.id}/elements?element=Approve`);
  await page.getByRole('region', { name: 'Wartet jetzt' }).getByRole('row').nth(1).waitFor();
  await page.locator('.run-badge-heat').first().waitFor();
  await screenshot('heat-phone-dark');
  await expectNoBarriers();
});
