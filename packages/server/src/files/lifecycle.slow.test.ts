import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleSources } from '../../../../scripts/testing/bundle-sources.js';
import { freePort } from '../kernel/free-port.js';
import { maintainFiles } from './retention/maintenance.js';
import type { FileDeps } from './store/file-deps.js';
import { createStorage } from './store/storage.js';
import { createFileFixture, type FileFixture, pluginOf } from './testing/file-fixture.js';
import type { LifecycleLine, LifecycleTask } from './testing/lifecycle-process.js';
import { reconcile } from './testing/reconcile.js';

/** Three take 8 s; more find rarer things: `LIFECYCLE_ROUNDS=30` is a minute and a half. */
const rounds = Number(process.env.LIFECYCLE_ROUNDS ?? 3);
const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
const program = (path: string) => bundleSources(new URL(path, import.meta.url));

let fixture: FileFixture;
let directory: string;
let port: number;
beforeAll(async () => {
  fixture = await createFileFixture();
  directory = await mkdtemp(join(tmpdir(), 'millrace-lifecycle-'));
  port = await freePort('127.0.0.1');
});
afterAll(async () => {
  await fixture.drop();
  await rm(directory, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function startStore(): Promise<ChildProcess> {
  const args = ['--directory', directory, '--port', String(port), '--bucket', 'test'];
  const main = await program('../../../object-store/src/main.ts');
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      MILLRACE_STORE_ACCESS_KEY: credentials.accessKeyId,
      MILLRACE_STORE_SECRET_KEY: credentials.secretAccessKey,
    },
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the store ended with ${code}`);
    }),
  ]);
  return child;
}

async function startServer(task: LifecycleTask, lines: LifecycleLine[]): Promise<ChildProcess> {
  const script = await program('./testing/lifecycle-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A line cut off by the kill was not acknowledged.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.endsWith('}')) lines.push(JSON.parse(line) as LifecycleLine);
  });
  return child;
}

/** A process that shares two cores with others may take seconds for its first upload. */
const patient = { timeout: 30_000, interval: 5 };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('kill -9 of server and store in the middle of uploads, closings and purges', () => {
  it('[D30] [D32] loses no acknowledged file and leaves nothing that maintenance does not tidy up', {
    timeout: 180_000,
  }, async () => {
    const plugin = pluginOf({ ...fixture.store, endpoint: `http://127.0.0.1:${port}`, bucket: 'test', credentials });
    const { subProjectId } = fixture;
    const { userId } = fixture.caller('OWNER').principal;
    const task: LifecycleTask = { databaseUrl: fixture.databaseUrl, plugin, subProjectId, userId };
    const lines: LifecycleLine[] = [];

    let store = await startStore();
    for (let round = 0; round < rounds; round += 1) {
      const before = lines.length;
      const server = await startServer(task, lines);
      try {
        await expect.poll(() => lines.length, patient).toBeGreaterThan(before);
        await wait(Math.random() * 300);
        await kill(store);
        store = await startStore();
        const after = lines.length;
        await expect.poll(() => lines.length, patient).toBeGreaterThan(after + 1);
        await expect.poll(() => lines.slice(before).map(({ kind }) => kind), patient).toContain('deleting');
        await wait(Math.random() * 100);
      } finally {
        await kill(server);
      }
    }

    const storage = createStorage({ plugins: [plugin], maximumFileSize: 1024 ** 3 });
    const deps: FileDeps = { ...fixture.deps, storage };
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials,
      forcePathStyle: true,
    });
    try {
      const deleting = new Set(lines.flatMap((line) => (line.kind === 'deleting' ? [line.id] : [])));
      const closed = lines.flatMap((line) => (line.kind === 'closed' && !deleting.has(line.id) ? [line] : []));
      expect(closed.length).toBeGreaterThan(rounds);
      expect(deleting.size).toBeGreaterThan(0);

      const later = new Date(Date.now() + 25 * 3600 * 1000);
      expect((await maintainFiles(deps, { now: later })).failures).toEqual({});
      const [report] = (await reconcile(fixture, deps, { now: later })).plugins;
      expect(report).toMatchObject({
        orphans: { count: 0, first: [] },
        missing: { count: 0, first: [] },
        altered: { count: 0, first: [] },
        strayUploads: { count: 0, first: [] },
        uploads: 0,
      });
      expect(report?.objects).toBe(report?.records);
      const uploads = await client.send(new ListMultipartUploadsCommand({ Bucket: 'test' }));
      expect(uploads.Uploads ?? []).toEqual([]);
      for (const { id, sha256 } of closed) {
        const [file] = await fixture.db<{ key: string }>`
          select object_key as key from files where id = ${id} and closed_ts is not null`;
        expect([id, file !== undefined && (await storage.digest(plugin.name, file.key))]).toEqual([id, sha256]);
      }
    } finally {
      client.destroy();
      storage.close();
      await kill(store);
    }
  });
});
