import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.js';
import { freePort } from './free-port.js';
import { createApp, createBareApp } from './http/app.js';
import { createMetrics } from './http/metrics.js';
import { startResources } from './resources.js';
import { createServices, type Services } from './services.js';

/** A server that runs. */
export interface RunningServer {
  /** Address clients reach it at. */
  readonly url: string;
  /** File with generated administrator credentials, when none were given. */
  readonly credentialsFile: string | undefined;
  readonly services: Services;
  /** Finishes open requests and jobs, then lets go of everything; what does not finish in time is cut. */
  stop(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Requests that a shutdown finds under way have this long; below the 30 s after which orchestrators kill. */
const cutAfterMs = 15_000;

/**
 * The composition root: config → resources → services → app → listen. The only place that wires.
 *
 * @throws ConfigError and the errors of `startResources` when the server cannot start; nothing is left running then
 */
export async function startServer(config: Config, { log }: { readonly log: Logger }): Promise<RunningServer> {
  const resources = await startResources(config, log);
  let app: FastifyInstance | undefined;
  try {
    const port = config.port === 0 ? await freePort(config.host) : config.port;
    const url = config.publicUrl ?? `http://${hostForUrl(config.host)}:${port}`;
    const metrics = createMetrics(resources.db);
    const services = await createServices({ config, resources, issuer: url, metrics, log });
    let stopping = false;
    const health = { probes: services.probes, metrics, stopping: () => stopping, log };
    app = config.role === 'worker' ? createBareApp(health) : await createApp({ ...health, ...services, version });
    await listen(app, config.host, port);
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
      async stop() {
        stopping = true;
        log.info('server stopping');
        services.beginStop();
        const cut = setTimeout(() => running.server.closeAllConnections(), cutAfterMs);
        await Promise.all([running.close(), services.worker.stop()]);
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

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${port} on ${host} is in use. Set PORT to a free one, or 0 to take any.`);
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new ConfigError(`The server cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`);
    }
    throw error;
  }
}

/** Every interface is reachable at the loopback address too. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
