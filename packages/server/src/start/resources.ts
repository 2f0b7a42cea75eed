import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { type EmbeddedStore, startEmbeddedStore } from '../files/store/embedded-store.js';
import { type Config, ConfigError } from '../kernel/config.js';
import { explainConnectError } from '../postgres/connection/connect-error.js';
import { connect, type Database, shareLimits } from '../postgres/database.js';
import { startEmbeddedPostgres } from '../postgres/embedded/start.js';
import { migrate } from '../postgres/migration/migrate.js';
import { embeddedDirectory } from './embedded-directory.js';

/** Connections of each server process beside its pool that are kept for short work. */
export const RESERVED_CONNECTIONS = 2;

/** What the server needs first: a migrated database, and the embedded store unless another one is configured. */
export interface Resources {
  readonly db: Database;
  /** Of the same PostgreSQL, for short work that must not wait for requests: health, sign-in, tokens, cancelling. */
  readonly reserved: Database;
  /** Of the same PostgreSQL, for connections outside the pool. */
  readonly databaseUrl: string;
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
    const url = config.database.url ?? (await embeddedPostgres(config, log, release));
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
    const { pending } = await migrate(db, log).catch((error: unknown) => {
      throw explainConnectError(error, config.database.url);
    });
    if (pending.length > 0) log.info({ count: pending.length }, 'database migrated');
    const embeddedStore = config.store.pluginsJson === undefined ? await store(config, log, release) : undefined;
    return { db, reserved, databaseUrl: url, embeddedStore, release: undo };
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

async function embeddedPostgres(config: Config, log: Logger, release: (() => Promise<void>)[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: embeddedDirectory(config), log });
  release.push(() => postgres.stop());
  return postgres.url;
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
