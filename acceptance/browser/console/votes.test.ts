import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import { createPerson, demoUserId, type Person } from '../../src/support/person.js';
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
/** What the test needs of a saved file. */
interface EvidenceFile {
  readonly rows: readonly { readonly log: Readonly<Record<string, unknown>> }[];
  readonly keys: readonly { readonly id: string }[];
}

const patient = { timeout: 15_000 };
const KEY = 'release-approval';

let subProject: SubProject;
/** They start runs: the author neither votes nor is separated by it; the manager is. */
let author: Client;
let manager: Client;
let board: Person;
let authorId: string;

beforeAll(async () => {
  const admin = await signInAdmin(url);
  [author, manager] = [await signInDemo(url, 'assignee'), await signInDemo(url, 'manager')];
  authorId = await demoUserId(admin, 'assignee');
  const people = [
    await createPerson(admin, 'Bea Board'),
    await createPerson(admin, 'Bob Board'),
    await createPerson(admin, 'Billa Board'),
  ];
  [board] = people as [Person, ...Person[]];
  subProject = await deploy(
    admin,
    configuration({
      name: `Votes ${randomUUID().slice(0, 8)}`,
      stages: [{ key: 'stage_candidate', name: 'Candidate', default: true }],
      states: { values: ['INIT', 'RELEASED', 'STOPPED'], transitions: [{ from: 'INIT', to: ['RELEASED', 'STOPPED'] }] },
      fields: {
        release: { type: 'string', required: true, 'x-ui': { summary: 1 } },
        author: { type: 'string', format: 'user' },
        notes: { type: 'string' },
      },
      roles: [everythingRole('AUTHOR'), everythingRole('RELEASE_BOARD')],
      members: [
        { user: 'demo-assignee', roles: ['AUTHOR'] },
        { user: 'demo-manager', roles: ['RELEASE_BOARD'] },
        { user: 'demo-owner', roles: ['RELEASE_BOARD'] },
        ...people.map(({ email }) => ({ user: email, roles: ['RELEASE_BOARD'] })),
      ],
      workflows: [{ key: KEY, name: 'Release approval', file: `${KEY}.bpmn`, stages: ['stage_candidate'] }],
    }),
    { [`${KEY}.bpmn`]: await readFile(new URL(`../../../examples/${KEY}/${KEY}.bpmn`, import.meta.url), 'utf8') },
  );
});

/** A release with a task that two of five decide; the fifth, where the manager starts it, may not. */
async function release(starter = author, writer = authorId) {
  const name = `Release ${randomUUID().slice(0, 8)}`;
  const processId = await createProcess(author, subProject.id, { fields: { release: name, author: writer } });
  const { runId } = await starter.ok('executeWorkflow', {
    subProjectId: subProject.id,
    stageKey: 'stage_candidate',
    workflowId: subProject.workflows[KEY],
    processId,
  });
  const stateOf = async () =>
    (await author.ok('getWorkflowRun', { subProjectId: subProject.id, runId: runId.id })).run.state;
  const openTask = async () => {
    const { tasks } = await author.ok('getTasks', {
      subProjectId: subProject.id,
      runId: runId.id,
      page: '1',
      perPageCount: '10',
    });
    return tasks.find(({ state }) => state === 'OPEN');
  };
  const taskId = (await openTask())?.id ?? '';
  return { name, processId, taskId, stateOf, openTask };
}

/** Ends a release of which no more is told. */
const stop = (taskId = '') =>
  board.client.ok('castVote', { subProjectId: subProject.id, taskId, outcome: 'reject', reason: 'Never mind' });

const list = (taskId?: string) =>
  `/inbox?view=team&project=${subProject.id}${taskId === undefined ? '' : `&task=${subProject.id}.${taskId}`}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const votes = (page: Page) => page.getByRole('region', { name: 'Votes' });

describe('two of five with veto', () => {
  it('tells that a vote counts, who is still needed, and who decided', async () => {
    const { name, processId, taskId, stateOf } = await release();
    const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
    await open(list(taskId));
    await heading(page, name).waitFor();
    await votes(page).getByText('0 of 2 approvals').waitFor();
    await votes(page).getByText('One rejection rejects.').waitFor();
    await votes(page).getByText('2 more approvals are needed. Can vote:').getByText('Bea Board').waitFor();
    await page.getByText('Your vote counts, and the task waits for the others.').waitFor();
    await expectNoBarriers();
    await screenshot('votes-desktop');
    await page.keyboard.press('a');
    await page.getByText(`You vote for ${name}`).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Your vote on ${name} counts: 1 of 2 so far`).waitFor();
    expect(await stateOf()).toBe('PAUSED');
    await open(list(taskId));
    await votes(page).getByText('1 of 2 approvals').waitFor();
    await page.getByText('You have voted. The task waits for the others.').waitFor();
    await page.getByRole('button', { name: new RegExp(`${name}.*You voted · 1 of 2`) }).waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await expectNoBarriers();
    await screenshot('votes-desktop-voted');
    await board.client.ok('castVote', { subProjectId: subProject.id, taskId, outcome: 'approve' });
    await votes(page).getByText('2 of 2 approvals').waitFor();
    expect(await stateOf()).toBe('COMPLETED');
    await open(`/processes/${subProject.id}/${processId}`);
    const activity = page.getByRole('complementary', { name: 'Activity' });
    await activity.getByText('1 of 2 so far').waitFor();
    await activity.getByText('which is approved now').waitFor();
    await screenshot('votes-activity');
  });

  it('rejects with the first rejection, for which a reason is asked', async () => {
    const { name, taskId, stateOf } = await release();
    const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', {
      device: 'phone',
      colorScheme: 'dark',
    });
    await open(list(taskId));
    await votes(page).getByText('0 of 2 approvals').waitFor();
    await expectNoBarriers();
    await screenshot('votes-phone-dark');
    await page.getByRole('button', { name: /^Reject/ }).click();
    await page.getByText('A comment is needed for this decision').waitFor();
    await page.getByLabel('Comment').fill('Untested');
    await page.getByRole('button', { name: /^Reject/ }).click();
    await page.getByText(`You vote against ${name}`).waitFor();
    // Who leaves the page sends what is held.
    await page.goto('about:blank');
    await expect.poll(stateOf, patient).toBe('COMPLETED');
    await open(list(taskId));
    await votes(page).getByText('Untested').waitFor();
  });
});

it('a person who is away names a substitute, who votes for them: the list, the task and the activity say for whom', async () => {
  const { name, processId, taskId } = await release(manager, board.userId);
  const away = await openConsole('owner');
  await away.open('/account');
  const section = away.page.getByRole('region', { name: 'Out of office' });
  await section.getByLabel('Project').selectOption(subProject.id);
  await section.getByText('Nobody decides for you').waitFor();
  await section.getByRole('button', { name: 'Name a substitute' }).click();
  const dialog = away.page.getByRole('dialog', { name: 'Name a substitute' });
  await dialog.getByLabel('Substitute').selectOption(authorId);
  await dialog.getByLabel('Until').fill('2099-12-31T18:00');
  await dialog.getByLabel('Only where').fill(`release = "${name}`);
  await dialog.getByLabel('Reason').fill('On holiday');
  await dialog.getByRole('button', { name: 'Name a substitute' }).click();
  await dialog.getByText('The condition is not valid FEEL').first().waitFor();
  away.problems.splice(0);
  await dialog.getByLabel('Only where').fill(`release = "${name}"`);
  await away.expectNoBarriers();
  await away.screenshot('account-substitute-dialog');
  await dialog.getByRole('button', { name: 'Name a substitute' }).click();
  await section.getByText('Aylin Assignee decides for you').first().waitFor();
  await away.expectNoBarriers();
  await away.screenshot('account-substitute');

  const { page, open, expectNoBarriers, screenshot } = await openConsole('assignee');
  await open(list(taskId));
  await page.getByText('You decide for Olivia Owner, whose substitute you are.').waitFor();
  await page.getByRole('button', { name: new RegExp(`${name}.*for Olivia Owner`) }).waitFor();
  await expectNoBarriers();
  await screenshot('votes-desktop-substitute');
  await page.keyboard.press('a');
  await page.keyboard.press('Control+Enter');
  await votes(page).getByText('1 of 2 approvals').waitFor();
  await votes(page).getByText('for Olivia Owner').waitFor();
  expect(await page.getByText('You are not asked').count()).toBe(0);
  await expectNoBarriers();
  await screenshot('votes-desktop-substitute-voted');
  await open(`/processes/${subProject.id}/${processId}`);
  const activity = page.getByRole('complementary', { name: 'Activity' });
  await activity.getByText('for Olivia Owner').waitFor();

  await section.getByRole('button', { name: 'End Aylin Assignee decides for you' }).click();
  await section.getByText('Nobody decides for you').waitFor();
});

it('refuses a vote of four eyes with its reason', async () => {
  const { taskId } = await release(manager);
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', { device: 'phone' });
  await open(list(taskId));
  await page.getByText('You may not vote: you started this run.').waitFor();
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await expectNoBarriers();
  await screenshot('votes-phone-four-eyes');
  await stop(taskId);
});

it('sends changes back with what is wanted, and asks again', async () => {
  const { name, taskId, openTask } = await release();
  const voter = await openConsole('manager', { device: 'phone' });
  await voter.open(list(taskId));
  await heading(voter.page, name).waitFor();
  await voter.page.getByRole('button', { name: 'Request changes' }).click();
  await voter.page.getByText('Say what has to change').waitFor();
  await voter.page.getByLabel('Comment').fill('Add the release notes');
  await voter.page.getByRole('button', { name: 'Request changes' }).click();
  await voter.page.getByText(`You request changes to ${name}`).waitFor();
  await voter.page.goto('about:blank');
  await expect.poll(async () => (await openTask())?.elementId, patient).toBe('Change_Release');
  const back = await openTask();
  const writer = await openConsole('assignee');
  await writer.open(list(back?.id));
  await writer.page.getByText('requested changes').first().waitFor();
  await writer.page.getByText('Add the release notes').first().waitFor();
  await writer.expectNoBarriers();
  await writer.screenshot('votes-desktop-changes');
  await writer.page.getByLabel('Comment').fill('The notes are there');
  await writer.page.keyboard.press('Tab');
  await writer.page.getByRole('button', { name: /^Approve/ }).click();
  await writer.page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await openTask())?.elementId, patient).toBe('Approve_Release');
  const again = await openTask();
  await voter.open(list(again?.id));
  await votes(voter.page).getByText('0 of 2 approvals').waitFor();
  await voter.page.getByText('Add the release notes').first().waitFor();
  await voter.page.getByText('The notes are there').first().waitFor();
  await voter.expectNoBarriers();
  await voter.screenshot('votes-phone-again');
  await stop(again?.id);
});

it('a swipe that needs a reason opens the task, and several votes share one', async () => {
  const [first, second] = [await release(), await release()];
  const phone = await openConsole('manager', { device: 'phone' });
  await phone.open(list());
  const row = phone.page.getByRole('button', { name: new RegExp(first.name) });
  await phone.page.getByRole('button', { name: new RegExp(second.name) }).waitFor();
  // It moves no more.
  await row.tap({ trial: true });
  const box = await row.boundingBox();
  if (box === null) throw new Error(`${first.name} is not in the list`);
  const touch = await phone.context.newCDPSession(phone.page);
  const at = (dx: number) => [{ x: box.x + box.width / 2 + dx, y: box.y + box.height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const by of [-20, -60, -170]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await phone.page.getByText(`${first.name}: this vote needs a reason`).waitFor();
  await heading(phone.page, first.name).waitFor();
  expect(await first.stateOf()).toBe('PAUSED');

  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(list());
  for (const { name } of [first, second]) {
    await page.getByRole('button', { name: new RegExp(name) }).hover();
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('button', { name: 'Reject 2' }).click();
  await page.getByLabel('Reason of the 2 votes that need one').fill('Not this week');
  await expectNoBarriers();
  await screenshot('votes-bulk-reason');
  await page.getByRole('button', { name: 'Reject 2' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('2 decided').waitFor();
  await page.getByRole('button', { name: 'Show each' }).click();
  const results = page.getByRole('dialog', { name: 'What became of the tasks' });
  await results.getByText('your vote rejected it').first().waitFor();
  await expectNoBarriers();
  await screenshot('votes-bulk-results');
  for (const { stateOf } of [first, second]) expect(await stateOf()).toBe('COMPLETED');
});

it('the evidence of a process is checked in the browser and explained step by step', async () => {
  const { processId, taskId, name } = await release();
  const { id: subProjectId } = subProject;
  await manager.ok('castVote', { subProjectId, taskId, outcome: 'approve', reason: 'Notes are complete' });
  await stop(taskId);
  const isSealed = async () =>
    (await manager.ok('getEvidence', { subProjectId, processId })).rows.every(({ seal }) => seal !== null);
  await expect.poll(isSealed, { timeout: 60_000, interval: 500 }).toBe(true);
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', { width: 1440, height: 900 });
  await open(`/audit/${subProjectId}`);
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'run.vote' }).first().click();
  await page.getByRole('link', { name: 'Evidence' }).click();
  await page.getByText('Checked: nothing was changed and nothing is missing.').waitFor(patient);
  await page.getByRole('heading', { name: /^Approved: .* by / }).waitFor();
  await page.getByText('Notes are complete').waitFor();
  await screenshot('evidence-light');
  await expectNoBarriers();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const file = JSON.parse(await readFile(await saved.path(), 'utf8')) as EvidenceFile;
  expect(file.rows.length).toBeGreaterThanOrEqual(4);
  const key = file.keys[0]?.id ?? '';
  await page.getByText(key).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(900);
  await page.emulateMedia({ media: 'screen' });
  // Somebody changes what the browser gets: the page names the row, and the key that signed whatever the file calls it.
  const changed = (text: string) => text.replaceAll('Notes are complete', 'Notes').replaceAll(key, 'f'.repeat(64));
  await page.route('**/getEvidence*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: changed(await answer.text()) });
  });
  await page.reload();
  await page
    .getByText(/was changed after it was sealed/)
    .first()
    .waitFor(patient);
  await page.getByText(key).waitFor();
  await screenshot('evidence-changed');
  await expectNoBarriers();
  // A statement that is no JSON any more is named, and the page stays.
  const broken = { ...file, rows: file.rows.map((row) => ({ ...row, log: { ...row.log, statement: '{' } })) };
  await page.unroute('**/getEvidence*');
  await page.route('**/getEvidence*', (route) => route.fulfill({ json: broken }));
  await page.reload();
  await page
    .getByText(/cannot be read: somebody changed it/)
    .first()
    .waitFor(patient);
  // What is in no seal is not called proved.
  const unsealed = { rows: file.rows.map((row) => ({ ...row, seal: null, position: null, path: [] })) };
  const fresh = { ...file, ...unsealed, entries: [], seals: [], keys: [], head: null, laterEntries: null };
  await page.unroute('**/getEvidence*');
  await page.route('**/getEvidence*', (route) => route.fulfill({ json: fresh }));
  await page.reload();
  await page.getByText('No change of this process is sealed yet').waitFor(patient);
  const phone = await openConsole('manager', { device: 'phone', locale: 'de', colorScheme: 'dark' });
  await phone.open(`/audit/${subProjectId}/evidence/${processId}`);
  await phone.page.getByText('Geprüft: nichts wurde geändert und nichts fehlt.').waitFor(patient);
  await phone.screenshot('evidence-phone-dark');
  await phone.expectNoBarriers();
});
