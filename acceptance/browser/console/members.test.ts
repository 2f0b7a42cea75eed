import { randomUUID } from 'node:crypto';
import { beforeEach, expect, inject, it } from 'vitest';
import { type Client, signInAdmin } from '../../src/support/http.js';
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

let admin: Client;
let project: SubProject;

const roles = [
  everythingRole('OWNER'),
  { name: 'READER', read: ['supplier', 'amount'], stages: ['stage_init'] },
  { name: 'AUDITOR', audit: true },
  { name: 'LIMITED', members: ['READER'] },
];

beforeEach(async () => {
  admin = await signInAdmin(url);
  project = await deploy(
    admin,
    configuration({
      roles,
      members: [
        { user: 'demo-owner', roles: ['OWNER'] },
        { user: 'demo-manager', roles: ['AUDITOR'] },
        { user: 'demo-assignee', roles: ['LIMITED'] },
      ],
    }),
  );
});

const rolesOf = async (name: string): Promise<readonly string[]> => {
  const { members } = await admin.ok('getMembers', { subProjectId: project.id, text: name });
  return members.flatMap((member) => member.roles);
};

it('roles are given and taken away, and what the document gives stays', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  await open(`/members/${project.id}`);
  await page.getByRole('row').filter({ hasText: 'Aylin Assignee' }).getByText('LIMITED').waitFor();
  await screenshot('members-light');
  await expectNoBarriers();

  await page.getByRole('button', { name: 'Max Manager' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of Max Manager' });
  await expectDisabled(dialog.getByRole('checkbox', { name: 'AUDITOR' }), true);
  await dialog.getByText('Only a deployment takes it away.').waitFor();
  await dialog.getByRole('checkbox', { name: 'READER' }).check();
  await dialog.getByText('What these roles allow').click();
  await dialog.getByText('READER (only supplier, amount)').first().waitFor();
  await screenshot('members-roles-of');
  await expectNoBarriers();
  await dialog.getByText('Explain each right').click();
  const cell = dialog.getByRole('listitem').filter({ has: page.getByText('Change processes', { exact: true }) });
  await cell.getByText('Change processes', { exact: true }).click();
  await cell.getByText('Not allowed', { exact: true }).waitFor();
  const asked = {
    subProjectId: project.id,
    userId: (await admin.ok('getMembers', { subProjectId: project.id, text: 'Max' })).members[0]?.userId ?? '',
  };
  const explanation = await admin.ok('explainAccess', { ...asked, operation: 'updateProcessField' });
  await cell.getByText(explanation.decidedBy, { exact: true }).waitFor();
  for (const { detail } of explanation.checks) await cell.getByText(detail).first().waitFor();
  await cell.scrollIntoViewIfNeeded();
  await screenshot('members-explained');
  await expectNoBarriers();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The roles of Max Manager are saved').waitFor();
  await page.getByRole('row').filter({ hasText: 'Max Manager' }).getByText('READER').waitFor();
  expect(await rolesOf('Max')).toEqual(['READER', 'AUDITOR']);

  // What is saved counts, and on a process its stage.
  const processId = await createProcess(admin, project.id, { fields: { supplier: 'Kestrel Hardware', amount: 1 } });
  await page.getByRole('button', { name: 'Max Manager' }).click();
  await dialog.getByText('Explain each right').click();
  const read = dialog.getByRole('listitem').filter({ has: page.getByText('See processes', { exact: true }) });
  await read.getByText('See processes', { exact: true }).click();
  await read.getByText('Allowed', { exact: true }).waitFor();
  await dialog.getByRole('textbox', { name: 'On a process' }).fill(processId);
  await dialog.getByRole('textbox', { name: 'On a process' }).press('Enter');
  await read.getByText('Covered by READER.').waitFor();
  await dialog.getByRole('textbox', { name: 'On a process' }).fill(randomUUID());
  await dialog.getByRole('textbox', { name: 'On a process' }).press('Enter');
  await read.getByText('Not allowed', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // Somebody else takes it away meanwhile: the page hears of it.
  await admin.ok('setMemberRoles', { subProjectId: project.id, user: 'demo-manager', roles: ['AUDITOR'] });
  const row = page.getByRole('row').filter({ hasText: 'Max Manager' });
  await row.getByText('READER').waitFor({ state: 'detached' });
});

it('whoever does not read the audit log has only their own rights explained', async () => {
  const { page, open } = await openConsole('assignee');
  await open(`/members/${project.id}`);
  await page.getByRole('button', { name: 'Olivia Owner' }).click();
  const other = page.getByRole('dialog', { name: 'Roles of Olivia Owner' });
  await other.getByText('What these roles allow').waitFor();
  expect(await other.getByText('Explain each right').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('row').getByRole('button', { name: 'Aylin Assignee' }).click();
  const own = page.getByRole('dialog', { name: 'Roles of Aylin Assignee' });
  await own.getByText('Explain each right').click();
  const cell = own.getByRole('listitem').filter({ has: page.getByText('Read the audit log', { exact: true }) });
  await cell.getByText('Read the audit log', { exact: true }).click();
  await cell.getByText('Not allowed', { exact: true }).waitFor();
});

it('somebody with a user is added, keeping their roles; somebody without one is invited', async () => {
  const { page, open, expectNoBarriers } = await openConsole('owner', { colorScheme: 'dark' });
  await open(`/members/${project.id}`);
  const add = async (email: string, role: string) => {
    await page.getByRole('button', { name: 'Add somebody' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add somebody' });
    await dialog.getByLabel('E-mail address').fill(email);
    await dialog.getByRole('checkbox', { name: role }).check();
    await expectNoBarriers();
    await dialog.getByRole('button', { name: 'Add somebody' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await add('demo-assignee@example.com', 'READER');
  await page.getByRole('row').filter({ hasText: 'Aylin Assignee' }).getByText('READER').waitFor();
  expect(await rolesOf('Aylin')).toEqual(['READER', 'LIMITED']);

  const email = `${randomUUID()}@example.com`;
  await add(email, 'AUDITOR');
  await page.getByText(`The invitation was sent to ${email}`).waitFor();
  await page.getByRole('heading', { name: 'Invited, not here yet' }).waitFor();
  await page.getByRole('button', { name: `Revoke ${email}` }).click();
  await page.getByText(`The invitation of ${email} no longer works`).waitFor();
  await page.getByRole('button', { name: `Revoke ${email}` }).waitFor({ state: 'detached' });
});

it('only roles that one may give can be chosen, and without the right nothing can be changed', async () => {
  const limited = await openConsole('assignee');
  await limited.open(`/members/${project.id}`);
  await limited.page.getByRole('button', { name: 'Max Manager' }).click();
  const choice = limited.page.getByRole('dialog');
  await expectDisabled(choice.getByRole('checkbox', { name: 'READER' }), false);
  await expectDisabled(choice.getByRole('checkbox', { name: 'OWNER' }), true);
  await choice.getByText('You may not give this role.').first().waitFor();

  const auditor = await openConsole('manager');
  await auditor.open(`/members/${project.id}`);
  await auditor.page.getByRole('button', { name: 'Aylin Assignee' }).click();
  await expectDisabled(auditor.page.getByRole('dialog').getByRole('checkbox', { name: 'READER' }), true);
  await auditor.page.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await auditor.page.getByRole('button', { name: 'Add somebody' }).count()).toBe(0);
});

it('on a phone, in German, the rights of each role stand beside each other, and people are found by name', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { device: 'phone', locale: 'de' });
  await open(`/members/${project.id}`);
  await page.getByRole('searchbox').fill('aylin@');
  await page.getByRole('heading', { name: 'Niemand passt' }).waitFor();
  await page.getByRole('button', { name: 'Suche leeren' }).click();
  await page.getByRole('button', { name: 'Max Manager' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
  await screenshot('members-phone');
  await expectNoBarriers();
  await page.getByRole('group', { name: 'Was gezeigt wird' }).getByText('Rollen').click();
  const line = page.getByRole('row').filter({ hasText: 'Vorgänge sehen' });
  await line.getByText('supplier, amount').waitFor();
  await screenshot('members-phone-roles');
  await expectNoBarriers();
});

it('whoever may not see members is told so', async () => {
  const readers = await deploy(admin, configuration());
  const { page, open } = await openConsole('manager');
  await open(`/members/${readers.id}`);
  await page.getByRole('heading', { name: 'You may not see members here' }).waitFor();
});

const expectDisabled = (locator: { isDisabled(): Promise<boolean> }, expected: boolean) =>
  expect.poll(() => locator.isDisabled()).toBe(expected);
