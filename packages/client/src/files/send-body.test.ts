import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../client.js';
import { ConnectionError } from '../errors/errors.js';
import { answerJson, inTurn, loopback } from '../testing/loopback.js';
import type { Progress } from './progress.js';

/** As much of a browser's XMLHttpRequest as uploads use, over fetch; it tells progress in halves. */
class BrowserRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  readonly #abort = new AbortController();
  readonly #headers = new Headers();
  #method = '';
  #url = '';

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  abort(): void {
    this.#abort.abort();
  }

  async send(body: Blob): Promise<void> {
    this.upload.onprogress?.({ loaded: Math.floor(body.size / 2) });
    this.upload.onprogress?.({ loaded: body.size });
    try {
      const init = { method: this.#method, headers: this.#headers, body, signal: this.#abort.signal };
      const response = await fetch(this.#url, init);
      this.status = response.status;
      this.responseText = await response.text();
      this.onload?.();
    } catch {
      if (this.#abort.signal.aborted) this.onabort?.();
      else this.onerror?.();
    }
    this.onloadend?.();
  }
}

async function browser(...forms: readonly ('store' | 'reset' | 'silence')[]) {
  vi.stubGlobal('XMLHttpRequest', BrowserRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const answer = inTurn(
    ...forms.map((form) => (_: unknown, response: { writeHead(status: number): { end(): void }; destroy(): void }) => {
      if (form === 'store') response.writeHead(204).end();
      if (form === 'reset') response.destroy();
    }),
  );
  const server = await loopback((seen, response) => {
    if (seen.path === '/bucket') return answer(seen, response);
    if (seen.path.endsWith('/closeSignedStorage')) return answerJson(response, { file: { id: 'f1', size: '11' } });
    const aws = { url: `http://${seen.headers.host}/bucket`, fields: { key: 'k' } };
    return answerJson(response, { file: { id: 'f1', fileName: 'a.txt', locked: true }, aws });
  });
  const client = connect({ url: server.url, token: 't', retryBaseMs: 2 });
  const sent = () => server.requests.filter(({ path }) => path === '/bucket');
  return { client, forms: sent };
}

const input = { subProjectId: 's', fileName: 'a.txt', file: new Blob(['hello world']) };

describe('where there is XMLHttpRequest, as in browsers', () => {
  it('it sends the form and tells progress in bytes of the file', async () => {
    const { client, forms } = await browser('store');
    const seen: Progress[] = [];
    await client.uploadFile(input, { onProgress: (progress) => void seen.push(progress) });
    const [form] = forms();
    const type = String(form?.headers['content-type']);
    const sent = await new Response(new Uint8Array(form?.body ?? []), { headers: { 'content-type': type } }).formData();
    expect([...sent.keys()]).toEqual(['key', 'file']);
    const file = sent.get('file');
    expect(file instanceof File && (await file.text())).toBe('hello world');
    expect(seen.at(-1)).toEqual({ loaded: 11, total: 11 });
    expect(seen.every(({ loaded }) => loaded >= 0 && loaded <= 11)).toBe(true);
  });

  it('a stream of any size is read first, as browsers stream no requests', async () => {
    const { client, forms } = await browser('store');
    await client.uploadFile({ ...input, file: input.file.stream() });
    expect(forms()[0]?.headers['content-length']).toBe(String(forms()[0]?.body.length));
  });

  it('a broken connection is tried again', async () => {
    const { client, forms } = await browser('reset', 'store');
    await client.uploadFile(input);
    expect(forms()).toHaveLength(2);
  });

  it('a connection that stays broken is a ConnectionError', async () => {
    const { client } = await browser('reset');
    await expect(client.uploadFile(input, { retries: 1 })).rejects.toBeInstanceOf(ConnectionError);
  });

  it('it stops when the signal aborts', async () => {
    const { client } = await browser('silence');
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('cancelled')), 30);
    await expect(client.uploadFile(input, { signal: controller.signal })).rejects.toThrow('cancelled');
  });
});

describe('where there is fetch alone, as in Node', () => {
  it('memory does not grow with what is sent', async () => {
    const size = 256 * 1024 ** 2;
    let taken = 0;
    const store = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        taken += chunk.length;
      });
      request.on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void store.close());
    const address = store.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const service = await loopback((seen, response) => {
      if (seen.path.endsWith('/closeSignedStorage')) return answerJson(response, { file: { id: 'f1', size: '1' } });
      const aws = { url: `http://127.0.0.1:${port}/bucket`, fields: { key: 'k' } };
      return answerJson(response, { file: { id: 'f1', fileName: 'a.bin', locked: true }, aws });
    });
    const client = connect({ url: service.url, token: 't' });
    const file = (async function* () {
      for (let sent = 0; sent < size; sent += 65_536) yield new Uint8Array(65_536);
    })();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const onProgress = () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    };
    await client.uploadFile({ subProjectId: 's', fileName: 'a.bin', file, size }, { onProgress });
    expect(taken).toBeGreaterThan(size);
    expect(most).toBeLessThan(size / 2);
  });
});
