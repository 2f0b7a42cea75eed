import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from './launch.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Uploads a file as the owner of the demo; returns an address that shows it. */
async function preview(page: Page, mimeType: string, content: string): Promise<string> {
  return page.evaluate(
    async ([base, type, text]) => {
      const subProjectId = '01900000-0000-7000-8000-000000000001';
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      const call = async (path: string, body: object) => {
        const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
        return response.json();
      };
      const credentials = { client_id: 'demo-owner', client_secret: 'demo-owner-secret' };
      headers.authorization = `Bearer ${(await call('/v1/users/userLogin', credentials)).access_token}`;
      const { id: processId } = await call('/v1/process/createProcess', { subProjectId, fields: { supplier: 'Page' } });
      const files = '/v1/process/knowledges/';
      const { file, aws } = await call(`${files}createSignedStorage`, {
        ...{ subProjectId, processId, fileName: 'a', mimeType: type, pluginName: 'knowledgeRepo' },
      });
      const form = new FormData();
      for (const [name, value] of Object.entries(aws.fields as Record<string, string>)) form.append(name, value);
      form.append('file', new Blob([text]));
      await fetch(aws.url, { method: 'POST', body: form });
      await call(`${files}closeSignedStorage`, { subProjectId, fileId: file.id });
      const asked = { subProjectId, processId, fileId: file.id, disposition: 'inline' };
      return (await call(`${files}urlStorage`, asked)).urls[0].url as string;
    },
    [inject('demoUrl'), mimeType, content] as const,
  );
}

describe('[D59] a preview in a browser', () => {
  it('shows text as text, an image as an image, and runs nothing that was uploaded', async () => {
    const page = await browser.newPage();
    await page.goto(`${inject('demoUrl')}/healthz`);
    const script = '<script>document.title = "ran"</script>';
    const text = await preview(page, 'text/markdown', script);
    // What the address says counts, not what the file looks like.
    const image = await preview(page, 'image/png', script);
    await page.goto(text);
    expect(await page.locator('body').textContent()).toBe(script);
    expect(await page.title()).not.toBe('ran');
    expect(await page.evaluate(() => globalThis.origin)).toBe('null');
    await page.goto(image);
    expect(await page.title()).not.toBe('ran');
  });

  it('a page that was uploaded is a download', async () => {
    const page = await browser.newPage();
    await page.goto(`${inject('demoUrl')}/healthz`);
    const url = await preview(page, 'text/html', '<title>ran</title>');
    const download = page.waitForEvent('download');
    await page.goto(url).catch(() => undefined);
    expect((await download).suggestedFilename()).toMatch(/^a/);
  });
});
