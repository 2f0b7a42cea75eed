import { Socket } from 'node:net';
import { handedDoor } from '../http/listener.js';
import type { Figures } from '../http/metrics.js';
import type { Config } from '../kernel/config.js';
import { createWorkerLog } from '../kernel/create-log.js';
import { type RunningServer, startServer } from '../start/main.js';
import { operatorMessage } from '../start/start-error.js';
import type { ToPrimary, ToWorker } from './messages.js';

// One of the server processes of `millrace start --workers`; the primary starts it and tells it what to do. Signals are
// the primary's: a terminal or an init system may send them to all processes, and only the primary knows when the last
// connection has been handed on.

const door = handedDoor();
const asked = new Map<number, (figures: readonly Figures[]) => void>();
let server: Promise<RunningServer> | undefined;
let lastId = 0;

const tell = (message: ToPrimary): void => {
  if (process.connected) process.send?.(message);
};

function collectFigures(): Promise<readonly Figures[]> {
  lastId += 1;
  const id = lastId;
  tell({ kind: 'collect', id });
  return new Promise((resolve) => asked.set(id, resolve));
}

async function begin(config: Config, worker: number): Promise<void> {
  const log = createWorkerLog(config.logLevel, worker);
  server = startServer(config, { log, door, collectFigures });
  try {
    const { url, credentialsFile } = await server;
    tell({ kind: 'ready', url, credentialsFile });
  } catch (error) {
    const message = operatorMessage(error);
    if (message === undefined) throw error;
    process.send?.({ kind: 'failed', message } satisfies ToPrimary, () => process.exit(1));
  }
}

/** Also when the primary is gone: nobody would hand on connections any more. */
async function stop(): Promise<never> {
  await (await server)?.stop();
  process.exit(0);
}

async function obey(message: ToWorker, socket: unknown): Promise<void> {
  switch (message.kind) {
    case 'begin':
      return begin(message.config, message.worker);
    case 'connection':
      // Undefined when the client let go on the way.
      if (socket instanceof Socket) door.take(socket);
      return tell({ kind: 'taken', id: message.id });
    case 'stopping':
      return (await server)?.beginStop();
    case 'stop':
      return stop();
    case 'measure': {
      const figures = (await (await server)?.figures()) ?? [];
      return tell({ kind: 'measured', id: message.id, figures });
    }
    case 'collected':
      asked.get(message.id)?.(message.figures);
      asked.delete(message.id);
      return;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('message', (message: ToWorker, socket: unknown) => void obey(message, socket));
process.on('disconnect', () => void stop());
