import { expect, inject, it } from 'vitest';
import { signInAdmin, signInDemo } from '../../src/support/http.js';
import { demoUserId } from '../../src/support/person.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const subProjectId = '01900000-0000-7000-8000-000000000001';
const url = inject('demoUrl');
const owner = await signInDemo(url, 'owner');
const manager = await signInDemo(url, 'manager');
const managerId = await demoUserId(await signInAdmin(url), 'manager');

/** An invoice of the demo on which the manager is mentioned. */
async function mentionManager(supplier: string): Promise<string> {
  const { id } = await owner.ok('createProcess', {
    subProjectId,
    fields: { supplier, invoiceNumber: 'N-1', amount: 10 },
  });
  await owner.ok('addComment', { subProjectId, processId: id, body: `@[${managerId}], is that right?` });
  return id;
}
const untilTold = (processId: string) =>
  expect
    .poll(
      async () => (await manager.ok('getNotifications', { limit: '100' })).notifications.map((one) => one.process.id),
      {
        timeout: 40_000,
      },
    )
    .toContain(processId);
const isUnread = async (processId: string) =>
  (await manager.ok('getNotifications', { limit: '100' })).notifications.find((one) => one.process.id === processId)
    ?.unread;

it('the bell tells of a mention by itself, and the page of the process clears it and stops watching', async () => {
  await manager.ok('markNotificationsRead', { all: true });
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
  await open('/notifications');
  await page.getByText('You have read everything.').waitFor();
  await expectNoBarriers();
  const processId = await mentionManager('Heron Hardware');
  await untilTold(processId);
  await page.getByRole('link', { name: 'Unread: Heron Hardware' }).waitFor();
  await page
    .getByRole('link', { name: /^Notifications/ })
    .getByText('1', { exact: true })
    .waitFor();
  await page.getByText('You were mentioned by Olivia Owner').waitFor();
  await screenshot('notifications-desktop');
  await expectNoBarriers();
  await page.getByRole('link', { name: 'Unread: Heron Hardware' }).click();
  await page.getByRole('heading', { name: 'Heron Hardware', level: 1 }).waitFor();
  await expect.poll(() => isUnread(processId)).toBe(false);
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await page.getByRole('button', { name: 'Watch this process' }).waitFor();
  await screenshot('process-watch');
  await expectNoBarriers();
  const { watching } = await manager.ok('getWatchers', { subProjectId, processId });
  expect(watching).toBe(false);
});

it('on a phone the menu of the person leads to them, and all are marked as read', async () => {
  await manager.ok('markNotificationsRead', { all: true });
  const processId = await mentionManager('Plover Paints');
  await untilTold(processId);
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', {
    device: 'phone',
    locale: 'de',
    colorScheme: 'dark',
  });
  await open('/account');
  await page.getByText('1 ungelesene Mitteilung').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Konto' }).click();
  await page.getByRole('menuitem', { name: 'Mitteilungen' }).click();
  await page.getByText('Sie wurden erwähnt von Olivia Owner').waitFor();
  await screenshot('notifications-phone-dark');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Alle als gelesen markieren' }).click();
  await page.getByText('Sie haben alles gelesen.').waitFor();
  expect(await isUnread(processId)).toBe(false);
});

it('the account page says what one is told of, and each choice is saved', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager');
  await open('/account');
  const box = page.getByRole('checkbox', { name: 'Runs that have failed', exact: true });
  await box.waitFor();
  expect(await box.isChecked()).toBe(true);
  const choices = await page.getByRole('group', { name: 'Tell me of' }).getByRole('checkbox').all();
  const names = await Promise.all(choices.map((each) => each.locator('xpath=..').innerText()));
  expect(new Set(names).size, `each reason has its own words, and all have the browser: ${names.join(', ')}`).toBe(9);
  await box.click();
  const reasonIsWanted = async () =>
    (await manager.ok('getNotificationPreferences', {})).reasons.find(({ reason }) => reason === 'incident')?.inbox;
  await expect.poll(reasonIsWanted).toBe(false);
  await page.getByRole('heading', { name: 'Notifications', exact: true }).scrollIntoViewIfNeeded();
  await screenshot('account-notifications');
  await expectNoBarriers();
  await page
    .getByRole('checkbox', { name: 'Runs that have failed', exact: true, checked: false, disabled: false })
    .click();
  await expect.poll(reasonIsWanted).toBe(true);

  const chosen = async () => {
    const { reasons, digest } = await manager.ok('getNotificationPreferences', {});
    return [reasons.find(({ reason }) => reason === 'decided')?.email, digest.at, digest.timeZone];
  };
  await page.getByRole('combobox', { name: 'E-mail: Decisions on processes that I watch' }).selectOption('never');
  await expect.poll(chosen).toEqual(['never', '08:00', 'UTC']);
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
  await expect.poll(chosen).toEqual(['never', '08:00', 'Asia/Tokyo']);
  const time = page.getByLabel('Daily e-mail at');
  await time.fill('06:30');
  await time.blur();
  await expect.poll(chosen).toEqual(['never', '06:30', 'Asia/Tokyo']);
  await expectNoBarriers();
  await manager.ok('setNotificationPreferences', {
    reasons: [{ reason: 'decided', email: 'digest' }],
    digest: { timeZone: 'UTC', at: '08:00' },
  });
});
