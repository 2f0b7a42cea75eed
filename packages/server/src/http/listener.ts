import type { Server, Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../kernel/config.js';

/** Accepts connections for the app. */
export interface Listener {
  /** @throws ConfigError when the address cannot be used */
  open(app: FastifyInstance, port: number): Promise<void>;
  /** Stops accepting connections. Resolves when every request on the open connections is answered. */
  close(app: FastifyInstance): Promise<void>;
}

/** With very many new connections there may be no idle turn. After this time the socket closes, and some are reset. */
const IDLE_WITHIN_MS = 2000;
/** A connection that has not sent a byte in this time (browsers open some ahead) does not hold up a shutdown. */
const FIRST_BYTE_MS = 1000;

/** Listens on a port of the given host. */
export function createPortListener(host: string): Listener {
  const sockets = new Set<Socket>();
  return {
    async open(app, port) {
      app.server.on('connection', (socket) => track(sockets, socket));
      await listenOrExplain(app.listen({ host, port }), host, port);
    },
    async close(app) {
      await awaitIdleAccept(app.server);
      const timer = destroySilent(sockets);
      await app.close();
      clearTimeout(timer);
    },
  };
}

/**
 * Gets connections that another process has accepted, through `take`. Node checks the time limits of requests only in a
 * server that listens, so the app's server gets the event `listening`.
 */
export function createSocketListener(): Listener & { take(socket: Socket): void } {
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
      const timer = destroySilent(sockets);
      while (sockets.size > 0) {
        app.server.closeIdleConnections();
        await sleep(10);
      }
      clearTimeout(timer);
      await app.close();
    },
  };
}

/**
 * Resolves right after a turn of the event loop in which no connection was accepted. Closing a listening socket resets the
 * connections that the kernel has accepted and the process has not; at that moment there are none.
 */
export async function awaitIdleAccept(server: Server): Promise<void> {
  const until = Date.now() + IDLE_WITHIN_MS;
  let arrived = 0;
  const count = () => {
    arrived += 1;
  };
  server.on('connection', count);
  // Ends the current turn.
  await turn();
  let before: number;
  do {
    before = arrived;
    await turn();
  } while (arrived !== before && Date.now() < until);
  server.off('connection', count);
}

/**
 * Waits until the server listens.
 * @throws ConfigError when the address cannot be used
 */
export async function listenOrExplain(listening: Promise<unknown>, host: string, port: number): Promise<void> {
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

/** Destroys, after a while, the connections over which no byte has come. */
function destroySilent(sockets: ReadonlySet<Socket>): NodeJS.Timeout {
  return setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, FIRST_BYTE_MS);
}
