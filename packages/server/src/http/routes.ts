import { type Operation, type OperationId, operationList } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthenticated } from '../kernel/errors/access-errors.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { invalidRequest, invalidValue } from '../kernel/errors/request-errors.js';
import { findUnstorable } from '../kernel/json-hygiene.js';
import type { Database } from '../postgres/database.js';
import type { Caller, StreamedAnswer, UseCases, UserPrincipal } from '../use-case/caller.js';
import { authenticate, type TokenVerifier } from './authentication.js';
import { idempotencyKey, keptAnswer, writeOnce } from './idempotency.js';
import { sendStream } from './send-stream.js';

declare module 'fastify' {
  interface FastifyRequest {
    principal: UserPrincipal | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface RouteDeps {
  readonly db: Database;
  readonly tokens: TokenVerifier;
  readonly useCases: UseCases;
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
        request.principal = await authenticate(request, deps.tokens);
      },
      preValidation: async (request) => refuseUnstorable(request, operation),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (operation.method === 'POST') return post(request, reply, deps, operation, execute);
        const answer = await execute(callerOf(request, reply, deps, undefined), request.query);
        return isStreamed(operation, answer) ? sendStream(reply, answer) : answer;
      },
    });
  }
}

/** Use cases of streamed operations answer with a stream: `UseCase` says so. */
const isStreamed = (operation: Operation, _answer: object): _answer is StreamedAnswer => operation.stream !== undefined;

async function post(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
  operation: Operation,
  execute: Execute,
): Promise<object> {
  const { clientId } = principalOf(request);
  const key = idempotencyKey(request.headers['idempotency-key'], clientId, operation.id, request.body);
  const kept = key && !isShownOnce(operation) && (await keptAnswer(deps.db, key));
  if (kept) {
    reply.header('idempotency-replayed', 'true');
    return kept;
  }
  return execute(callerOf(request, reply, deps, key), request.body);
}

function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
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
    get gone() {
      return goneSignal(reply);
    },
    write: (work) => writeOnce(deps.db, key, work),
  };
}

/** Aborts when the response closes: after it is sent, when this has no effect, or when its connection ends before. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
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
