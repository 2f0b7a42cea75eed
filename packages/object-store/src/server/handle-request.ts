import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Disk } from '../disk/disk.js';
import type { MultipartUploads } from '../disk/multipart-uploads.js';
import { type CorsRule, corsHeaders, defaultCorsRules, preflightHeaders } from '../http/cors.js';
import { headersOf } from '../http/headers.js';
import { readBody, type WireBody } from '../http/read-body.js';
import { parseTarget } from '../http/uri.js';
import { plainXmlDocument } from '../http/xml.js';
import { refusalOf, S3Error } from '../kernel/error.js';
import type { Settings } from '../kernel/options.js';
import { owner } from '../object/owner.js';
import { postObject } from '../operations/post-object.js';
import type { Exchange, Reply } from '../request/exchange.js';
import { authenticate, effectiveHeaders } from '../signature/authenticate.js';
import type { Authenticated } from '../signature/caller.js';
import { route } from './route.js';

const anonymous: Authenticated = { caller: { kind: 'anonymous' }, payload: { kind: 'unsigned' } };

/** What every request is handled with. */
export interface ServerContext {
  readonly settings: Settings;
  readonly disk: Disk;
  readonly uploads: MultipartUploads;
}

/** Answers one request. Never rejects. `expectsContinue`: the client waits for `100 Continue` before it sends its body. */
export async function handle(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): Promise<void> {
  const id = randomBytes(8).toString('hex').toUpperCase();
  let bodyAsked = false;
  const body = (): WireBody => {
    if (expectsContinue && !bodyAsked) response.writeContinue();
    bodyAsked = true;
    return readBody(request, response, context.settings.limits.idleMs);
  };
  let reply: Reply;
  try {
    reply = await answer(context, request, body);
  } catch (error) {
    if (request.destroyed && !request.complete) return;
    reply = refusal(context, request, error, id);
  }
  try {
    // A client that was not told to continue may or may not send its body, so the connection cannot be reused.
    if (expectsContinue && !bodyAsked) response.setHeader('connection', 'close');
    await send(context, request, response, reply, id);
  } catch (error) {
    // Usually the client has closed the connection, which is not worth a log line.
    if (!response.destroyed)
      context.settings.logger?.warn({ err: error, requestId: id }, 'the answer could not be sent');
    response.destroy();
  } finally {
    if (typeof reply.body === 'object') await reply.body.object.handle.close();
  }
  drain(request, context.settings.limits.lingerMs);
}

async function answer(context: ServerContext, request: IncomingMessage, body: () => WireBody): Promise<Reply> {
  const { settings } = context;
  const method = request.method ?? '';
  const headers = headersOf(request.rawHeaders);
  if (method === 'OPTIONS') return { status: 200, headers: preflightHeaders(corsRules(context, request), headers) };
  const target = parseTarget(request.url ?? '');
  const { operation, access } = route(method, target, headers);
  // The signature of a form upload is in its fields.
  const authenticated = operation === postObject ? anonymous : authenticate(settings, method, target, headers);
  if (access === 'owner' && authenticated.caller.kind === 'anonymous') {
    if (target.bucket !== undefined && method !== 'PUT') context.disk.bucket(target.bucket);
    throw new S3Error('AccessDenied');
  }
  const expectedOwner = headers.get('x-amz-expected-bucket-owner');
  if (expectedOwner !== undefined && expectedOwner !== owner.ID) throw new S3Error('AccessDenied');
  const exchange: Exchange = {
    ...context,
    method,
    target,
    headers: effectiveHeaders(target, headers),
    authenticated,
    request,
    origin: `http://${headers.get('host') ?? 'localhost'}`,
    body,
  };
  return await operation(exchange);
}

function refusal({ settings }: ServerContext, request: IncomingMessage, error: unknown, id: string): Reply {
  const refused = refusalOf(error);
  if (refused !== error) settings.logger?.error({ err: error, requestId: id }, 'request failed');
  const { code, message, status, details } = refused;
  if (status === 304) return { status, headers: { etag: details.ETag ?? '' } };
  const resource = (request.url ?? '').split('?')[0];
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: plainXmlDocument('Error', {
      Code: code,
      Message: message,
      Resource: resource,
      ...details,
      RequestId: id,
      HostId: 'millrace',
    }),
  };
}

/** The rules of the bucket that a request is for, or those of the store. */
function corsRules({ settings, disk }: ServerContext, request: IncomingMessage): readonly CorsRule[] {
  const [name = ''] = (request.url ?? '').replace(/^\//, '').split(/[/?]/, 1);
  return disk.findBucket(name)?.record.cors ?? defaultCorsRules(settings.corsOrigins);
}

async function send(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body }: Reply,
  id: string,
): Promise<void> {
  const { settings } = context;
  response.statusCode = status;
  const { method = '', rawHeaders } = request;
  // The answer to a preflight has its own, or is a refusal.
  const crossOrigin = request.headers.origin !== undefined && method !== 'OPTIONS';
  for (const [name, value] of Object.entries({
    ...(crossOrigin ? corsHeaders(corsRules(context, request), method, headersOf(rawHeaders)) : {}),
    ...headers,
    // From the clock that signatures are checked with, because clients correct their own clock by this header.
    date: new Date(settings.clock()).toUTCString(),
    'x-amz-request-id': id,
    'x-content-type-options': 'nosniff',
  })) {
    response.setHeader(name, value);
  }
  if (body === undefined || typeof body === 'string') {
    const bodiless = request.method === 'HEAD' || status === 204 || status === 304;
    if (!bodiless && !response.hasHeader('content-length')) {
      response.setHeader('content-length', Buffer.byteLength(body ?? ''));
    }
    response.end(bodiless ? undefined : body);
    return;
  }
  const { object, start, end } = body;
  if (start === end) {
    response.end();
    return;
  }
  // After the answer, Node sets the timeout of an idle connection itself.
  request.socket.setTimeout(settings.limits.idleMs);
  const stream = object.handle.createReadStream({ start, end: end - 1, highWaterMark: 256 * 1024 });
  await pipeline(stream, response);
}

/**
 * Reads and drops what a refused client is still sending. Closing at once would reset the connection, and the client would
 * see the reset instead of the answer. After `lingerMs` the connection is closed anyway.
 */
function drain(request: IncomingMessage, lingerMs: number): void {
  if (request.complete || request.destroyed) return;
  request.on('error', () => undefined);
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  timer.unref();
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}
