import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createHome, startServerProcess } from '../../src/support/server-process.js';
import { launchStrictBrowser } from '../launch.js';
import { allowedOrigins, useConsole } from './console.js';
import { watch } from './watch.js';

const openConsole = useConsole();

it('a page whose script is gone since an upgrade offers to load itself again', async () => {
  const { page, open, problems, expectNoBarriers } = await openConsole('owner');
  const gone = '**/assets/gallery-page-*.js';
  await page.route(gone, (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{}' }),
  );
  await open('/gallery');
  await page.getByRole('heading', { name: 'Millrace was upgraded' }).waitFor();
  await expectNoBarriers();
  await page.unroute(gone);
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  // What the router writes of the failed import.
  problems.splice(0);
});

/** A port for an address that the server is told before it listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('below a path: the address that the demo prints opens the console, signed in', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/tools/millrace`;
  const home = await createHome({ PORT: String(port), MILLRACE_PUBLIC_URL: url }, { after: 'demo' });
  const server = await startServerProcess(home, ['demo']);
  const browser = await launchStrictBrowser();
  try {
    const context = await browser.newContext({ locale: 'en-GB' });
    const problems = await watch(context, await allowedOrigins(url));
    const page = await context.newPage();
    await expect.poll(() => server.output()).toContain('Max Manager');
    const [, link = ''] = /Olivia Owner +(\S+)/.exec(server.output()) ?? [];
    expect(link).toContain(`${url}/link/`);
    await page.goto(link);
    await page.getByRole('main').waitFor();
    await page.getByText('Olivia Owner').first().waitFor();
    await page.goto(`${url}/account`);
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    await page.reload();
    await page.getByText('demo-owner@example.com').waitFor();
    await context.clearCookies();
    await page.goto(`${url}/account`);
    await page.waitForURL(`${url}/sign-in?return_to=%2Faccount`);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await server.stop();
    await home.remove();
  }
});
