import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../kernel/free-port.js';
import { readConfig } from '../../start/read-config.js';
import { quietLog } from '../../testing/quiet-log.js';
import { type EmbeddedStore, startEmbeddedStore } from './embedded-store.js';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(environment: Readonly<Record<string, string>>): Promise<EmbeddedStore> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'millrace-embedded-'));
  undo.push(() => rm(dataDirectory, { recursive: true, force: true }));
  const { host, store } = readConfig(environment);
  const embedded = await startEmbeddedStore({ dataDirectory, host, ...store, log: quietLog });
  undo.push(() => embedded.stop());
  return embedded;
}

/** A form signed with version 2. */
async function post(store: EmbeddedStore, secret: string): Promise<number> {
  const expiration = new Date(Date.now() + 60_000).toISOString();
  const conditions = [{ bucket: store.bucket }, { key: 'a' }];
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const form = new FormData();
  form.append('key', 'a');
  form.append('AWSAccessKeyId', store.accessKeyId);
  form.append('policy', policy);
  form.append('signature', createHmac('sha1', secret).update(policy).digest('base64'));
  form.append('file', new Blob(['content']));
  return (await fetch(`${store.endpoint}/${store.bucket}`, { method: 'POST', body: form })).status;
}

describe('[D34] signature version 2 at the embedded store', () => {
  it('is refused, however good', async () => {
    const store = await start({ MILLRACE_STORE_SECRET_KEY: 'secret' });
    expect(await post(store, 'secret')).toBe(400);
  });

  it('is verified where MILLRACE_STORE_SIGNATURE_V2 is 1', async () => {
    const store = await start({ MILLRACE_STORE_SECRET_KEY: 'secret', MILLRACE_STORE_SIGNATURE_V2: '1' });
    expect(await post(store, 'another')).toBe(403);
    expect(await post(store, 'secret')).toBe(204);
  });
});

describe('processes that start together on a new data directory', () => {
  it('agree on the port and the keys of the store, which one of them serves', async () => {
    const { host, store } = readConfig({});
    for (let round = 0; round < 50; round += 1) {
      const dataDirectory = await mkdtemp(join(tmpdir(), 'millrace-embedded-'));
      undo.push(() => rm(dataDirectory, { recursive: true, force: true }));
      const options = { dataDirectory, host, ...store, log: quietLog };
      const [api, ...workers] = await Promise.all([1, 2, 3].map(() => startEmbeddedStore(options)));
      for (const { endpoint, accessKeyId, secretAccessKey } of workers) {
        expect({ endpoint, accessKeyId, secretAccessKey }).toEqual({
          endpoint: api?.endpoint,
          accessKeyId: api?.accessKeyId,
          secretAccessKey: api?.secretAccessKey,
        });
      }
      if (api !== undefined) expect(await post(api, api.secretAccessKey)).toBe(400);
      await Promise.all([api, ...workers].map((one) => one?.stop()));
      expect((await readdir(dataDirectory)).sort()).toEqual(['object-store', 'object-store.json']);
      expect((await stat(join(dataDirectory, 'object-store.json'))).mode & 0o777).toBe(0o600);
    }
  });

  it('take the port of the environment in place of the one they used before', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'millrace-embedded-'));
    undo.push(() => rm(dataDirectory, { recursive: true, force: true }));
    const { host, store } = readConfig({});
    const options = { dataDirectory, host, ...store, log: quietLog };
    const first = await startEmbeddedStore(options);
    await first.stop();
    const port = await freePort(host);
    const [one, other] = await Promise.all([1, 2].map(() => startEmbeddedStore({ ...options, port })));
    expect([one?.endpoint, other?.endpoint]).toEqual(Array(2).fill(`http://127.0.0.1:${port}`));
    expect(one?.secretAccessKey).toBe(first.secretAccessKey);
    await Promise.all([one?.stop(), other?.stop()]);
  });
});
