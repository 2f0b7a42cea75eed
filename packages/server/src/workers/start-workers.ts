import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import type { EmbeddedStore } from '../files/store/embedded-store.js';
import { defaultPluginName } from '../files/store/plugin.js';
import { orExplain, quietTurn } from '../http/listener.js';
import { type Config, ConfigError } from '../kernel/config.js';
import { freePort } from '../kernel/free-port.js';
import { EMBEDDED_CONNECTIONS } from '../postgres/embedded/settings.js';
import { startResources } from '../start/resources.js';
import { Crew } from './crew.js';

/** Of each process besides its pool: three for work that takes long, one that listens for hints. */
const CONNECTIONS_BESIDE = 4;
/** Of the primary and for whoever administers the database. */
const CONNECTIONS_LEFT = 8;

/** Several server processes behind one port. */
export interface RunningWorkers {
  readonly url: string;
  readonly credentialsFile: string | undefined;
  /** Answers what was accepted, in every process, then ends them and what the primary holds. */
  stop(): Promise<void>;
}

/**
 * `millrace start --workers N`. This process, the primary, holds what there is once: the embedded PostgreSQL and store, the
 * migrations, and the port. It accepts connections and hands each to one of N processes, which answer requests and work on
 * jobs as `startServer` does. Handing on by hand rather than through node:cluster keeps the order of "the last connection"
 * and "stop": cluster closes what it has accepted and not handed on when its workers stop listening.
 *
 * @throws ConfigError and the errors of `startResources`; nothing is left running then
 */
export async function startWorkers(config: Config, { log }: { readonly log: Logger }): Promise<RunningWorkers> {
  checkConnections(config);
  const resources = await startResources(config, log);
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const crew = new Crew(configOfWorkers(config, port, resources), config.workers, log);
  // A server that answers as soon as the last part of an answer is there does not wait for more to send.
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => crew.take(socket));
  try {
    const { url, credentialsFile } = await crew.start();
    server.listen({ host: config.host, port, backlog: 511 });
    await orExplain(once(server, 'listening'), config.host, port);
    log.info({ url, workers: config.workers, role: config.role }, 'server processes ready');
    return {
      url,
      credentialsFile,
      async stop() {
        log.info('server processes stopping');
        crew.beginStop();
        await quietTurn(server);
        server.close();
        await crew.stop();
        await resources.release();
        log.info('server processes stopped');
        log.flush();
      },
    };
  } catch (error) {
    await crew.stop();
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

/** As MILLRACE_STORAGE_PLUGINS names a store: to the processes it is one like any other. */
function asPlugins({ endpoint, publicEndpoint, region, bucket, accessKeyId, secretAccessKey }: EmbeddedStore): string {
  const keys = { accessKeyId, secretAccessKey, forcePathStyle: true };
  return JSON.stringify({ [defaultPluginName]: { endpoint, publicEndpoint, region, bucket, ...keys } });
}

function checkConnections({ workers, database }: Config): void {
  if (database.url !== undefined) return;
  const each = database.maxConnections + CONNECTIONS_BESIDE;
  const most = Math.floor((EMBEDDED_CONNECTIONS - CONNECTIONS_LEFT) / each);
  if (workers <= most) return;
  throw new ConfigError(
    `MILLRACE_WORKERS: the embedded PostgreSQL takes ${EMBEDDED_CONNECTIONS} connections, enough for ${most} workers of ` +
      `${each} each. Start fewer, lower MILLRACE_DATABASE_CONNECTIONS (${database.maxConnections}), or set DATABASE_URL.`,
  );
}
