import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { keepBackups } from '../backup/keep-backups.js';
import { dropSlot } from '../backup/records/backup-session.js';
import { openTarget } from '../backup/target/open-target.js';
import { type EmbeddedStore, startEmbeddedStore } from '../files/store/embedded-store.js';
import { type Config, ConfigError } from '../kernel/config.js';
import { explainConnectError } from '../postgres/connection/connect-error.js';
import { connect, type Database, shareLimits } from '../postgres/database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded/start.js';
import { grantToServer, migrate } from '../postgres/migration/migrate.js';
import { keepAuditRetention } from './audit-retention.js';
import { embeddedDirectory } from './embedded-directory.js';
import { keepSpareSpace, useSpareSpace } from './spare-space.js';

/** Connections of each server process beside its pool that are kept for short work. */
export const RESERVED_CONNECTIONS = 2;

/** What the server needs first: a migrated database, and the embedded store unless another one is configured. */
export interface Resources {
  readonly db: Database;
  /** Of the same PostgreSQL, for short work that must not wait for requests: health, sign-in, tokens, cancelling. */
  readonly reserved: Database;
  /** Of the same PostgreSQL, for connections outside the pool. */
  readonly databaseUrl: string;
  /** As the owner of the tables where it is known: of the embedded PostgreSQL. */
  readonly ownerUrl: string;
  readonly embeddedStore: EmbeddedStore | undefined;
  /** Releases everything in the reverse order. */
  release(): Promise<void>;
}

/**
 * Starts what is not configured and connects to what is.
 *
 * @throws ConfigError, DataDirectoryError, MigrationError or DatabaseUnavailableError, each with what to fix
 */
export async function startResources(config: Config, log: Logger): Promise<Resources> {
  const release: (() => Promise<void>)[] = [];
  const undo = async () => {
    for (const step of release.splice(0).reverse()) await step();
  };
  try {
    await makeDataDirectory(config.dataDirectory);
    await useSpareSpace(config.dataDirectory, log);
    const embedded = config.database.url === undefined ? await embeddedPostgres(config, log, release) : undefined;
    const url = config.database.url ?? embedded?.url ?? '';
    if (embedded !== undefined) {
      await asOwner(config, log, embedded);
      await backups(config, log, embedded, release);
    }
    const { maxConnections } = config.database;
    const applicationName = `millrace-${config.role}`;
    const reserved = connect({
      url,
      maxConnections: RESERVED_CONNECTIONS,
      applicationName: `${applicationName}-reserved`,
      log,
    });
    release.push(() => reserved.close());
    const requests = { limits: shareLimits(maxConnections, config.shares), spare: reserved };
    const db = connect({ url, maxConnections, applicationName, requests, log });
    release.push(() => db.close());
    if (embedded === undefined) await prepare(db, config, log);
    const embeddedStore = config.store.pluginsJson === undefined ? await store(config, log, release) : undefined;
    if (embedded !== undefined) await keepSpareSpace(config.dataDirectory, log);
    return { db, reserved, databaseUrl: url, ownerUrl: embedded?.ownerUrl ?? url, embeddedStore, release: undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

async function makeDataDirectory(path: string): Promise<void> {
  try {
    await makeDirectories(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `The data directory ${path} cannot be created (${reason}). Set MILLRACE_DATA_DIR to another directory.`,
    );
  }
}

/** Level by level: Node's own recursion never ends where a level cannot be made although its parent exists (/proc). */
async function makeDirectories(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeDirectories(dirname(path));
    await mkdir(path);
  }
}

async function embeddedPostgres(
  config: Config,
  log: Logger,
  release: (() => Promise<void>)[],
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: embeddedDirectory(config), log });
  release.push(() => postgres.stop());
  return postgres;
}

/** Migrates the embedded database and grants to the role of the server what it needs, before the server works as it. */
async function asOwner(config: Config, log: Logger, { url, ownerUrl }: EmbeddedPostgres): Promise<void> {
  const db = connect({ url: ownerUrl, maxConnections: 1, applicationName: 'millrace-start', log });
  try {
    await prepare(db, config, log);
    await grantToServer(db, log, new URL(url).username);
    if (config.backup === undefined) await dropSlot(db);
  } finally {
    await db.close();
  }
}

/** Starts the backups that are configured. They end before PostgreSQL does. */
async function backups(
  { backup }: Config,
  log: Logger,
  { ownerUrl, cluster }: EmbeddedPostgres,
  release: (() => Promise<void>)[],
): Promise<void> {
  if (backup === undefined) return;
  const target = await openTarget(backup.to);
  const { hours: everyHours, keep, logSeconds } = backup;
  const running = keepBackups({ url: ownerUrl, cluster, target, everyHours, keep, logSeconds, log });
  release.push(() => running.stop());
}

/** Migrates the database, and records the retention of the audit log where this role is its owner. */
async function prepare(db: Database, config: Config, log: Logger): Promise<void> {
  const { pending } = await migrate(db, log).catch((error: unknown) => {
    throw explainConnectError(error, config.database.url);
  });
  if (pending.length > 0) log.info({ count: pending.length }, 'database migrated');
  await keepAuditRetention(db, config, log);
}

async function store(config: Config, log: Logger, release: (() => Promise<void>)[]): Promise<EmbeddedStore> {
  const embedded = await startEmbeddedStore({
    dataDirectory: config.dataDirectory,
    host: config.host,
    accessKey: config.store.accessKey,
    secretKey: config.store.secretKey,
    port: config.store.port,
    publicUrl: config.store.publicUrl,
    signatureV2: config.store.signatureV2,
    reserve: config.store.reserve,
    log,
  });
  release.push(() => embedded.stop());
  return embedded;
}
