import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.js';

/** Resolves when a dependency works, rejects otherwise; takes a few seconds at most. */
export type Probe = () => Promise<void>;

/** What limits a service that is ready, for people, by name: `disk`. */
export type Warnings = () => Promise<Readonly<Record<string, string>>>;

export interface HealthDeps {
  /** What must work for requests to succeed, by name: `database`, `store`. */
  readonly probes: Readonly<Record<string, Probe>>;
  readonly warnings?: Warnings;
  /** What the service still waits for before it is ready, for people, by name: `demo`. Empty when nothing is left. */
  readonly preparing?: () => Readonly<Record<string, string>>;
  readonly metrics: Metrics;
  /** True from the moment a shutdown begins: load balancers should send nothing more. */
  readonly stopping: () => boolean;
}

const PROBE_TIMEOUT_MS = 3000;

/** `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus); none needs a token. */
export function addHealth(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const probed = await Promise.all(
      Object.entries(deps.probes).map(async ([name, probe]) => [name, await check(probe)] as const),
    );
    const checks: Record<string, string> = { ...Object.fromEntries(probed), ...deps.preparing?.() };
    const ready = !deps.stopping() && Object.values(checks).every((state) => state === 'ok');
    const warnings = await warningsOf(deps);
    reply.code(ready ? 200 : 503);
    const status = ready ? 'ready' : deps.stopping() ? 'stopping' : 'not ready';
    return { status, checks, ...(Object.keys(warnings).length > 0 ? { warnings } : {}) };
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(deps.metrics.contentType);
    return deps.metrics.text();
  });
}

/** Whoever cannot say a warning does not make the service unready. */
const warningsOf = async ({ warnings }: HealthDeps): Promise<Readonly<Record<string, string>>> =>
  (await warnings?.().catch(() => undefined)) ?? {};

async function check(probe: Probe): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT_MS, `no answer within ${PROBE_TIMEOUT_MS} ms`);
  });
  try {
    return await Promise.race([probe().then(() => 'ok'), late]);
  } catch {
    // Which host or key failed is for the log of the component, not for an unauthenticated reader.
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}
