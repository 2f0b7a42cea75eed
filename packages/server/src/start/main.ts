import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { readConsole } from '../console/console-files.js';
import { createConsole } from '../console/create-console.js';
import { createApp, createBareApp } from '../http/app.js';
import { createPortListener, type Listener } from '../http/listener.js';
import { type CollectMetrics, createMetrics, type MetricValues } from '../http/monitoring/metrics.js';
import { addScim } from '../http/scim/add-scim.js';
import type { Config } from '../kernel/config.js';
import { freePort } from '../kernel/free-port.js';
import { packageFolder } from '../kernel/package-folder.js';
import { addPages } from '../pages/add-pages.js';
import { startResources } from './resources.js';
import { createServices, type Services } from './services.js';

/** A server that runs. */
export interface RunningServer {
  /** Address clients reach it at. */
  readonly url: string;
  /** File with generated administrator credentials, when none were given. */
  readonly credentialsFile: string | undefined;
  readonly services: Services;
  /** Metrics of this process alone. */
  metricValues(): Promise<MetricValues>;
  /** From now on `/readyz` fails, so that load balancers send no more requests, and clients are told to reconnect. */
  beginStop(): void;
  /** Finishes open requests and jobs, then releases everything. What does not finish in time is cut off. */
  stop(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as {
  version: string;
};

/** A shutdown waits this long for open requests; below the 30 s after which orchestrators kill. */
const CUT_AFTER_MS = 15_000;

/** How a server accepts connections and collects metrics. By default it listens itself and is the only process. */
export interface ServerOptions {
  readonly log: Logger;
  /** Default: it listens on HOST and PORT itself. */
  readonly listener?: Listener;
  /** Asks every server behind the same port for its metrics. */
  readonly collectMetrics?: CollectMetrics;
  /** What the service needs beside its parts before it is ready. */
  readonly preparation?: Preparation;
}

/** Work of a start that uses the service, such as loading the data of the demo. */
export interface Preparation {
  /** The name in the checks of `/readyz`. */
  readonly name: string;
  /** What `/readyz` says meanwhile, with 503. */
  readonly reason: string;
  /** When it rejects, the server does not start. */
  run(services: Services): Promise<void>;
}

/**
 * The composition root: config → resources → services → app → listen. The only place that wires.
 *
 * @throws ConfigError and the errors of `startResources` when the server cannot start; nothing is left running then
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { log, listener = createPortListener(config.host) } = options;
  const resources = await startResources(config, log);
  let app: FastifyInstance | undefined;
  try {
    const port = config.port === 0 ? await freePort(config.host) : config.port;
    const url = addressOf(config, port);
    const metrics = createMetrics(resources.db, options.collectMetrics);
    const tracer = config.traces ? (await import('./otlp-tracer.js')).createOtlpTracer({ version, log }) : undefined;
    const services = await createServices({ config, resources, issuer: url, metrics, tracer, log });
    let stopping = false;
    const { preparation } = options;
    let preparing: Readonly<Record<string, string>> =
      preparation === undefined ? {} : { [preparation.name]: preparation.reason };
    const { trustProxy } = config;
    const consoleFiles = config.role === 'worker' ? undefined : readConsole();
    const health = {
      probes: services.probes,
      warnings: services.warnings,
      preparing: () => preparing,
      metrics,
      stopping: () => stopping,
      trustProxy,
      log,
    };
    app =
      config.role === 'worker'
        ? createBareApp(health)
        : await createApp({
            ...health,
            ...services,
            version,
            tracer,
            publicUrl: url,
            console: createConsole({ files: consoleFiles, publicUrl: url, storeOrigins: services.storeOrigins }),
            addScim: (to) => addScim(to, services.scim),
            addPages: (to) =>
              addPages(to, {
                ...services,
                ...services.personAuthorization,
                ...services.sso,
                language: config.language,
                publicUrl: url,
                hasConsole: consoleFiles !== undefined,
                version,
              }),
          });
    await listener.open(app, port);
    await preparation?.run(services);
    preparing = {};
    if (config.role !== 'api') {
      metrics.watchWorker(() => services.worker.stats());
      services.worker.start();
      void services.buildIndexes();
    }
    log.info({ url, role: config.role, version }, 'server ready');
    // The people of the demo get links of their own; a worker does not know the public address.
    if (config.role !== 'worker' && preparation === undefined) await services.inviteFirstAdministrator();
    const running = app;
    return {
      url,
      services,
      credentialsFile: services.credentialsFile,
      metricValues: () => metrics.metricValues(),
      beginStop() {
        stopping = true;
      },
      async stop() {
        stopping = true;
        log.info('server stopping');
        services.beginStop();
        const cut = setTimeout(() => running.server.closeAllConnections(), CUT_AFTER_MS);
        await Promise.all([listener.close(running), services.worker.stop()]);
        clearTimeout(cut);
        await services.close();
        await tracer?.close();
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
