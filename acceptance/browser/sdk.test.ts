import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from './launch.js';

/** What a page keeps of an upload, to go on with it. */
interface UploadState {
  readonly fileId: string;
  readonly lastModified: number | null;
}

/** As much of the SDK as the pages use. */
interface Sdk {
  readonly exportProcesses: unknown;
  connect(options: object): {
    uploadFile(
      input: { readonly subProjectId: string; readonly file: File },
      options: {
        readonly partsFrom: number;
        readonly concurrency: number;
        readonly resume: UploadState | undefined;
        readonly signal: AbortSignal;
        onState(state: UploadState): void;
        onProgress(progress: { readonly loaded: number }): void;
      },
    ): Promise<{ readonly id: string; readonly locked: boolean }>;
    createProcess(input: object): Promise<{ readonly id: string }>;
    downloadFile(input: object): Promise<{ readonly body: ReadableStream<Uint8Array<ArrayBuffer>> }>;
    rows(command: unknown, input: object): AsyncIterable<{ readonly id: string }>;
  };
}

declare global {
  /** The SDK in the page. */
  var sdk: Sdk;
}

const root = new URL('../../', import.meta.url);
const imports = {
  '@millrace/client': '/sdk-test/packages/client/dist/index.js',
  '@millrace/contract': '/sdk-test/packages/contract/dist/index.js',
  typebox: '/sdk-test/node_modules/typebox/build/index.mjs',
};
const html = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">globalThis.sdk = await import('@millrace/client');</script>`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A page of the service's own origin with the SDK as it is published, module by module. */
async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/sdk-test/**', async (route) => {
    const path = new URL(route.request().url()).pathname.slice('/sdk-test/'.length);
    if (path === 'page.html') return route.fulfill({ contentType: 'text/html', body: html });
    const body = await readFile(fileURLToPath(new URL(path, root)));
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${inject('demoUrl')}/sdk-test/page.html`);
  await page.waitForFunction(() => 'sdk' in globalThis);
  return page;
}

/** Uploads the same file of 20 MiB; breaks off after the first part when it has nothing to resume. */
async function upload(page: Page, resume: UploadState | undefined) {
  return page.evaluate(async (given) => {
    const subProjectId = '01900000-0000-7000-8000-000000000001';
    const client = globalThis.sdk.connect({
      url: location.origin,
      clientId: 'demo-owner',
      clientSecret: 'demo-owner-secret',
    });
    const content = new Uint8Array(20 * 1024 ** 2).map((_, index) => index % 251);
    const file = new File([content], 'scan.bin', { lastModified: 1_700_000_000_000 });
    const stop = new AbortController();
    const loaded: number[] = [];
    let state = given;
    try {
      const closed = await client.uploadFile(
        { subProjectId, file },
        {
          partsFrom: 1,
          concurrency: 1,
          resume: given,
          signal: stop.signal,
          onState: (told) => {
            state = told;
          },
          onProgress: (progress) => {
            loaded.push(progress.loaded);
            if (!given && progress.loaded > 9 * 1024 ** 2) stop.abort();
          },
        },
      );
      const { id: processId } = await client.createProcess({ subProjectId, fields: { supplier: 'Browser' } });
      const { body } = await client.downloadFile({ subProjectId, processId, fileId: closed.id });
      const received = new Uint8Array(await new Response(body).arrayBuffer());
      const same = received.length === content.length && received.every((byte, index) => byte === content[index]);
      return { state, closed, same, loaded };
    } catch (error) {
      return { state, error: error instanceof Error ? error.name : String(error), loaded };
    }
  }, resume);
}

describe('the SDK in a browser', () => {
  it('[D30] an upload in parts goes on after the page was reloaded', async () => {
    const page = await openPage();
    const broken = await upload(page, undefined);
    expect(broken).toMatchObject({ error: 'AbortError', state: { version: 1, lastModified: 1_700_000_000_000 } });
    await page.reload();
    await page.waitForFunction(() => 'sdk' in globalThis);
    const resumed = await upload(page, broken.state);
    expect(resumed).toMatchObject({ same: true, closed: { id: broken.state?.fileId, locked: false } });
    expect(resumed.loaded[0]).toBeGreaterThanOrEqual(8 * 1024 ** 2);
    expect(resumed.loaded.at(-1)).toBe(20 * 1024 ** 2);
  });

  it('[D49] rows of an export come one by one', async () => {
    const page = await openPage();
    const count = await page.evaluate(async () => {
      const { connect, exportProcesses } = globalThis.sdk;
      const credentials = { clientId: 'demo-owner', clientSecret: 'demo-owner-secret' };
      const client = connect({ url: location.origin, ...credentials });
      const filters = { subProjectId_id: '01900000-0000-7000-8000-000000000001' };
      let rows = 0;
      for await (const { id } of client.rows(exportProcesses, { filters })) if (id !== '') rows += 1;
      return rows;
    });
    expect(count).toBeGreaterThanOrEqual(25);
  });
});
