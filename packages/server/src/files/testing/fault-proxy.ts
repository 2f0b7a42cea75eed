import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of reaching the store, or before. */
export type Fault =
  | { readonly kind: 'answer'; readonly status: number; readonly code: string }
  /** Taken and never answered. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** Passed on once the promise resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** The store does it, but its answer is lost. */
  | { readonly kind: 'lose' };

/** As much of a request as decides on its fault. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

/** Stands before a store and breaks it on purpose. Signatures hold: it passes `Host` on as it came. */
export interface FaultProxy {
  readonly url: string;
  /** Decides on every request; undefined lets it pass. */
  fault: ((asked: Asked) => Fault | undefined) | undefined;
  /** Refuses connections from now on and cuts those there are. */
  stop(): Promise<void>;
  /** On the same port. */
  start(): Promise<void>;
}

/** @param target `http://host:port` */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  let server: Server | undefined;
  let bound = 0;
  const proxy: FaultProxy = {
    get url() {
      return `http://127.0.0.1:${bound}`;
    },
    fault: undefined,
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping === undefined) return;
      await new Promise<void>((resolve) => {
        stopping.close(() => resolve());
        stopping.closeAllConnections();
      });
    },
    async start() {
      const starting = createServer({ requestTimeout: 0 }, (request, response) => {
        handle(proxy, { hostname, port }, request, response);
      });
      await new Promise<void>((resolve, reject) => {
        starting.once('error', reject);
        starting.listen(bound, '127.0.0.1', resolve);
      });
      bound = (starting.address() as AddressInfo).port;
      server = starting;
    },
  };
  await proxy.start();
  return proxy;
}

function handle(
  proxy: FaultProxy,
  target: { readonly hostname: string; readonly port: string },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = '', url = '', headers } = request;
  const fault = proxy.fault?.({ method, url, headers });
  switch (fault?.kind) {
    case 'hang':
      request.resume();
      return;
    case 'cut':
      request.socket.destroy();
      return;
    case 'answer':
      request.resume();
      response.writeHead(fault.status, { 'content-type': 'application/xml' });
      response.end(
        `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>broken on purpose</Message></Error>`,
      );
      return;
    case 'hold':
      void fault.until.then(() => {
        if (!response.closed) pass(target, request, response, false);
      });
      return;
    case 'delay':
      // Whoever has gone meanwhile has not asked: the store would wait for the rest of the request.
      setTimeout(() => {
        if (!response.closed) pass(target, request, response, false);
      }, fault.ms).unref();
      return;
    default:
      pass(target, request, response, fault?.kind === 'lose');
  }
}

function pass(
  target: { readonly hostname: string; readonly port: string },
  request: IncomingMessage,
  response: ServerResponse,
  lose: boolean,
): void {
  const { method, url } = request;
  const onward = forward({ ...target, method, path: url, headers: request.headers }, (answer) => {
    if (lose) {
      answer.resume();
      answer.on('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}
