import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { type Client, signInAdmin, signInDemo } from '../../src/support/http.js';
import { createProcess } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');
const password = 'every bishop paints 4 doors';

let admin: Client;
beforeAll(async () => {
  admin = await signInAdmin(url);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** The project that the page has just created. */
async function createdProject(page: Page): Promise<string> {
  await page.waitForURL(/\/design\/new\?project=/);
  return new URL(page.url()).searchParams.get('project') ?? '';
}

it('ten minutes: a project, a colleague who joins, and a first process that the colleague decides', async () => {
  const name = `Invoices ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@example.com`;
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator');
  await open('/inbox');
  await page.getByRole('button', { name: 'All projects' }).click();
  await page.getByRole('menuitem', { name: 'New project' }).click();
  await heading(page, 'What is it about?').waitFor();
  await expectNoBarriers();
  await screenshot('new-project-templates-light');
  await page.getByRole('radio', { name: /^Invoices/ }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Name of the project').fill(name);
  await page.locator('[data-element-id="Approve_Invoice"]').first().waitFor();
  await page.getByText('Supplier', { exact: true }).waitFor();
  await expectNoBarriers();
  await screenshot('new-project-preview-light');
  await page.getByRole('button', { name: 'Create the project' }).click();
  const subProjectId = await createdProject(page);
  await heading(page, `${name} is ready`).waitFor();

  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('checkbox', { name: 'APPROVER' }).check();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText(`The invitation was sent to ${email}`).waitFor();
  await page.getByText('invited, not here yet').waitFor();
  await page.getByLabel('Supplier').fill('Acme');
  await page.getByLabel('Amount').fill('840');
  await expectNoBarriers();
  await screenshot('new-project-started-light');
  await page.getByRole('button', { name: 'Create it and start' }).click();
  await page.getByText('When it waits for a decision').waitFor();
  await expectNoBarriers();
  await screenshot('new-project-waits-light');

  // The colleague follows the link of the invitation, which is read from the mail's place here.
  const { invitations } = await admin.ok('getInvitations', { state: 'open', perPageCount: '100' });
  const invitation = invitations.find((one) => one.email === email);
  const { link } = await admin.ok('resendInvitation', { invitationId: invitation?.id, link: 'show' });
  const colleague = await openConsole('nobody');
  await colleague.page.goto(String(link));
  await colleague.page.getByLabel('Your name').fill('Cora Colleague');
  await colleague.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await colleague.page.getByRole('button', { name: 'Accept the invitation' }).click();
  // The page of the invitation leads into the inbox, where the role has a task.
  await colleague.page.getByRole('button', { name: 'Team 1', exact: true }).click();
  await colleague.page.getByRole('button', { name: /Acme/ }).click();
  await colleague.page.getByRole('button', { name: /^Approve ?A$/ }).click();
  const state = async () => {
    const { processes } = await admin.ok('getProcess', {
      page: '1',
      perPageCount: '1',
      filters: JSON.stringify({ subProjectId_id: subProjectId }),
    });
    return processes[0]?.state;
  };
  await expect.poll(state, { timeout: 20_000 }).toBe('APPROVED');
  await page.getByRole('listitem').filter({ hasText: 'Approved' }).first().waitFor();
}, 120_000);

it.each(['Vacations', 'Expense claims', 'Onboarding', 'Purchases'])(
  'what the console deploys for %s runs to its end',
  async (template) => {
    const { page, open } = await openConsole('administrator');
    await open('/design/new');
    await page.getByRole('radio', { name: new RegExp(`^${template}`) }).check();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Create the project' }).click();
    const subProjectId = await createdProject(page);

    const { roles } = await admin.ok('getMembers', { subProjectId });
    const add = roles.map((role) => role.name);
    const [owner, manager, assignee] = await Promise.all(
      (['owner', 'manager', 'assignee'] as const).map(async (person) => {
        await admin.ok('setMemberRoles', { subProjectId, user: `demo-${person}`, add });
        return signInDemo(url, person);
      }),
    );
    if (owner === undefined || manager === undefined || assignee === undefined) throw new Error('people are missing');
    const { user } = await assignee.ok('getMe', {});
    const schema = await owner.ok('getSubProjectSchema', { subProjectId });
    const samples: Record<string, unknown> = {
      user: user.id,
      date: '2027-03-01',
      integer: 5,
      number: 900,
      string: 'Desk',
    };
    const fields = Object.fromEntries(
      schema.fields
        .filter(({ required }) => required)
        .map((field) => {
          const { format, type } = field.schema as { format?: string; type: string };
          return [field.name, samples[format ?? type]];
        }),
    );
    const processId = await createProcess(owner, subProjectId, { fields });
    const { runId } = await owner.ok('executeWorkflow', {
      subProjectId,
      processId,
      stageKey: schema.stages.values[0]?.key,
      workflowId: schema.workflows[0]?.id,
    });
    const run = { subProjectId, runId: runId.id };
    const decide = async (client: Client) => {
      const { tasks } = await client.ok('getTasks', { ...run, page: '1', perPageCount: '10' });
      const open = tasks.filter((task) => task.state === 'OPEN');
      if (open.length > 0) {
        await client.ok('decideTasks', { subProjectId, taskIds: open.map(({ id }) => id), approved: true });
      }
    };
    const stateOf = async () => (await owner.ok('getWorkflowRun', run)).run.state;
    // The steps of a claim are for two persons: the second is somebody else.
    await decide(owner);
    if ((await stateOf()) === 'PAUSED') await decide(template === 'Expense claims' ? manager : owner);
    await expect.poll(stateOf, { timeout: 15_000 }).toBe('COMPLETED');
  },
);

it('on a phone, in German and in the dark, by keyboard; an id that a project has is refused', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open('/design/new');
  const first = page.getByRole('radio', { name: /^Rechnungen/ });
  await first.focus();
  await first.press('ArrowDown');
  await expectNoBarriers();
  await screenshot('new-project-templates-phone-dark-de');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name des Projekts').waitFor();
  expect(await page.getByLabel('Name des Projekts').inputValue()).toBe('Urlaub');
  await page.locator('[data-element-id="Approve_Vacation"]').first().waitFor();
  await expectNoBarriers();
  await screenshot('new-project-preview-phone-dark-de');
  await page.getByText('Technische Einzelheiten').click();
  await page.getByLabel('Id des Projekts').fill('01900000-0000-7000-8000-000000000001');
  await page.getByRole('button', { name: 'Projekt anlegen' }).click();
  await page.getByText('Das Projekt wurde nicht angelegt').waitFor();
  await expectNoBarriers();
  await screenshot('new-project-refused-phone-dark-de');
});

it('people who are no administrators create none, and the page says why', async () => {
  const { page, open, expectNoBarriers } = await openConsole('owner');
  await open('/design/new');
  await heading(page, 'You may not create projects').waitFor();
  await expectNoBarriers();
});
