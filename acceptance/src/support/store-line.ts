import { connect, createServer, type Socket } from 'node:net';

/** A line to a store that can be cut. */
export interface StoreLine {
  /** Address that leads to the store. */
  readonly endpoint: string;
  /** From now on nobody reaches the store this way. */
  cut(): void;
}

/** Opens a line of its own to the store at an http address. */
export async function storeLine(address: string): Promise<StoreLine> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port || 80), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the line has no port');
  return {
    endpoint: `http://127.0.0.1:${bound.port}`,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
