import type { FastifyInstance } from 'fastify';
import type { Log } from '../../kernel/log.js';
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
  readonly log: Log;
}

const PROBE_TIMEOUT_MS = 3000;

/** `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus); none needs a token. */
export function addHealth(app: FastifyInstance, deps: HealthDeps): void {
  const tell = createTeller(deps.log);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(deps.probes).map(async ([name, probe]) => [name, await check(probe)] as const),
    );
    for (const [name, result] of results) tell(name, result);
    const probed = Object.fromEntries(results.map(([name, { state }]) => [name, state]));
    const checks: Record<string, string> = { ...probed, ...deps.preparing?.() };
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

interface CheckResult {
  /** For everybody who can reach the port: it names no host and no key. */
  readonly state: string;
  /** For the log. */
  readonly cause?: unknown;
}

/** Writes a line to the log when the result of a check or its cause changes, and not for each probe. */
function createTeller(log: Log): (name: string, result: CheckResult) => void {
  const last = new Map<string, string>();
  return (name, { state, cause }) => {
    const now = state === 'ok' ? state : `${state} ${codeOf(cause)}`;
    const before = last.get(name) ?? 'ok';
    last.set(name, now);
    if (now === before) return;
    if (state === 'ok') log.info({ check: name }, 'readiness check passes again');
    else log.error({ check: name, state, err: cause }, 'readiness check failed');
  };
}

/** What tells causes apart: messages may have parts that differ every time, such as ports and ids. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const inner = cause.cause instanceof Error ? codeOf(cause.cause) : '';
  return `${cause.name} ${'code' in cause ? String(cause.code) : ''} ${inner}`;
}

async function check(probe: Probe): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(resolve, PROBE_TIMEOUT_MS, { state: `no answer within ${PROBE_TIMEOUT_MS} ms` });
  });
  try {
    return await Promise.race([probe().then(() => ({ state: 'ok' })), late]);
  } catch (cause) {
    return { state: 'unavailable', cause };
  } finally {
    clearTimeout(timer);
  }
}
