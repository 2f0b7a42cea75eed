import { type Operation, type OperationId, operationList } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthenticated } from '../kernel/errors/access-errors.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { invalidRequest, invalidValue } from '../kernel/errors/request-errors.js';
import { findUnstorable } from '../kernel/json-hygiene.js';
import { iterateInRequest, RequestScope, runInRequest } from '../kernel/request-scope.js';
import type { Database } from '../postgres/database.js';
import type { Caller, SignInCheck, StreamedAnswer, UseCases, UserPrincipal } from '../use-case/caller.js';
import {
  type Authenticated,
  authenticate,
  authenticateTicket,
  type TicketHolder,
  type TokenVerifier,
} from './authentication.js';
import { idempotencyKey, keptAnswer, writeOnce } from './idempotency.js';
import { replayAnswer } from './replay.js';
import { sendStream } from './send-stream.js';

declare module 'fastify' {
  interface FastifyRequest {
    principal: UserPrincipal | undefined;
    signIn: SignInCheck | undefined;
    /** Aborts when the client goes away before it has the whole answer; undefined before the operation begins. */
    gone: AbortSignal | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface RouteDeps {
  readonly db: Database;
  readonly tokens: TokenVerifier;
  readonly useCases: UseCases;
  /** Redeems a ticket of createStreamTicket, once. */
  readonly redeemTicket: (subProjectId: string, ticket: string) => Promise<TicketHolder | undefined>;
}

type ProtectedId = Exclude<OperationId, 'userLogin'>;
/** A use case whose request was validated against its operation's schema. */
type Execute = (caller: Caller, request: unknown) => Promise<object>;

const DEFAULT_BODY_LIMIT = 1024 * 1024;

/**
 * One route per operation of the contract. The order of a request is D13's: bearer token, well-formed JSON, required
 * members, then the use case with sub-project, role, target, row filter and values.
 */
export function addOperations(app: FastifyInstance, deps: RouteDeps): void {
  app.decorateRequest('principal', undefined);
  app.decorateRequest('signIn', undefined);
  app.decorateRequest('gone', undefined);
  for (const operation of operationList as readonly Operation[]) {
    if (operation.permission.kind === 'public') continue;
    const execute = deps.useCases[operation.id as ProtectedId] as Execute;
    app.route({
      method: operation.method,
      url: operation.path,
      config: { operation },
      bodyLimit: bodyLimitOf(operation),
      schema: {
        ...(operation.query ? { querystring: operation.query } : {}),
        ...(operation.body ? { body: operation.body } : {}),
        ...(operation.stream ? {} : { response: { 200: operation.response } }),
      },
      onRequest: async (request) => {
        const signedIn = await signIn(request, operation, deps);
        request.principal = signedIn.principal;
        request.signIn = signedIn;
      },
      preValidation: async (request) => refuseUnstorable(request, operation),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const scope = scopeOf(request, reply, operation);
        let endsLater = false;
        try {
          const answer = await runInRequest(scope, () =>
            operation.method === 'POST'
              ? post(request, reply, scope, deps, operation, execute)
              : execute(callerOf(request, scope, deps, undefined), request.query),
          );
          if (!isStreamed(operation, answer)) return answer;
          endsLater = true;
          return sendStream(reply, { ...answer, chunks: iterateInRequest(scope, answer.chunks) });
        } finally {
          if (!endsLater) scope.end();
        }
      },
    });
  }
}

/** A live answer is also opened with a ticket, by browsers, which cannot send a header there. */
function signIn(request: FastifyRequest, operation: Operation, deps: RouteDeps): Promise<Authenticated> {
  const { ticket, subProjectId } = request.query as Readonly<Record<string, unknown>>;
  const isTicket = operation.live === true && request.headers.authorization === undefined;
  if (!isTicket || typeof ticket !== 'string' || typeof subProjectId !== 'string')
    return authenticate(request, deps.tokens);
  return authenticateTicket(() => deps.redeemTicket(subProjectId, ticket), deps.tokens);
}

/** Use cases of streamed operations answer with a stream: `UseCase` says so. */
const isStreamed = (operation: Operation, _answer: object): _answer is StreamedAnswer => operation.stream !== undefined;

async function post(
  request: FastifyRequest,
  reply: FastifyReply,
  scope: RequestScope,
  deps: RouteDeps,
  operation: Operation,
  execute: Execute,
): Promise<object> {
  const { clientId } = principalOf(request);
  const key = idempotencyKey(request.headers['idempotency-key'], clientId, operation.id, request.body);
  const kept = key && !isShownOnce(operation) && (await keptAnswer(deps.db, key));
  const caller = callerOf(request, scope, deps, key);
  if (!kept) return execute(caller, request.body);
  const answer = await replayAnswer(kept, isRead(operation), (write) =>
    // As a client that has gone: nothing waits, as activateJobs would for jobs.
    execute({ ...caller, gone: AbortSignal.abort(), write }, request.body),
  );
  reply.header('idempotency-replayed', 'true');
  return answer;
}

const isRead = ({ permission }: Operation): boolean => permission.kind === 'role' && permission.grant.endsWith('.read');

function callerOf(
  request: FastifyRequest,
  scope: RequestScope,
  deps: RouteDeps,
  key: ReturnType<typeof idempotencyKey>,
): Caller {
  const header = request.headers['if-match'];
  return {
    principal: principalOf(request),
    traceId: request.id,
    ifMatch: header
      ?.trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1'),
    gone: scope.gone,
    ...(request.signIn === undefined ? {} : { signIn: request.signIn }),
    lastEventId: textOf(request.headers['last-event-id']),
    write: (work) => writeOnce(deps.db, key, work),
  };
}

const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];

function scopeOf(request: FastifyRequest, { raw }: FastifyReply, operation: Operation): RequestScope {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else {
    raw.once('close', () => {
      if (!raw.writableFinished) gone.abort();
    });
  }
  request.gone = gone.signal;
  const { userId } = principalOf(request);
  return new RequestScope({ userId, operation: operation.id, heavy: operation.heavy === true, gone: gone.signal });
}

function principalOf(request: FastifyRequest): UserPrincipal {
  if (!request.principal) throw unauthenticated('The request was not authenticated.');
  return request.principal;
}

function refuseUnstorable(request: FastifyRequest, operation: Operation): void {
  const blame = findUnstorable(operation.method === 'GET' ? request.query : request.body);
  if (!blame) return;
  const raise = operation.errors.includes(errorIds.invalidValue) ? invalidValue : invalidRequest;
  throw raise(`${blame.pointer || 'The request'}: ${blame.detail}`, [blame]);
}

/** An answer with a secret is kept without it (D11): the use case decides what a repeated request gets. */
const isShownOnce = ({ response }: Operation): boolean =>
  'properties' in response && Object.hasOwn(response.properties as object, 'client_secret');

const bodyLimitOf = (operation: Operation): number => operation.bodyLimit ?? DEFAULT_BODY_LIMIT;
