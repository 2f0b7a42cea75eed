import { it } from 'vitest';
import { useConsole } from './console.js';

// The pictures of docs/guide/console.md. Make them anew with:
// MILLRACE_TEST_SCREENSHOTS=docs/guide/pictures npx vitest run --config .ci/vitest.browser.config.ts acceptance/browser/console/pictures.test.ts

const openConsole = useConsole();
const small = { width: 1080, height: 640 };

it('signing in', async () => {
  const { page, open, screenshot } = await openConsole('nobody', small);
  await open('/');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await screenshot('sign-in');
});

it('search', async () => {
  const { page, open, screenshot } = await openConsole('owner', small);
  await open('/search?q=kestrel');
  await page.getByText('Kestrel Hardware').first().waitFor();
  await screenshot('search');
});

it('the account', async () => {
  const { page, open, screenshot } = await openConsole('manager', small);
  await open('/account');
  await page.getByText('This browser', { exact: true }).waitFor();
  await screenshot('account');
});

it('a phone in the dark', async () => {
  const { page, open, screenshot } = await openConsole('manager', {
    device: 'phone',
    colorScheme: 'dark',
    context: { deviceScaleFactor: 1 },
  });
  await open('/search?q=kestrel');
  await page.getByText('Kestrel Hardware').first().waitFor();
  await screenshot('phone');
});

it('the inbox', async () => {
  const { page, open, screenshot } = await openConsole('manager', { width: 1280, height: 800 });
  await open('/inbox?view=team');
  const next = page.getByRole('region', { name: 'What happens next' });
  await next
    .getByText(/becomes/)
    .first()
    .waitFor();
  await screenshot('inbox');
});

it('the inbox on a phone', async () => {
  const { page, open, screenshot } = await openConsole('manager', {
    device: 'phone',
    context: { deviceScaleFactor: 1 },
  });
  await open('/inbox?view=team');
  await page.getByRole('listitem').nth(4).waitFor();
  await screenshot('inbox-phone');
});

it('the list of processes, and one of them', async () => {
  const { page, open, screenshot } = await openConsole('owner', { width: 1280, height: 800 });
  await open('/processes/01900000-0000-7000-8000-000000000001');
  await page.getByRole('row').nth(8).waitFor();
  await screenshot('processes');
  // Other tests add processes, and only the rows in sight are drawn.
  const filters = encodeURIComponent(JSON.stringify({ 'fields.supplier': 'Kestrel Hardware' }));
  await open(`/processes/01900000-0000-7000-8000-000000000001?filters=${filters}`);
  await page.getByRole('row').filter({ hasText: 'Kestrel Hardware' }).first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Files' }).waitFor();
  await page.getByRole('complementary', { name: 'Activity' }).getByRole('listitem').first().waitFor();
  await screenshot('process');
});
