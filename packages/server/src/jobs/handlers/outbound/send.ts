import type { LookupAddress } from 'node:dns';
import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { inSpan } from '../../../kernel/tracing.js';
import { timedOut, tooLarge, unreachable } from './outbound-error.js';

export interface OutboundRequest {
  readonly method: string;
  /** http or https, without credentials. */
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface OutboundResponse {
  readonly status: number;
  /** The reason phrase of the status line; may be empty. */
  readonly reason: string;
  /** Names in lower case; repeated fields are joined. Cookies are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface SendOptions {
  /** The only addresses to connect to; undefined: whatever the name resolves to. */
  readonly addresses: readonly LookupAddress[] | undefined;
  /** Until the connection stands, TLS included. */
  readonly connectTimeoutMs: number;
  /** Longest silence on the connection. */
  readonly readTimeoutMs: number;
  readonly maximumBytes: number;
  /**
   * The status decides, and of the body no more is kept than so many bytes: when it is longer than `maximumBytes`, breaks or
   * takes longer than `withinMs`, what has come of it is the answer.
   */
  readonly beginning?: { readonly bytes: number; readonly withinMs: number };
  readonly signal: AbortSignal;
  /**
   * Keeps connections open between requests. It must serve one receiver under one set of allowed addresses: a kept connection
   * goes to an address that was vetted when it was opened. Absent: each request has a connection of its own.
   */
  readonly agent?: Agent;
}

/**
 * Sends one request and reads the whole answer, or its beginning; follows nothing.
 *
 * @throws TemporaryFailure no connection, no answer in time or a broken one
 * @throws PermanentFailure the answer is larger than `maximumBytes`
 */
export function send(request: OutboundRequest, options: SendOptions): Promise<OutboundResponse> {
  const { method, url } = request;
  const attributes = {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  };
  return inSpan({ name: method, kind: 'client', attributes }, async (span) => {
    // What a diagram sets takes precedence.
    const headers = span === undefined ? request.headers : { traceparent: span.traceparent, ...request.headers };
    const response = await sendOnce({ ...request, headers }, options);
    span?.set({ 'http.response.status_code': response.status });
    return response;
  });
}

function sendOnce(request: OutboundRequest, options: SendOptions): Promise<OutboundResponse> {
  const { method, url, headers, body } = request;
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // A connection of its own: one kept open for a sub-project that may use an address must not serve one that may not.
    const call = open(url, {
      method,
      headers,
      agent: options.agent ?? false,
      signal: options.signal,
      ...(options.addresses === undefined ? {} : { lookup: only(options.addresses) }),
    });
    let headHasCome = false;
    const decides = () => headHasCome && options.beginning !== undefined;
    call.on('error', (error) => {
      if (decides()) return;
      // The receiver closed a kept connection while the request was sent; another one is opened for it.
      if (call.reusedSocket && isReset(error)) sendOnce(request, withoutAgent(options)).then(resolve, reject);
      else reject(unreachable(url, error));
    });
    call.once('response', (response) => {
      headHasCome = true;
      const { beginning, maximumBytes } = options;
      const read =
        beginning === undefined
          ? collect(response, maximumBytes)
          : collectBeginning(response, { ...beginning, maximumBytes });
      read.then(
        (bytes) =>
          bytes === undefined
            ? reject(tooLarge(url, options.maximumBytes))
            : resolve({
                status: response.statusCode ?? 0,
                reason: response.statusMessage ?? '',
                headers: fieldsOf(response),
                body: bytes,
              }),
        (error) => reject(unreachable(url, error)),
      );
    });
    limitTime(call, url, options, (error) => {
      if (!decides()) reject(error);
    });
    call.end(body);
  });
}

const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

function withoutAgent({ agent: _agent, ...options }: SendOptions): SendOptions {
  return options;
}

function limitTime(call: ClientRequest, url: URL, options: SendOptions, reject: (reason: Error) => void): void {
  const give = (phase: 'connect' | 'answer', ms: number) => () => {
    reject(timedOut(url, phase, ms));
    call.destroy();
  };
  const connecting = setTimeout(give('connect', options.connectTimeoutMs), options.connectTimeoutMs);
  const connected = () => clearTimeout(connecting);
  call.once('close', connected);
  call.once('socket', (socket) => {
    if (call.reusedSocket) return connected();
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
  });
  // Counts from the moment the connection stands, and from then on between any two signs of life.
  call.setTimeout(options.readTimeoutMs, give('answer', options.readTimeoutMs));
}

/** Undefined when there is more than `maximumBytes`; the rest is then not read. */
async function collect(response: IncomingMessage, maximumBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the response and its connection.
    if (length > maximumBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** A short answer is read to its end, so that its connection can serve again. */
async function collectBeginning(
  response: IncomingMessage,
  {
    bytes,
    withinMs,
    maximumBytes,
  }: { readonly bytes: number; readonly withinMs: number; readonly maximumBytes: number },
): Promise<Buffer> {
  const kept: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(), withinMs);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (length < bytes) kept.push(chunk);
      length += chunk.length;
      if (length > maximumBytes) break;
    }
  } catch {
    // It broke: the head has said what there is to know.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(kept).subarray(0, bytes);
}

function fieldsOf(response: IncomingMessage): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (typeof value === 'string') fields[name] = value;
  }
  return fields;
}

function only(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error('no address to connect to'), '', 0);
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
