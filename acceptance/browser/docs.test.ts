import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from './launch.js';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('/docs in a browser', () => {
  it('lists the operations and the error catalogue without a script error', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`${inject('demoUrl')}/docs`, { waitUntil: 'networkidle' });
    // Swagger UI draws what is in sight: a reader scrolls to the rest.
    const getProcess = page.locator('#operations-Processes-getProcess');
    for (let step = 0; step < 60 && !(await getProcess.isVisible()); step += 1) {
      await page.mouse.wheel(0, 500);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    expect(await getProcess.isVisible()).toBe(true);
    expect(await page.locator('.opblock').count()).toBeGreaterThan(5);
    expect(await page.getByText('ERROR_STORAGE_CLOSE_FAILED').first().isVisible(), 'operations come first').toBe(false);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByText('All errors').click();
    await page.getByText('ERROR_STORAGE_CLOSE_FAILED').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('[D7] the address of a problem shows its error', async () => {
    const page = await browser.newPage();
    await page.goto(`${inject('demoUrl')}/docs#error-1715`);
    await page.getByText('ERROR_STORAGE_CLOSE_FAILED').first().waitFor({ state: 'visible' });
  });

  it('[D1] an operation can be tried with its example', async () => {
    const page = await browser.newPage();
    await page.goto(`${inject('demoUrl')}/docs`, { waitUntil: 'networkidle' });
    const operation = page.locator('[id="operations-Sign in-userLogin"], [id="operations-Sign_in-userLogin"]');
    await operation.locator('.opblock-summary').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('access_token').first().waitFor();
  });
});

describe('a signed upload from a page', () => {
  it('[D29] the form POST and the download work across origins', async () => {
    const base = inject('demoUrl');
    const page = await browser.newPage();
    // Any page of another origin than the store's will do; the one of /docs may talk to its own origin only.
    await page.goto(`${base}/healthz`);
    const text = await page.evaluate(async (url) => {
      const subProjectId = '01900000-0000-7000-8000-000000000001';
      const json = { 'content-type': 'application/json' };
      const call = async (path: string, body: object, headers: Record<string, string> = json) => {
        const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return response.json();
      };
      const credentials = { client_id: 'demo-owner', client_secret: 'demo-owner-secret' };
      const { access_token } = await call('/v1/users/userLogin', credentials);
      const signed = { ...json, authorization: `Bearer ${access_token}` };
      const { file, aws } = await call(
        '/v1/process/knowledges/createSignedStorage',
        { subProjectId, fileName: 'page.txt', mimeType: 'text/plain', pluginName: 'knowledgeRepo' },
        signed,
      );
      const form = new FormData();
      for (const [name, value] of Object.entries(aws.fields as Record<string, string>)) form.append(name, value);
      form.append('file', new Blob(['from a page'], { type: 'text/plain' }));
      const uploaded = await fetch(aws.url, { method: 'POST', body: form });
      if (uploaded.status !== 204) throw new Error(`upload answered ${uploaded.status}`);
      await call('/v1/process/knowledges/closeSignedStorage', { subProjectId, fileId: file.id }, signed);
      const created = await call('/v1/process/createProcess', { subProjectId, fields: { supplier: 'Page' } }, signed);
      const { urls } = await call(
        '/v1/process/knowledges/urlStorage',
        { subProjectId, processId: created.id, fileId: file.id },
        signed,
      );
      return (await fetch(urls[0].url)).text();
    }, base);
    expect(text).toBe('from a page');
  });
});
