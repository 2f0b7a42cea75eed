// Writes src/postgres/schema.sql: applies the migrations to a throwaway database and describes what they made.
// Run it by `npm run schema -w packages/server` after adding a migration.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../dist/postgres/database.js';
import { startEmbeddedPostgres } from '../dist/postgres/embedded/start.js';
import { migrate } from '../dist/postgres/migration/migrate.js';
import { dumpSchema } from '../dist/postgres/schema/schema-dump.js';

const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const dataDirectory = await mkdtemp(join(tmpdir(), 'millrace-schema-'));
await chmod(dataDirectory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory, log, durable: false });
const db = connect({ url: postgres.ownerUrl, maxConnections: 2, applicationName: 'dump-schema', log });
try {
  await migrate(db, log);
  await writeFile(new URL('../src/postgres/schema.sql', import.meta.url), await dumpSchema(db));
} finally {
  await db.close();
  await postgres.stop();
  await rm(postgres.directory, { recursive: true, force: true });
  await rm(dataDirectory, { recursive: true, force: true });
}
