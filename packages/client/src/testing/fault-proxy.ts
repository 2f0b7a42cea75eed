import { connect, createServer, type Server, type Socket } from 'node:net';

/** The fault of a request. A request without a fault passes. */
export type Fault =
  /** The connection is reset before a byte reaches the service. */
  | { readonly kind: 'reset-before' }
  /** This many bytes of the body reach the service, then both sides are reset. */
  | { readonly kind: 'reset-in-request'; readonly bytes: number }
  /** The service answers, and the client gets a reset instead. */
  | { readonly kind: 'reset-after' }
  /** This many bytes of the answer's head or body reach the client before the reset. */
  | { readonly kind: 'reset-in-response'; readonly part: 'head' | 'body'; readonly bytes: number }
  /** The same, but the connection is closed properly, as by a proxy that gave up. */
  | { readonly kind: 'end-in-response'; readonly part: 'head' | 'body'; readonly bytes: number }
  /** The answer comes in pieces. */
  | { readonly kind: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** The proxy answers by itself. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Half-open: the proxy reads everything, forwards nothing and answers nothing. */
  | { readonly kind: 'silence-before' }
  /** The service answers, and nothing comes back. */
  | { readonly kind: 'silence-after' };

/** The parts of a request that decide on its fault. */
export interface Asked {
  readonly method: string;
  readonly path: string;
}

/** A TCP proxy between a client and a server that breaks connections on purpose. */
export interface FaultProxy {
  readonly url: string;
  /** Where it passes requests to; may be set once it is known. */
  target: URL;
  /** Decides on every request; undefined lets it pass. */
  fault: ((asked: Asked) => Fault | undefined) | undefined;
  /** Called with the number of bytes that a client has read. */
  onAnswered: ((bytes: number) => void) | undefined;
  /** Requests it has seen, in order. */
  readonly seen: Asked[];
  /** Refuses new connections and resets the open ones. */
  refuse(): Promise<void>;
  /** Listens again, on the same port. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1. */
export async function startFaultProxy(target = 'http://127.0.0.1:9'): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const refuse = async () => {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  const proxy: FaultProxy = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    target: new URL(target),
    fault: undefined,
    onAnswered: undefined,
    seen: [],
    refuse,
    async listen() {
      const listening = createServer({ allowHalfOpen: false, noDelay: true }, (client) => {
        const upstream = connect({ host: proxy.target.hostname, port: Number(proxy.target.port), noDelay: true });
        for (const socket of [client, upstream]) {
          sockets.add(socket);
          socket.once('close', () => sockets.delete(socket));
        }
        relay(proxy, client, upstream);
      });
      await new Promise<void>((resolve, reject) => {
        listening.once('error', reject);
        listening.listen(port, '127.0.0.1', resolve);
      });
      const address = listening.address();
      port = typeof address === 'object' && address ? address.port : 0;
      server = listening;
    },
    close: refuse,
  };
  await proxy.listen();
  return proxy;
}

const headEnd = Buffer.from('\r\n\r\n');

/** One connection: requests one after another, each with its own fault. Bodies are told from heads by Content-Length. */
function relay(proxy: FaultProxy, client: Socket, upstream: Socket): void {
  let head: Buffer = Buffer.alloc(0);
  let bodyLeft = 0;
  let fault: Fault | undefined;
  let passed = 0;
  let answered = 0;
  const reset = () => {
    client.resetAndDestroy();
    upstream.resetAndDestroy();
  };
  const pass = (bytes: Buffer) => {
    if (!upstream.write(bytes)) {
      client.pause();
      upstream.once('drain', () => client.resume());
    }
  };
  const begin = (text: string): void => {
    const [method = '', path = ''] = text.split(' ', 2);
    const asked = { method, path };
    proxy.seen.push(asked);
    fault = proxy.fault?.(asked);
    passed = 0;
    answered = 0;
    bodyLeft = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
    if (fault?.kind === 'reset-before') reset();
    if (fault?.kind === 'answer') client.end(answerOf(fault));
  };
  const body = (bytes: Buffer): void => {
    const rest = fault?.kind === 'reset-in-request' ? fault.bytes - passed : Number.POSITIVE_INFINITY;
    if (bytes.length < rest) {
      passed += bytes.length;
      pass(bytes);
      return;
    }
    // The service gets what was let through before it gets the reset.
    upstream.write(bytes.subarray(0, rest), () => setTimeout(reset, 20));
    client.pause();
    fault = { kind: 'silence-before' };
  };
  const swallowed = () => fault?.kind === 'silence-before' || fault?.kind === 'answer';

  client.on('data', (chunk: Buffer) => {
    let rest = chunk;
    while (rest.length > 0 && !client.destroyed) {
      if (bodyLeft > 0) {
        const part = rest.subarray(0, bodyLeft);
        rest = rest.subarray(part.length);
        bodyLeft -= part.length;
        if (!swallowed()) body(part);
        continue;
      }
      head = Buffer.concat([head, rest]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const whole = head.subarray(0, end + headEnd.length);
      rest = head.subarray(whole.length);
      head = Buffer.alloc(0);
      begin(whole.toString('latin1'));
      if (!swallowed() && !client.destroyed) pass(whole);
    }
  });
  const send = (bytes: Buffer) => {
    proxy.onAnswered?.(bytes.length);
    if (!client.write(bytes)) {
      upstream.pause();
      client.once('drain', () => upstream.resume());
    }
  };
  upstream.on('data', (chunk: Buffer) => {
    switch (fault?.kind) {
      case 'reset-after':
        return reset();
      case 'silence-after':
      case 'silence-before':
      case 'answer':
        return;
      case 'reset-in-response':
      case 'end-in-response': {
        // The head of an answer comes in one piece here.
        if (answered === 0 && fault.part === 'body')
          fault = { ...fault, part: 'head', bytes: fault.bytes + bodyAt(chunk) };
        const rest = Math.max(0, fault.bytes - answered);
        answered += chunk.length;
        if (chunk.length < rest) return send(chunk);
        const isReset = fault.kind === 'reset-in-response';
        fault = { kind: 'silence-after' };
        // What was let through arrives before the reset does.
        client.write(chunk.subarray(0, rest), () => setTimeout(isReset ? reset : () => client.destroy(), 20));
        return;
      }
      case 'drip':
        upstream.pause();
        drip(client, chunk, fault, () => upstream.resume());
        return;
      default:
        send(chunk);
    }
  });
  const isSilent = () => fault?.kind === 'silence-before' || fault?.kind === 'silence-after';
  client.on('error', () => upstream.destroy());
  client.on('close', () => upstream.destroy());
  upstream.on('error', () => isSilent() || client.resetAndDestroy());
  upstream.on('close', () => isSilent() || fault?.kind === 'answer' || client.end());
}

const bodyAt = (answer: Buffer): number => answer.indexOf(headEnd) + headEnd.length;

function drip(client: Socket, bytes: Buffer, pace: { bytes: number; everyMs: number }, done: () => void): void {
  if (client.destroyed) return;
  client.write(bytes.subarray(0, pace.bytes));
  const rest = bytes.subarray(pace.bytes);
  setTimeout(() => (rest.length > 0 ? drip(client, rest, pace, done) : done()), pace.everyMs);
}

function answerOf({ status, headers = {}, body = '' }: Extract<Fault, { kind: 'answer' }>): string {
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ 'content-length': length, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `HTTP/1.1 ${status} Broken on purpose\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
