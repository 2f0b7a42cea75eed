import { type Operation, type OperationId, operationList } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unauthenticated } from '../kernel/errors/access-errors.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { invalidRequest, invalidValue } from '../kernel/errors/request-errors.js';
import { findUnstorable } from '../kernel/json-hygiene.js';
import { iterateInRequest, RequestScope, runInRequest } from '../kernel/request-scope.js';
import { type Database, transaction } from '../postgres/database.js';
import type { Authenticated, Authentication, CredentialHolder } from '../use-case/authentication.js';
import type { Caller, PublicCaller, SignIn, StreamedAnswer, UseCases, UserPrincipal } from '../use-case/caller.js';
import { toDeclaredForm } from './declared-form.js';
import { idempotencyKey, keptAnswer, writeOnce } from './idempotency.js';
import { replayAnswer } from './replay.js';
import { sendStream } from './send-stream.js';
import { authenticate, authenticateTicket, isUnsafe } from './sender/authentication.js';
import { requireExpectedUser } from './sender/expected-user.js';
import { requireRecentSignIn } from './sender/recent-sign-in.js';
import { requireSameOrigin } from './sender/same-origin.js';
import { type AnsweredSender, createSenders } from './sender/sender.js';
import { tagAnswer } from './tag-answer.js';

declare module 'fastify' {
  interface FastifyRequest {
    principal: UserPrincipal | undefined;
    signIn: SignIn | undefined;
    sender: AnsweredSender | undefined;
    /** Aborts when the client goes away before it has the whole answer; undefined before the operation begins. */
    gone: AbortSignal | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export interface RouteDeps {
  readonly db: Database;
  readonly authentication: Authentication;
  /** Where clients reach the service. */
  readonly publicUrl: string;
  readonly useCases: UseCases;
  /** Redeems a ticket of createStreamTicket, once. */
  readonly redeemTicket: (subProjectId: string, ticket: string) => Promise<CredentialHolder | undefined>;
}

type RoutedId = Exclude<OperationId, 'userLogin'>;
/** A use case whose request was validated against its operation's schema. */
type Execute = (caller: Caller | PublicCaller, request: unknown) => Promise<object>;

const DEFAULT_BODY_LIMIT = 1024 * 1024;

/**
 * One route per operation of the contract but userLogin (`sign-in.ts`). The order of a request is D13's: bearer token or
 * session, well-formed JSON, required members, then the use case with sub-project, role, target, row filter and values.
 */
export function addOperations(app: FastifyInstance, deps: RouteDeps): void {
  app.decorateRequest('principal', undefined);
  app.decorateRequest('signIn', undefined);
  app.decorateRequest('sender', undefined);
  app.decorateRequest('gone', undefined);
  const senderOf = createSenders(deps.publicUrl);
  for (const operation of operationList as readonly Operation[]) {
    if (operation.id === 'userLogin') continue;
    const execute = deps.useCases[operation.id as RoutedId] as Execute;
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
      onRequest: (request) => admit(request, operation, deps, senderOf),
      preValidation: async (request) => {
        refuseUnstorable(request, operation);
        toDeclaredForm(request, operation);
      },
      ...(operation.tagged === true ? { onSend: tagAnswer } : {}),
      handler: async (request, reply) => {
        reply.headers({
          'cache-control': operation.tagged === true ? 'private, no-cache' : 'no-store',
          'cross-origin-resource-policy': 'same-origin',
        });
        requireRecentSignIn(operation, request.principal, request.signIn, request.body, Date.now());
        const scope = scopeOf(request, reply, operation);
        let endsLater = false;
        try {
          const answer = await runInRequest(scope, () =>
            operation.method === 'POST'
              ? post(request, reply, scope, deps, operation, execute)
              : execute(
                  request.signIn === undefined
                    ? publicCallerOf(request, deps)
                    : callerOf(request, scope, deps, undefined),
                  request.query,
                ),
          );
          request.sender?.apply(reply);
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

/** Notes who sends a request. @throws CatalogueError 1001 unless the operation is public, 1015, 1022 */
async function admit(
  request: FastifyRequest,
  operation: Operation,
  deps: RouteDeps,
  senderOf: ReturnType<typeof createSenders>,
): Promise<void> {
  const sender = senderOf(request);
  request.sender = sender;
  if (operation.permission.kind === 'public') {
    // Also without a cookie: another site must not sign a browser in, as somebody else.
    if (isUnsafe(request)) requireSameOrigin(request, deps.publicUrl, sender.sessionSecret !== undefined);
    return;
  }
  const signedIn = await signIn(request, operation, deps, sender);
  if (isUnsafe(request)) requireExpectedUser(request, signedIn.principal.userId);
  request.principal = signedIn.principal;
  request.signIn = signedIn;
}

/** A live answer is also opened with a ticket, by browsers of other sites, which cannot send a header there. */
function signIn(
  request: FastifyRequest,
  operation: Operation,
  { authentication, publicUrl, redeemTicket }: RouteDeps,
  { sessionSecret }: AnsweredSender,
): Promise<Authenticated> {
  const { ticket, subProjectId } = request.query as Readonly<Record<string, unknown>>;
  const isTicket = operation.live === true && request.headers.authorization === undefined;
  if (!isTicket || typeof ticket !== 'string' || typeof subProjectId !== 'string')
    return authenticate(request, authentication, {
      publicUrl,
      sessionSecret,
      whileEnrolling: operation.whileEnrolling === true,
    });
  return authenticateTicket(() => redeemTicket(subProjectId, ticket), authentication);
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
  if (request.signIn === undefined) return execute(publicCallerOf(request, deps), request.body);
  // The hash of a request that is kept for a key would let a password be guessed.
  const key = operation.takesSecret
    ? undefined
    : idempotencyKey(request.headers['idempotency-key'], keyOwnerOf(request), operation.id, request.body);
  const kept = key && operation.showsSecret !== true && (await keptAnswer(deps.db, key));
  const caller = callerOf(request, scope, deps, key);
  if (!kept) return execute(caller, request.body);
  const answer = await replayAnswer(kept, isRead(operation), (write) =>
    // As a client that has gone: nothing waits, as activateJobs would for jobs.
    execute({ ...caller, gone: AbortSignal.abort(), write, writePart: (_part, work) => write(work) }, request.body),
  );
  reply.header('idempotency-replayed', 'true');
  return answer;
}

/**
 * Whose Idempotency-Keys a request shares: those of its client, of its personal token or, for a session, of its person. A
 * client id has no spaces, so that no client can name itself like one of the others.
 */
function keyOwnerOf(request: FastifyRequest): string {
  const { clientId, userId } = principalOf(request);
  const personalTokenId = request.signIn?.personalTokenId;
  return clientId ?? (personalTokenId === undefined ? `user ${userId}` : `token ${personalTokenId}`);
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
    ...(request.sender === undefined ? {} : { sender: request.sender }),
    lastEventId: textOf(request.headers['last-event-id']),
    write: (work) => writeOnce(deps.db, key, work),
    // A key that clients send has no spaces.
    writePart: (part, work) =>
      writeOnce(deps.db, key === undefined ? undefined : { ...key, key: `${key.key} ${part}` }, work),
  };
}

/** A request that needs no sign-in. */
function publicCallerOf({ id, sender }: FastifyRequest, { db }: RouteDeps): PublicCaller {
  if (sender === undefined) throw new Error('the route has not noted the sender of the request');
  return { traceId: id, sender, write: (work) => transaction(db, work) };
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
  // Strangers share connections by their address.
  const userId = request.principal?.userId ?? `address ${request.sender?.address}`;
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

const bodyLimitOf = (operation: Operation): number => operation.bodyLimit ?? DEFAULT_BODY_LIMIT;
