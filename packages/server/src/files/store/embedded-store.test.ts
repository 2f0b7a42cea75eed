import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
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
