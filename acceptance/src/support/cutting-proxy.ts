import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Passes connections on to a server and cuts them. */
export interface CuttingProxy {
  readonly url: string;
  /** Cuts each connection so many milliseconds after its first byte; undefined: none. */
  cutAfterMs: number | undefined;
  close(): Promise<void>;
}

/** A proxy before the server at `url`, which listens on a port of its own. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end).on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.once('data', () => {
      if (proxy.cutAfterMs !== undefined) setTimeout(end, proxy.cutAfterMs);
    });
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    cutAfterMs: undefined,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
