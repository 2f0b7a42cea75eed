import { expect, it } from 'vitest';
import { useConsole } from './console.js';

const openConsole = useConsole();

it.each([
  { device: 'desktop', colorScheme: 'light' },
  { device: 'desktop', colorScheme: 'dark' },
  { device: 'phone', colorScheme: 'light' },
] as const)('every part of the gallery is accessible: $device, $colorScheme', async (options) => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('manager', options);
  await open('/gallery');
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  await expectNoBarriers();
  await screenshot(`gallery-${options.device}-${options.colorScheme}`);
});

it('dialogs and menus are accessible, take the keyboard, and give the focus back', async () => {
  const { page, open, expectNoBarriers } = await openConsole('manager');
  await open('/gallery');
  const deploy = page.getByRole('button', { name: 'Deploy version 8' });
  await deploy.click();
  await page.getByRole('dialog', { name: 'Deploy version 8?' }).waitFor();
  await expectNoBarriers();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => deploy.evaluate((button) => button === document.activeElement)).toBe(true);

  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Retry' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expectNoBarriers();
  await page.keyboard.press('Escape');
  await expect.poll(() => run.evaluate((button) => button === document.activeElement)).toBe(true);
});

it('? shows the keys; language and colours are remembered', async () => {
  const { page, open } = await openConsole('manager');
  await open('/account');
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
  await page.getByLabel('Farben').selectOption('dark');
  await page.reload();
  await page.getByRole('heading', { name: 'Konto' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});

it('an address that names nothing has a page with the way back', async () => {
  const { page, open, expectNoBarriers } = await openConsole('manager', { device: 'phone' });
  await open('/there/is/nothing');
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await expectNoBarriers();
});

it('a visitor who is not signed in comes to the sign-in page, which knows the way back', async () => {
  const { page, open } = await openConsole('nobody');
  await open('/account?x=1');
  await page.waitForURL(/\/sign-in\?return_to=%2Faccount%3Fx%3D1/);
});

it('the dot tells that changes come by themselves, and that the network is gone', async () => {
  const { page, context, open } = await openConsole('owner');
  // A page of one sub-project: of more than three the browser asks instead of listening.
  await open('/processes/01900000-0000-7000-8000-000000000001');
  await page.getByText('Live', { exact: true }).waitFor();
  await context.setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await context.setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
});

it('after an upgrade a page whose files are gone offers to load the new version', async () => {
  const { page, open, expectNoBarriers, problems } = await openConsole('manager');
  const gone = /assets\/gallery-page-.*\.js$/;
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
  await open('/gallery');
  await page.getByRole('heading', { name: 'Millrace was upgraded' }).waitFor();
  await expectNoBarriers();
  await page.unroute(gone);
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  // The browser reports the files that were gone.
  problems.splice(0);
});
