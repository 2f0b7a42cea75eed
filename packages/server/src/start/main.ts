import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp, createBareApp } from '../http/app.js';
import { type Door, listeningDoor } from '../http/listener.js';
import { type CollectFigures, createMetrics, type Figures } from '../http/metrics.js';
import type { Config } from '../kernel/config.js';
import { freePort } from '../kernel/free-port.js';
import { startResources } from './resources.js';
import { createServices, type Services } from './services.js';

/** A server that runs. */
export interface RunningServer {
  /** Address clients reach it at. */
  readonly url: string;
  /** File with generated administrator credentials, when none were given. */
  readonly credentialsFile: string | undefined;
  readonly services: Services;
  /** Of `/metrics`, of this process alone. */
  figures(): Promise<Figures>;
  /** Load balancers are told to send nothing more, and clients to open new connections elsewhere. */
  beginStop(): void;
  /** Finishes open requests and jobs, then lets go of everything; what does not finish in time is cut. */
  stop(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Requests that a shutdown finds under way have this long; below the 30 s after which orchestrators kill. */
const cutAfterMs = 15_000;

/** How a server is reached and measured; by itself it listens, and is the only one. */
export interface ServerOptions {
  readonly log: Logger;
  /** Default: it listens on HOST and PORT itself. */
  readonly door?: Door;
  /** Asks every server behind the same port for its figures. */
  readonly collectFigures?: CollectFigures;
}

/**
 * The composition root: config → resources → services → app → listen. The only place that wires.
 *
 * @throws ConfigError and the errors of `startResources` when the server cannot start; nothing is left running then
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { log, door = listeningDoor(config.host) } = options;
  const resources = await startResources(config, log);
  let app: FastifyInstance | undefined;
  try {
    const port = config.port === 0 ? await freePort(config.host) : config.port;
    const url = addressOf(config, port);
    const metrics = createMetrics(resources.db, options.collectFigures);
    const services = await createServices({ config, resources, issuer: url, metrics, log });
    let stopping = false;
    const { trustProxy } = config;
    const health = { probes: services.probes, metrics, stopping: () => stopping, trustProxy, log };
    app =
      config.role === 'worker'
        ? createBareApp(health)
        : await createApp({ ...health, ...services, version, publicUrl: url });
    await door.open(app, port);
    services.begin();
    if (config.role !== 'api') {
      metrics.watchWorker(() => services.worker.stats());
      services.worker.start();
    }
    log.info({ url, role: config.role, version }, 'server ready');
    const running = app;
    return {
      url,
      services,
      credentialsFile: services.credentialsFile,
      figures: () => metrics.figures(),
      beginStop() {
        stopping = true;
      },
      async stop() {
        stopping = true;
        log.info('server stopping');
        services.beginStop();
        const cut = setTimeout(() => running.server.closeAllConnections(), cutAfterMs);
        await Promise.all([door.close(running), services.worker.stop()]);
        clearTimeout(cut);
        await services.close();
        await resources.release();
        log.info('server stopped');
        log.flush();
      },
    };
  } catch (error) {
    await app?.close();
    await resources.release();
    throw error;
  }
}

/** Where clients reach the service. */
export const addressOf = (config: Config, port: number): string =>
  config.publicUrl ?? `http://${hostForUrl(config.host)}:${port}`;

/** Every interface is reachable at the loopback address too. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
