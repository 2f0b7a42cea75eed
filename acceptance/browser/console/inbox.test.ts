import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bpmn, end, line, start, updateTask, userTask } from '../../src/support/bpmn.js';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import {
  configuration,
  createProcess,
  deploy,
  everythingRole,
  type SubProject,
} from '../../src/support/sub-project.js';
import { useConsole } from './console.js';
import { sessionOf } from './people.js';

const openConsole = useConsole();
const url = inject('demoUrl');
const patient = { timeout: 15_000 };
/** Decisions whose connection is cut. */
const CUTS = 20;
const form = JSON.stringify({
  type: 'object',
  required: ['comment', 'costCentre'],
  properties: {
    comment: { type: 'string' },
    costCentre: { type: 'string', title: 'Cost centre', pattern: '^47', maxLength: 20 },
  },
}).replaceAll('"', '&quot;');

let subProject: SubProject;
let owner: Client;

beforeAll(async () => {
  owner = await signInDemo(url, 'owner');
  subProject = await deploy(
    await signInAdmin(url),
    configuration({
      name: `Story ${randomUUID().slice(0, 8)}`,
      fields: {
        supplier: { type: 'string', required: true, 'x-ui': { summary: 1 } },
        amount: { type: 'number', 'x-ui': { summary: 2, widget: 'amount', unit: 'currency' } },
        currency: { enum: ['EUR', 'USD'], default: 'EUR', 'x-ui': { summary: 3 } },
        assignee: { type: 'string', format: 'user' },
        notes: { type: 'string' },
      },
      roles: [everythingRole('OWNER')],
      members: [
        { user: 'demo-owner', roles: ['OWNER'] },
        { user: 'demo-manager', roles: ['OWNER'] },
      ],
      workflows: ['approve', 'form', 'steps'].map((key) => ({
        key,
        name: `Flow ${key}`,
        file: `${key}.bpmn`,
        stages: ['stage_init'],
      })),
    }),
    {
      'approve.bpmn': bpmn('approve', `${start()}${userTask('decide')}${end()}${line('start', 'decide', 'end')}`),
      'steps.bpmn': bpmn(
        'steps',
        `${start()}${userTask('decide')}${updateTask('close', '{ state: "APPROVED", notes: "as agreed" }')}${userTask('pay')}${end()}${line('start', 'decide', 'close', 'pay', 'end')}`,
      ),
      'form.bpmn': bpmn(
        'form',
        `<bpmn:extensionElements><zeebe:userTaskForm id="f">${form}</zeebe:userTaskForm></bpmn:extensionElements>
        ${start()}${userTask('decide', '<zeebe:formDefinition formKey="camunda-forms:bpmn:f" />')}${end()}${line('start', 'decide', 'end')}`,
      ),
    },
  );
});

/** A supplier with a task that waits for anybody of the team. */
async function task(workflow = 'approve', amount = 10_750) {
  const supplier = `Cables ${randomUUID().slice(0, 8)}`;
  const processId = await createProcess(owner, subProject.id, { fields: { supplier, amount, currency: 'USD' } });
  const { runId } = await owner.ok('executeWorkflow', {
    subProjectId: subProject.id,
    stageKey: 'stage_init',
    workflowId: subProject.workflows[workflow],
    processId,
  });
  const stateOf = async () =>
    (await owner.ok('getWorkflowRun', { subProjectId: subProject.id, runId: runId.id })).run.state;
  const { tasks } = await owner.ok('getTasks', {
    subProjectId: subProject.id,
    runId: runId.id,
    page: '1',
    perPageCount: '1',
  });
  return { supplier, runId: runId.id, taskId: tasks[0]?.id ?? '', stateOf };
}

const list = (text = '') => `/inbox?view=team&project=${subProject.id}${text}`;
const heading = (page: Page, supplier: string) => page.getByRole('heading', { name: supplier, exact: true });
const row = (page: Page, supplier: string) => page.getByRole('button', { name: new RegExp(supplier) });

describe('a decision', () => {
  it('can be taken back, and is sent when its time is over', async () => {
    const { supplier, taskId, stateOf } = await task();
    const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
    await open(list(`&task=${subProject.id}.${taskId}`));
    await heading(page, supplier).waitFor();
    await page.getByText('10,750.00').first().waitFor();
    await expectNoBarriers();
    await screenshot('inbox-desktop');
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Undo' }).click();
    await heading(page, supplier).waitFor();
    expect(await stateOf()).toBe('PAUSED');
    await page.keyboard.press('a');
    await row(page, supplier).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+Enter');
    // What is sent cannot be taken back.
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached', timeout: 3000 });
    await expect.poll(stateOf, patient).toBe('COMPLETED');
  });

  it('says what is missing before it is sent, and what the server refuses', async () => {
    const { supplier, taskId, stateOf } = await task('form');
    const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', {
      device: 'phone',
      locale: 'de',
      colorScheme: 'dark',
    });
    await open(list(`&task=${subProject.id}.${taskId}`));
    await heading(page, supplier).waitFor();
    await page.getByRole('button', { name: /^Ablehnen/ }).click();
    await page.getByText('Diese Angabe fehlt noch').waitFor();
    await page.getByLabel('Cost centre').fill('4711');
    await page.getByRole('button', { name: /^Ablehnen/ }).click();
    await page.getByText('Diese Entscheidung braucht einen Kommentar').waitFor();
    await expectNoBarriers();
    await screenshot('inbox-phone-de-dark-form');
    await page.getByLabel('Kommentar').fill('Zu teuer');
    await page.reload();
    expect(await page.getByLabel('Kommentar').inputValue()).toBe('Zu teuer');
    await page.getByRole('button', { name: /^Ablehnen/ }).click();
    await page.getByText(`${supplier} abgelehnt`).waitFor();
    // Who leaves the page sends what is held.
    await page.goto('about:blank');
    await expect.poll(stateOf, patient).toBe('REJECTED');
  });

  it('tells plainly that somebody was faster', async () => {
    const { supplier, runId, taskId } = await task();
    const { page, context, open, problems } = await openConsole('manager');
    await open(list(`&task=${subProject.id}.${taskId}`));
    await heading(page, supplier).waitFor();
    await page.getByLabel('Comment').fill('as agreed');
    // The page has not heard of it when the person decides.
    await context.route(/get(Task|Inbox)\b/, (route) => route.abort('connectionreset'));
    await owner.ok('resumeWorkflowRunsApi', { subProjectId: subProject.id, runId, taskId, approved: false });
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${supplier}: somebody was faster`).waitFor();
    // The browser notes the refusal, which is what is asked for here.
    problems.splice(0);
  });

  it('waits while somebody else is signed in, and is sent as the person who took it', async () => {
    const { supplier, taskId, stateOf } = await task();
    const { page, context, open } = await openConsole('manager');
    await open(list(`&task=${subProject.id}.${taskId}`));
    await heading(page, supplier).waitFor();
    // In another tab the owner signs in, who may decide, too.
    await context.addCookies(await sessionOf('owner'));
    await page.keyboard.press('a');
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${supplier}: somebody else is signed in here`).waitFor();
    expect(await stateOf()).toBe('PAUSED');
    await context.addCookies(await sessionOf('manager'));
    await page.reload();
    await expect.poll(stateOf, patient).toBe('COMPLETED');
    const { completedBy } = await owner.ok('getTask', { subProjectId: subProject.id, taskId });
    const { user } = await (await signInDemo(url, 'manager')).ok('getMe', {});
    expect(completedBy).toBe(user?.id);
  });
});

it('a form begun on one device goes on on another, and nothing that was written is lost', async () => {
  const { supplier, taskId } = await task();
  const [desk, phone] = [await openConsole('manager'), await openConsole('manager', { device: 'phone' })];
  const comment = async ({ page, open }: typeof desk) => {
    await open(list(`&task=${subProject.id}.${taskId}`));
    await heading(page, supplier).waitFor();
    return page.getByLabel('Comment');
  };
  const saved = ({ page }: typeof desk) => page.waitForResponse(/saveDraft$/);
  const onDesk = await comment(desk);
  await Promise.all([saved(desk), onDesk.fill('Too dear')]);
  const onPhone = await comment(phone);
  await expect.poll(() => onPhone.inputValue(), patient).toBe('Too dear');
  await Promise.all([saved(phone), onPhone.fill('Too dear by far')]);
  await onDesk.fill('Too dear, ask again');
  await desk.page.getByText('On another device you wrote: “Too dear by far”').waitFor();
  await desk.expectNoBarriers();
  await desk.screenshot('inbox-draft-conflict');
  await Promise.all([saved(desk), desk.page.getByRole('button', { name: 'Keep what is here' }).click()]);
  await phone.page.reload();
  await expect.poll(() => onPhone.inputValue(), patient).toBe('Too dear, ask again');
});

it('says before a decision what each of the two would do', async () => {
  const { supplier, taskId, stateOf } = await task('steps');
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
  await open(list(`&task=${subProject.id}.${taskId}`));
  await heading(page, supplier).waitFor();
  const next = page.getByRole('region', { name: 'What happens next' });
  await next.getByText('State becomes Approved').waitFor();
  await next.getByText('Task: pay').waitFor();
  await next.getByText('Notes becomes as agreed').waitFor();
  await expectNoBarriers();
  await screenshot('inbox-next');
  await next.getByRole('button', { name: 'If you reject' }).click();
  await next.getByText('The run ends').waitFor();
  expect(await next.getByText('State becomes').count()).toBe(0);
  expect(await stateOf()).toBe('PAUSED');
});

it('claims a task and gives it back', async () => {
  const { supplier, taskId } = await task();
  const { page, open } = await openConsole('manager');
  await open(list(`&task=${subProject.id}.${taskId}`));
  await heading(page, supplier).waitFor();
  await page.getByRole('button', { name: 'Claim' }).click();
  await page.getByText(`${supplier} is yours now`).waitFor();
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByText(`${supplier} is back with your team`).waitFor();
});

it('decides several tasks with one request, and tells what became of each', async () => {
  const tasks = [await task(), await task()];
  const late = await task();
  const { page, context, open, expectNoBarriers, screenshot, problems } = await openConsole('manager');
  await open(list());
  for (const { supplier } of [...tasks, late]) {
    await row(page, supplier).hover();
    await page.getByRole('checkbox', { name: `Select ${supplier}` }).check();
  }
  await expectNoBarriers();
  // The page has not heard that one of them is decided.
  await context.route(/get(Task|Inbox)\b/, (route) => route.abort('connectionreset'));
  await owner.ok('resumeWorkflowRunsApi', {
    subProjectId: subProject.id,
    runId: late.runId,
    taskId: late.taskId,
    approved: false,
  });
  const keys = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('/decideTasks')) keys.add(request.headers()['idempotency-key'] ?? '');
    if (request.url().endsWith('/resumeWorkflowRunsApi')) keys.add('one by one');
  });
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('2 decided, 1 refused').waitFor();
  await page.getByRole('button', { name: 'Show each' }).click();
  const results = page.getByRole('dialog', { name: 'What became of the tasks' }).getByRole('listitem');
  await results.first().waitFor();
  expect(await results.first().textContent()).toContain(late.supplier);
  expect(await results.first().textContent()).toContain('Somebody was faster');
  expect(await results.count()).toBe(3);
  await expectNoBarriers();
  await screenshot('inbox-results');
  expect(keys.size).toBe(1);
  for (const { stateOf } of tasks) expect(await stateOf()).toBe('COMPLETED');
  problems.splice(0);
});

it('a finger decides in the list, and takes it back; buttons do the same', async () => {
  const [first, second] = [await task(), await task()];
  const { page, context, open, screenshot } = await openConsole('manager', { device: 'phone' });
  await open(list());
  const touch = await context.newCDPSession(page);
  const swipe = async (supplier: string, by: number) => {
    const box = await row(page, supplier).boundingBox();
    if (box === null) throw new Error(`${supplier} is not in the list`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = (dx: number) => [{ x: x + dx, y }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (const part of [0.1, 0.3, 0.6, 1]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by * part) });
    }
    if (by > 0) await screenshot('inbox-phone-swipe');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await row(page, first.supplier).waitFor();
  // Too short: nothing happens, and it is no press either.
  await swipe(first.supplier, -40);
  await swipe(first.supplier, -170);
  await page.getByText(`Rejected ${first.supplier}`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, first.supplier).waitFor();
  expect(await first.stateOf()).toBe('PAUSED');
  await swipe(first.supplier, 170);
  await page.getByText(`Approved ${first.supplier}`).waitFor();
  await page.goto('about:blank');
  await expect.poll(first.stateOf, patient).toBe('COMPLETED');
  expect(await second.stateOf()).toBe('PAUSED');
});

it('says why a list is empty', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', { device: 'phone' });
  await open(`/inbox?project=${subProject.id}&text=nothing-like-this`);
  await page.getByRole('heading', { name: 'No task matches' }).waitFor();
  await expectNoBarriers();
  await screenshot('inbox-phone-empty');
});

// The last one: it leaves many tasks in the list.
it('a decision is one decision each time, at whatever moment the connection is cut', async () => {
  const tasks = await Promise.all(Array.from({ length: CUTS }, () => task('steps')));
  const { page, context, open } = await openConsole('manager');
  const cut = new Map<string, number>();
  await context.route('**/resumeWorkflowRunsApi', async (route) => {
    const key = (await route.request().headerValue('idempotency-key')) ?? '';
    if (cut.has(key)) return route.continue();
    const after = Math.random() * 40;
    cut.set(key, after);
    await cutAfter(route, after);
  });
  await open(list(`&task=${subProject.id}.${tasks[0]?.taskId}`));
  for (const { supplier, taskId } of tasks) {
    await open(list(`&task=${subProject.id}.${taskId}`));
    await heading(page, supplier).waitFor();
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Control+Enter');
    await heading(page, supplier).waitFor({ state: 'detached' });
  }
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('.decision.')).length);
  await expect.poll(kept, { timeout: 40_000 }).toBe(0);
  expect(cut.size, 'decisions that were cut').toBe(CUTS);
  for (const { runId, taskId } of tasks) {
    const { task: decided } = await owner.ok('getTask', { subProjectId: subProject.id, taskId });
    expect(decided, JSON.stringify([...cut.values()])).toMatchObject({ state: 'COMPLETED', approved: true });
    // A second decision would have completed the task after it.
    const at = { subProjectId: subProject.id, runId, page: '1', perPageCount: '9' };
    const { tasks: all } = await owner.ok('getTasks', at);
    expect(all.filter(({ state }) => state === 'OPEN')).toMatchObject([{ elementId: 'pay' }]);
  }
  expect(await page.getByText('somebody was faster').count()).toBe(0);
}, 150_000);

/** Sends a request to the server, and cuts its connection after some milliseconds, whatever has become of it. */
async function cutAfter(route: Route, milliseconds: number): Promise<void> {
  const sent = route.request();
  const headers = { ...(await sent.allHeaders()), 'sec-fetch-site': 'same-origin' };
  const connection = request(sent.url(), { method: 'POST', headers });
  connection.on('error', () => undefined);
  connection.end(sent.postData());
  await setTimeout(milliseconds);
  connection.destroy();
  await route.abort('connectionreset');
}
