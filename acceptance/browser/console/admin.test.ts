import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { type Client, createClient, signIn, signInAdmin } from '../../src/support/http.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

let admin: Client;
beforeAll(async () => {
  admin = await signInAdmin(url);
});

/** A person with a password, who is signed in in one browser. */
async function join(
  name: string,
): Promise<{ readonly id: string; readonly email: string; isSignedIn(): Promise<boolean> }> {
  const email = `${randomUUID()}@example.com`;
  const { link } = await admin.ok('inviteUser', { email, link: 'show' });
  const token = String(link).split('/').at(-1) ?? '';
  const password = 'every bishop paints 4 doors';
  const { userId } = await createClient(url).ok('acceptInvitation', { token, name, password });
  const { headers } = await createClient(url).request('POST', '/v1/users/signIn', {
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    rawBody: JSON.stringify({ email, password }),
  });
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const isSignedIn = async () => (await fetch(`${url}/v1/users/getMe`, { headers: { cookie } })).status === 200;
  return { id: String(userId), email, isSignedIn };
}

it('a person is found, put into a group, renamed, disabled with all that is signed in, and enabled again', async () => {
  const name = `Nora ${randomUUID().slice(0, 8)}`;
  const nora = await join(name);
  const group = `Night shift ${randomUUID().slice(0, 8)}`;
  await admin.ok('createGroup', { name: group });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator');
  await open('/inbox');
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await page.getByRole('searchbox').fill(nora.email.toUpperCase());
  await page.getByRole('row').filter({ hasText: nora.email }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await screenshot('admin-users');
  await expectNoBarriers();
  await page.getByRole('link', { name }).click();

  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByText('In no group.').waitFor();
  await page.getByRole('button', { name: 'Add to a group' }).click();
  const putIn = page.getByRole('dialog', { name: 'Add to a group' });
  await putIn.getByLabel('Group').selectOption({ label: group });
  await expectNoBarriers();
  await putIn.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: group }).waitFor();

  expect(await nora.isSignedIn()).toBe(true);
  await page.getByRole('region', { name: 'Signed in' }).getByRole('button', { name: /^End/ }).first().waitFor();
  await screenshot('admin-user');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog', { name: `Disable ${name}?` })
    .getByRole('button', { name: 'Disable' })
    .click();
  await page.getByText(`${name} is disabled`).waitFor();
  await page.getByText('Signed in nowhere.').waitFor();
  // All servers refuse it within 2 seconds.
  await expect.poll(nora.isSignedIn, { timeout: 10_000 }).toBe(false);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await page.getByText(`${name} can sign in again`).waitFor();

  await page.getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: `Rename ${name}` });
  await rename.getByLabel('Name').fill(`${name} Winter`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `${name} Winter`, level: 1 }).waitFor();
  expect(await admin.ok('getUsers', { userId: nora.id })).toMatchObject({
    users: [{ name: `${name} Winter`, disabled: false }],
  });
});

it('a link for a new password and the one of an invitation are shown once; an invitation is revoked', async () => {
  const nora = await join('Nora Once');
  const { page, open, expectNoBarriers } = await openConsole('administrator', { colorScheme: 'dark' });
  await open(`/admin/users/${nora.id}`);
  await page.getByRole('button', { name: 'Password link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link for a new password of Nora Once' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('/link/').waitFor();
  await expectNoBarriers();
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have passed it on' }).click();
  const password = 'every castle paints 5 doors';
  const token = link.split('/').at(-1) ?? '';
  expect((await createClient(url).call('resetPassword', { token, password })).status).toBe(200);

  await open('/admin/invitations');
  const email = `${randomUUID()}@example.com`;
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite somebody' });
  await invite.getByLabel('E-mail address').fill(email);
  await invite.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByText(`The invitation was sent to ${email}`).waitFor();
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText(`The invitation of ${email} no longer works`).waitFor();
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('What is shown').selectOption('revoked');
  await row.waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

it('on a phone, in German, a group is created, filled, emptied and deleted', async () => {
  const nora = await join('Nora Gruppe');
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', {
    device: 'phone',
    locale: 'de',
  });
  await open('/inbox');
  await page.getByRole('button', { name: 'Mehr' }).click();
  await page.getByRole('menuitem', { name: 'Verwaltung' }).click();
  await page.getByRole('link', { name: 'Gruppen' }).click();
  const name = `Nachtschicht ${randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'Neue Gruppe' }).click();
  const create = page.getByRole('dialog', { name: 'Neue Gruppe' });
  await create.getByLabel('Name').fill(name);
  await create.getByRole('button', { name: 'Anlegen' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Niemand ist in dieser Gruppe' }).waitFor();
  await page.getByRole('button', { name: 'Jemanden hinzufügen' }).click();
  const add = page.getByRole('dialog');
  await add.getByLabel('E-Mail-Adresse').fill('niemand@example.com');
  await page.keyboard.press('Enter');
  await add.getByRole('alert').waitFor();
  await add.getByLabel('E-Mail-Adresse').fill(nora.email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Nora Gruppe' }).waitFor();
  await screenshot('admin-group-phone');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Herausnehmen Nora Gruppe' }).click();
  await page.getByText(`Nora Gruppe ist nicht mehr in ${name}`).waitFor();
  await page.getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('heading', { name: 'Gruppen', level: 1 }).waitFor();
  expect(await admin.ok('getGroups', { name })).toMatchObject({ groups: [] });
  await open('/admin/users');
  await page.getByRole('link', { name: 'Max Manager' }).waitFor();
  await screenshot('admin-users-phone');
  await expectNoBarriers();
});

it('a client is made for a service with its secret shown once, gets another secret, and is disabled', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator');
  await open('/admin/users');
  const name = `Importer ${randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'New service' }).click();
  const service = page.getByRole('dialog', { name: 'New service' });
  await service.getByLabel('Name').fill(name);
  await service.getByLabel('E-mail address').fill(`${randomUUID()}@example.com`);
  await service.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  const clientId = `importer-${randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'New client' }).click();
  const create = page.getByRole('dialog', { name: 'New client' });
  await create.getByLabel('Client id').fill(clientId);
  await create.getByLabel('Scopes').fill('process.read');
  await create.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: `The client ${clientId} is there` });
  const first = (await shown.locator('code').textContent()) ?? '';
  await expectNoBarriers();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: `Disable ${clientId}` }).waitFor();
  expect(await page.getByText(first).count()).toBe(0);
  await signIn(url, clientId, first);

  await page.getByRole('link', { name: 'Clients' }).click();
  await page.getByRole('searchbox').fill(clientId.toUpperCase());
  const row = page.getByRole('row').filter({ hasText: clientId });
  await row.getByText('process.read').waitFor();
  await row.getByRole('button', { name: 'New secret' }).click();
  const rotate = page.getByRole('dialog', { name: `New secret of ${clientId}` });
  await rotate.getByLabel('The old secret works').selectOption({ label: 'One more hour' });
  await rotate.getByRole('button', { name: 'New secret' }).click();
  const second = (await rotate.locator('code').textContent()) ?? '';
  await rotate.getByRole('button', { name: 'I have kept it' }).click();
  await row.getByText(/old secret ends/).waitFor();
  await screenshot('admin-clients');
  await expectNoBarriers();
  await signIn(url, clientId, second);
  await signIn(url, clientId, first);
  await row.getByRole('button', { name: 'Disable' }).click();
  await row.getByText('Disabled', { exact: true }).waitFor();
  await expect(signIn(url, clientId, second)).rejects.toThrow();
});

it('whoever is no administrator is told so, and finds no way there', async () => {
  const { page, open, expectNoBarriers } = await openConsole('owner');
  for (const path of ['users', 'groups', 'invitations', 'clients', `users/${randomUUID()}`]) {
    await open(`/admin/${path}`);
    await page.getByRole('heading', { name: 'You are not an administrator', level: 1 }).waitFor();
  }
  await expectNoBarriers();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
});

it('identity providers are listed with where they come from and whom they let in', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator');
  const base = 'https://millrace.example/sso/harbour';
  const provider = {
    ...{ id: 'harbour', name: 'Harbour Sign-in', issuer: 'https://login.harbour.example', clientId: 'millrace' },
    ...{ hasClientSecret: true, domains: ['harbour.example'], provision: true, groupsClaim: 'groups', scopes: [] },
    ...{ disabled: false, source: 'settings', createdTs: null, redirectUrl: `${base}/callback` },
    ...{ backChannelLogoutUrl: `${base}/back-channel-logout`, signedOutUrl: `${base}/signed-out` },
  };
  // The service asks a new provider for its document, and there is none here.
  await page.route('**/v1/users/getIdentityProviders', (route) =>
    route.fulfill({ json: { identityProviders: [provider] } }),
  );
  await open('/admin/users');
  await page.getByRole('link', { name: 'Identity providers' }).click();
  const section = page.getByRole('region', { name: 'Harbour Sign-in' });
  await section.getByText('verified address at harbour.example').waitFor();
  await section.getByText(`${base}/callback`).waitFor();
  await screenshot('admin-providers');
  await expectNoBarriers();
});

it('the settings of the server are listed with their source, on a phone too, without a secret', async () => {
  const { settings } = await admin.ok('getSettings', {});
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', { device: 'phone' });
  await open('/admin/settings');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await row('MILLRACE_TOKEN_SECONDS').getByText('3600').waitFor();
  expect(await page.getByRole('row').count()).toBe(settings.length);
  await screenshot('admin-settings-phone');
  await expectNoBarriers();
});
