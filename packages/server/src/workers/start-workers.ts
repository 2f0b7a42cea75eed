import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import type { EmbeddedStore } from '../files/store/embedded-store.js';
import { defaultPluginName } from '../files/store/plugin.js';
import { awaitIdleAccept, listenOrExplain } from '../http/listener.js';
import { type Config, ConfigError } from '../kernel/config.js';
import { freePort } from '../kernel/free-port.js';
import { EMBEDDED_CONNECTIONS } from '../postgres/embedded/settings.js';
import { RESERVED_CONNECTIONS, startResources } from '../start/resources.js';
import { WorkerPool } from './worker-pool.js';

/** Database connections of each process besides its pool: three for long work, one that listens for notifications. */
const CONNECTIONS_BESIDE = 4 + RESERVED_CONNECTIONS;
/** Database connections kept for the primary and for administrators. */
const CONNECTIONS_LEFT = 8;

/** Several server processes behind one port. */
export interface RunningWorkers {
  readonly url: string;
  readonly credentialsFile: string | undefined;
  /** Answers all accepted requests, then stops the processes and the resources of the primary. */
  stop(): Promise<void>;
}

/**
 * `millrace start --workers N`. This process, the primary, runs what exists once: the embedded PostgreSQL and store, the
 * migrations, and the port. It accepts connections and passes each to one of N processes, which answer requests and work on
 * jobs as `startServer` does. node:cluster is not used because it closes connections that it has accepted and not yet passed
 * on when its workers stop listening; here the message "stop" comes after the last connection.
 *
 * @throws ConfigError and the errors of `startResources`; nothing is left running then
 */
export async function startWorkers(config: Config, { log }: { readonly log: Logger }): Promise<RunningWorkers> {
  checkConnections(config);
  const resources = await startResources(config, log);
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const pool = new WorkerPool(configOfWorkers(config, port, resources), config.workers, log);
  // noDelay: an answer is sent at once and does not wait for more data.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => pool.take(socket));
  try {
    const { url, credentialsFile } = await pool.start();
    server.listen({ host: config.host, port, backlog: 511 });
    await listenOrExplain(once(server, 'listening'), config.host, port);
    log.info({ url, workers: config.workers, role: config.role }, 'server processes ready');
    return {
      url,
      credentialsFile,
      async stop() {
        log.info('server processes stopping');
        pool.beginStop();
        await awaitIdleAccept(server);
        server.close();
        await pool.stop();
        await resources.release();
        log.info('server processes stopped');
        log.flush();
      },
    };
  } catch (error) {
    await pool.stop();
    await resources.release();
    throw error;
  }
}

function configOfWorkers(
  config: Config,
  port: number,
  given: { readonly databaseUrl: string; readonly embeddedStore: EmbeddedStore | undefined },
): Config {
  const { embeddedStore: store, databaseUrl: url } = given;
  const pluginsJson = store === undefined ? config.store.pluginsJson : asPlugins(store);
  return { ...config, port, database: { ...config.database, url }, store: { ...config.store, pluginsJson } };
}

/** The embedded store as a value of MILLRACE_STORAGE_PLUGINS: the processes use it like any other store. */
function asPlugins({ endpoint, publicEndpoint, region, bucket, accessKeyId, secretAccessKey }: EmbeddedStore): string {
  const keys = { accessKeyId, secretAccessKey, forcePathStyle: true };
  return JSON.stringify({ [defaultPluginName]: { endpoint, publicEndpoint, region, bucket, ...keys } });
}

function checkConnections({ workers, database }: Config): void {
  if (database.url !== undefined) return;
  const each = database.maxConnections + CONNECTIONS_BESIDE;
  const maximum = Math.floor((EMBEDDED_CONNECTIONS - CONNECTIONS_LEFT) / each);
  if (workers <= maximum) return;
  throw new ConfigError(
    `MILLRACE_WORKERS: the embedded PostgreSQL takes ${EMBEDDED_CONNECTIONS} connections, enough for ${maximum} workers of ` +
      `${each} each. Start fewer, lower MILLRACE_DATABASE_CONNECTIONS (${database.maxConnections}), or set DATABASE_URL.`,
  );
}
