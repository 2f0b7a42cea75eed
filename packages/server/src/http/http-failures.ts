import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { expectationFailed, headersTooLarge, malformedHttp, requestTimeout } from '../kernel/errors/http-errors.js';
import { newId } from '../kernel/identifiers.js';
import { problemHeaders, renderProblem } from './problem.js';
import { TRACE_HEADER, traceIdOf } from './trace-id.js';

/** Time in which a client can read why its bytes were refused, before its connection is closed for good. */
const LINGER_MS = 1000;

/** An answer outside any route, with the headers and the body that every problem has. */
interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function refusalOf(error: CatalogueError, traceId: string, path: string): Refusal {
  const body = JSON.stringify(renderProblem(error, { traceId, path, listsInvalidValue: false }));
  const headers = {
    ...problemHeaders(error),
    [TRACE_HEADER]: traceId,
    'x-content-type-options': 'nosniff',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status: error.status, headers, body };
}

/** What Node tells of bytes that it refuses; `rawPacket` is a Buffer with those it read last. */
interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

/** Answers what Node's HTTP parser refuses. There is no request and no route, only a socket and the bytes on it. */
export const refuseMalformedHttp =
  (log: FastifyBaseLogger) =>
  (error: ParserError, socket: Socket): void => {
    const { _httpMessage: begun } = socket as Socket & { readonly _httpMessage?: ServerResponse };
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent === true) {
      socket.destroy();
      return;
    }
    const traceId = newId();
    const { status, headers, body } = refusalOf(problemOf(error), traceId, pathOf(error.rawPacket));
    log.info({ traceId, status, code: error.code }, 'request refused before it could be read');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    // What the client still sends is read: unread bytes would reset the connection and take the answer along.
    socket.removeAllListeners('data').resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };

function problemOf(error: ParserError): CatalogueError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimeout();
    default:
      return malformedHttp('The request is not well-formed HTTP.');
  }
}

/** The path of a request line at the beginning of the bytes; `/` where there is none. */
function pathOf(bytes: unknown): string {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, 1100) : '';
  const [, path] = /^[A-Z]{3,20} (\/[\x21-\x3e\x40-\x7e]{0,1000})/.exec(text) ?? [];
  return path ?? '/';
}

/** Refuses requests of which Node would answer itself, without a body: another `Expect` than 100-continue, and no `Host`. */
export function refuseOddRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const traceId = traceIdOf(request);
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const { status, headers, body } = refusalOf(expectationFailed(), traceId, path);
    app.log.info({ traceId, status }, 'request refused before it could be read');
    response.writeHead(status, headers).end(body);
  });
  app.addHook('onRequest', async (request) => requireHost(request));
}

/** RFC 9112, section 3.2: a request of HTTP/1.1 names its host. */
function requireHost({ raw }: FastifyRequest): void {
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    throw malformedHttp('The Host header is missing, which HTTP/1.1 requires.');
  }
}
