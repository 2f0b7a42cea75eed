import type { Server, Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../kernel/config.js';

/** How connections come to the app. */
export interface Door {
  open(app: FastifyInstance, port: number): Promise<void>;
  /** Takes no more connections; resolves when what came over those it has is answered. */
  close(app: FastifyInstance): Promise<void>;
}

/** Under a flood of new connections there may be no quiet moment; then some are cut after all. */
const QUIET_WITHIN_MS = 2000;
/** A connection that has not sent a byte in this time (browsers open some ahead) does not hold up a shutdown. */
const FIRST_BYTE_MS = 1000;

/** The app listens by itself. */
export function listeningDoor(host: string): Door {
  const sockets = new Set<Socket>();
  return {
    async open(app, port) {
      app.server.on('connection', (socket) => track(sockets, socket));
      await orExplain(app.listen({ host, port }), host, port);
    },
    async close(app) {
      await quietTurn(app.server);
      const cut = cutSilent(sockets);
      await app.close();
      clearTimeout(cut);
    },
  };
}

/**
 * Connections that another process accepted come in through `take`.
 * Listening is what makes Node watch the time a request takes, so the app's server is told that it listens.
 */
export function handedDoor(): Door & { take(socket: Socket): void } {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  return {
    take(socket) {
      track(sockets, socket);
      server?.emit('connection', socket);
    },
    async open(app) {
      await app.ready();
      server = app.server;
      app.server.emit('listening');
    },
    async close(app) {
      const cut = cutSilent(sockets);
      while (sockets.size > 0) {
        app.server.closeIdleConnections();
        await sleep(10);
      }
      clearTimeout(cut);
      await app.close();
    },
  };
}

/**
 * Resolves right after a turn of the event loop that brought no connection: closing a listening socket resets what the
 * kernel has accepted and nobody has taken yet, and at that moment there is nothing of the kind.
 */
export async function quietTurn(server: Server): Promise<void> {
  const until = Date.now() + QUIET_WITHIN_MS;
  let arrived = 0;
  const note = () => {
    arrived += 1;
  };
  server.on('connection', note);
  // The first turn ends the one under way.
  await turn();
  let before: number;
  do {
    before = arrived;
    await turn();
  } while (arrived !== before && Date.now() < until);
  server.off('connection', note);
}

/**
 * Waits for listening to succeed.
 * @throws ConfigError when the address cannot be used
 */
export async function orExplain(listening: Promise<unknown>, host: string, port: number): Promise<void> {
  try {
    await listening;
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

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

function cutSilent(sockets: ReadonlySet<Socket>): NodeJS.Timeout {
  return setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, FIRST_BYTE_MS);
}
