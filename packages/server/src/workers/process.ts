import { Socket } from 'node:net';
import { createSocketListener } from '../http/listener.js';
import type { MetricValues } from '../http/monitoring/metrics.js';
import type { Config } from '../kernel/config.js';
import { createWorkerLog } from '../kernel/create-log.js';
import { logProcessEvents } from '../kernel/log-process-events.js';
import { type RunningServer, startServer } from '../start/main.js';
import { operatorMessage } from '../start/start-error.js';
import type { ToPrimary, ToWorker } from './messages.js';

// One of the server processes of `millrace start --workers`. The primary starts it and controls it by messages. The process
// ignores signals: a terminal or an init system may send them to all processes, but only the primary knows when the last
// connection has been passed on.

const listener = createSocketListener();
const collections = new Map<number, (metrics: readonly MetricValues[]) => void>();
let server: Promise<RunningServer> | undefined;
let lastId = 0;

const tell = (message: ToPrimary): void => {
  if (process.connected) process.send?.(message);
};

function collectMetrics(): Promise<readonly MetricValues[]> {
  lastId += 1;
  const id = lastId;
  tell({ kind: 'collect', id });
  return new Promise((resolve) => collections.set(id, resolve));
}

async function begin(config: Config, worker: number): Promise<void> {
  const log = createWorkerLog(config.logLevel, worker);
  logProcessEvents(log);
  server = startServer(config, { log, listener, collectMetrics });
  try {
    const { url, credentialsFile } = await server;
    tell({ kind: 'ready', url, credentialsFile });
  } catch (error) {
    const message = operatorMessage(error);
    if (message === undefined) throw error;
    process.send?.({ kind: 'failed', message } satisfies ToPrimary, () => process.exit(1));
  }
}

/** Also when the primary is gone: without it no connections come. */
async function stop(): Promise<never> {
  await (await server)?.stop();
  process.exit(0);
}

async function handle(message: ToWorker, socket: unknown): Promise<void> {
  switch (message.kind) {
    case 'begin':
      return begin(message.config, message.worker);
    case 'connection':
      // Undefined when the client closed the connection on the way.
      if (socket instanceof Socket) listener.take(socket);
      return tell({ kind: 'taken', id: message.id });
    case 'stopping':
      return (await server)?.beginStop();
    case 'stop':
      return stop();
    case 'measure': {
      const metrics = (await (await server)?.metricValues()) ?? [];
      return tell({ kind: 'measured', id: message.id, metrics });
    }
    case 'collected':
      collections.get(message.id)?.(message.metrics);
      collections.delete(message.id);
      return;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (message: ToWorker, socket: unknown) => void handle(message, socket));
process.on('disconnect', () => void stop());
