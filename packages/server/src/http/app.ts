import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { errorIds } from '../kernel/errors/error-ids.js';
import { RequestAbandonedError } from '../kernel/request-scope.js';
import type { Tracer } from '../kernel/tracing.js';
import { addDocs } from './docs.js';
import { refuseMalformedHttp, refuseOddRequests } from './http-failures.js';
import { addInboundHooks, type ReceiveDelivery } from './inbound-hooks.js';
import { addHealth, type HealthDeps } from './monitoring/health.js';
import { addOAuth, type OAuthEndpoints } from './oauth-routes.js';
import { answerOtherMethods } from './other-methods.js';
import { BEARER_CHALLENGE, type ProblemContext, problemHeaders, renderProblem, toCatalogueError } from './problem.js';
import { useContractSchemas } from './route-schemas.js';
import { addOperations, type RouteDeps } from './routes.js';
import { withoutBasePath } from './sender/base-path.js';
import { trusted } from './sender/client-address.js';
import { type AuthorizationServer, addSignIn } from './sign-in.js';
import { TRACE_HEADER, traceIdOf } from './trace-id.js';
import { traceRequests } from './trace-requests.js';

export interface AppDeps extends RouteDeps, HealthDeps {
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** Absent: requests are not traced. */
  readonly tracer?: Tracer | undefined;
  /** Proxies whose X-Forwarded-For is trusted; see `client-address.ts`. */
  readonly trustProxy: number | readonly string[];
  readonly authorizationServer: AuthorizationServer & OAuthEndpoints;
  /** Takes deliveries to inbound hooks. */
  readonly receiveDelivery: ReceiveDelivery;
  /** Adds the pages for people. */
  readonly addPages: (app: FastifyInstance) => Promise<void>;
  /** The web console; absent: browsers get no other answers than programs. */
  readonly console?: ConsoleRoutes;
  /** Adds SCIM, for identity providers. */
  readonly addScim: (app: FastifyInstance) => Promise<void>;
}

/** What the web console answers. */
export interface ConsoleRoutes {
  addAssets(app: FastifyInstance): void;
  /** Answers a browser that opens a path which no route has; undefined for every other request. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** The whole HTTP surface, ready to listen. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = createBareApp(deps);
  if (deps.tracer !== undefined) traceRequests(app, deps.tracer);
  await addSignIn(app, deps.authorizationServer);
  await addOAuth(app, deps.authorizationServer);
  addOperations(app, deps);
  deps.console?.addAssets(app);
  addDocs(app, deps.version, deps.publicUrl);
  await deps.addPages(app);
  await deps.addScim(app);
  await addInboundHooks(app, deps.receiveDelivery);
  return app;
}

type BareDeps = Pick<AppDeps, 'log' | 'trustProxy' | keyof HealthDeps> &
  Partial<Pick<AppDeps, 'publicUrl' | 'console'>>;

/** The app of a process that only works on jobs: health and metrics, no operations. */
export function createBareApp(deps: BareDeps): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    genReqId: traceIdOf,
    rewriteUrl: withoutBasePath(deps.publicUrl),
    // One line per request, written when it is answered.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    // Filters travel in the query: a thousand ids take 45 KiB there, three times what Node allows by default.
    // `refuseOddRequests` asks for the Host header, with a problem for an answer.
    http: { maxHeaderSize: 128 * 1024, requireHostHeader: false },
    requestTimeout: 120_000,
    trustProxy: trusted(deps.trustProxy),
    // What arrives on connections that are open still gets its answer during a shutdown.
    return503OnClosing: false,
    // A long poll may be answered just before the proxy in front gives up; keep connections longer than it does.
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    frameworkErrors: answerWithProblem,
    clientErrorHandler: refuseMalformedHttp(deps.log),
  });
  // Fastify would accept text/plain too, as a string (D9: 1006).
  app.removeContentTypeParser('text/plain');
  useContractSchemas(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header(TRACE_HEADER, request.id).header('x-content-type-options', 'nosniff');
  });
  refuseOddRequests(app);
  app.addHook('onSend', async (_request, reply) => {
    nameProtectedResource(reply, deps.publicUrl);
    // Closing waits for every connection; a connection that is kept alive would stay open until its client closes it.
    if (deps.stopping()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation?.id ?? request.routeOptions.url ?? 'unknown';
    // How long a stream is open says nothing about how fast requests are answered.
    const isOpenEnded = request.routeOptions.config.operation?.live === true && reply.statusCode < 400;
    if (!isOpenEnded) deps.metrics.requestAnswered(operation, reply.statusCode, reply.elapsedTime / 1000);
    request.log.info(
      {
        operation,
        method: request.method,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        clientId: request.principal?.clientId,
      },
      'request answered',
    );
  });
  app.setErrorHandler(answerWithProblem);
  const answerOthers = answerOtherMethods(app, (request, reply) => deps.console?.answer(request, reply));
  // Before a body is read: what is wrong with that of a method which the path does not have is beside the point.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? answerOthers(request, reply) : undefined));
  app.setNotFoundHandler(answerOthers);
  addHealth(app, deps);
  return app;
}

/** RFC 9728, section 5.1: a client that is refused finds out where the tokens come from. */
function nameProtectedResource(reply: FastifyReply, publicUrl: string | undefined): void {
  const challenge = reply.getHeader('www-authenticate');
  if (publicUrl === undefined || challenge !== BEARER_CHALLENGE) return;
  const address = `${publicUrl}/.well-known/oauth-protected-resource`;
  reply.header('www-authenticate', `${challenge}, resource_metadata="${address}"`);
}

function answerWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.gone?.aborted === true) return abandon(error, request, reply);
  const context: ProblemContext = {
    traceId: request.id,
    path: pathOf(request),
    listsInvalidValue: request.routeOptions?.config?.operation?.errors.includes(errorIds.invalidValue) ?? false,
  };
  const problem = toCatalogueError(error, context);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error, id: problem.id }, problem.detail);
  // The serializers of the operation are for its answer, not for problems.
  return reply
    .code(problem.status)
    .headers({ ...problemHeaders(problem), [TRACE_HEADER]: request.id })
    .serializer(JSON.stringify)
    .send(renderProblem(problem, context));
}

/** There is nobody to answer. */
function abandon(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const reason = error instanceof RequestAbandonedError ? undefined : error;
  request.log.info({ operation: request.routeOptions.config.operation?.id, err: reason }, 'request abandoned');
  return reply.hijack();
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';
