import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@millrace/server';
import { startEmbeddedPostgres } from '../../../server/src/postgres/embedded/start.js';

/** A separate, empty PostgreSQL without migrations, by the addresses of its owner and of the servers' role; `stop` removes it. */
export async function startEmptyPostgres(): Promise<{
  readonly url: string;
  readonly serverUrl: string;
  stop(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-empty-'));
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'postgres'),
    log: createLog('silent'),
    durable: false,
  });
  return {
    url: postgres.ownerUrl,
    serverUrl: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
