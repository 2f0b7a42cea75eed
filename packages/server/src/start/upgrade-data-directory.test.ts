import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { INSTALLATION_ID, newId } from '../kernel/identifiers.js';
import { connect } from '../postgres/database.js';
import { startEmbeddedPostgres } from '../postgres/embedded/start.js';
import { migrate } from '../postgres/migration/migrate.js';
import { fileName, MIGRATIONS_FOLDER, readMigrations } from '../postgres/migration/migration-files.js';
import { quietLog } from '../testing/quiet-log.js';
import { readConfig } from './read-config.js';
import { startResources } from './resources.js';

/** A data directory whose servers worked as the superuser: without the role, and without the migration that grants to it. */
async function makeOldDirectory(home: string): Promise<void> {
  const migrations = join(home, 'migrations');
  await mkdir(migrations);
  for (const migration of await readMigrations(MIGRATIONS_FOLDER)) {
    if (migration.name === 'audit_rights') break;
    await copyFile(join(MIGRATIONS_FOLDER, fileName(migration)), join(migrations, fileName(migration)));
  }
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(home, 'data/postgres'), log: quietLog });
  const db = connect({ url: postgres.ownerUrl, maxConnections: 1, applicationName: 'test', log: quietLog });
  await migrate(db, quietLog, migrations);
  await db`
    insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, by_id, by_name, trace_id)
    values (${newId()}, ${INSTALLATION_ID}, now(), 'user.create', 'user', 'x', 'system', 'system', 't')`;
  await db.script('drop role millrace_server');
  await db.close();
  await postgres.stop();
  await rm(join(postgres.cluster, 'millrace/server-password'));
}

test('[D67] a data directory of an older version gets the role of the servers when it is started', async () => {
  const home = await mkdtemp(join(tmpdir(), 'millrace-upgrade-'));
  await chmod(home, 0o755);
  await makeOldDirectory(home);
  const config = readConfig({ MILLRACE_DATA_DIR: join(home, 'data'), MILLRACE_AUDIT_RETENTION_DAYS: '400' });
  const resources = await startResources(config, pino({ level: 'silent' }));
  const { db } = resources;
  try {
    expect(await db`select current_user::text as role, action from audit_log`).toEqual([
      { role: 'millrace_server', action: 'user.create' },
    ]);
    expect(await db`select retention_days as days from audit_settings`).toEqual([{ days: 400 }]);
    await expect(db`update audit_log set action = 'x'`).rejects.toThrow('permission denied');
    await expect(db`select drop_old_audit_partitions(1)`).resolves.toEqual([]);
    await db.script('create index concurrently mine on processes (state)');
  } finally {
    await resources.release();
    await rm(home, { recursive: true, force: true });
  }
});
