import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toCatalogueError } from '../http/problem.js';
import type { Authorization } from '../identity/authorization/authorize.js';
import type { DeviceFlow } from '../identity/authorization/device.js';
import type { EndSession } from '../identity/authorization/end-session.js';
import type { Database } from '../postgres/database.js';
import type { Authentication } from '../use-case/authentication.js';
import type { UseCases } from '../use-case/caller.js';
import { readPageAssets } from './frame/assets.js';
import type { PageSite } from './frame/page.js';
import { sendPage } from './frame/send-page.js';
import { addAuthorizeRoutes, authorizeTargets } from './routes/authorize-routes.js';
import { addDecideRoutes, type DecideRouteDeps, TASK_LINK_ROUTE } from './routes/decide-routes.js';
import { addDeviceRoutes } from './routes/device-routes.js';
import { addEndSessionRoutes } from './routes/end-session-routes.js';
import { addLinkRoutes } from './routes/link-routes.js';
import { addSecondStepRoutes } from './routes/second-step-routes.js';
import { addSignInRoutes } from './routes/sign-in-routes.js';
import { addUnsubscribeRoutes, type UnsubscribeRouteDeps } from './routes/unsubscribe-routes.js';
import { createVisits } from './routes/visitor.js';
import { addSingleSignOn, type SingleSignOnRoutes } from './single-sign-on/add-single-sign-on.js';
import { errorPage } from './views/error-page.js';

/** Forms of pages hold a few texts; the address of a request to authorize is the longest. */
const FORM_LIMIT = 64 * 1024;

export interface PagesDeps
  extends SingleSignOnRoutes,
    Pick<UnsubscribeRouteDeps, 'unsubscribe'>,
    Pick<DecideRouteDeps, 'taskLinks' | 'signInLimit' | 'language'> {
  readonly db: Database;
  readonly authentication: Authentication;
  readonly authorization: Authorization;
  readonly device: DeviceFlow;
  readonly endSession: EndSession;
  readonly useCases: UseCases;
  /** Where browsers reach the service; it may have a path. */
  readonly publicUrl: string;
  /** Whether `/` shows the web console. */
  readonly hasConsole?: boolean;
  readonly version: string;
}

/**
 * The pages that the server renders itself, so that people can sign in before anything else is loaded. They work without
 * scripts. Only here the server takes forms, besides the endpoints of OAuth 2.
 */
export async function addPages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const assets = readPageAssets();
  const site: PageSite = {
    basePath: new URL(deps.publicUrl).pathname.replace(/\/+$/, ''),
    assetsVersion: assets.version,
    home: deps.hasConsole === true ? '/' : '/sign-in',
    version: deps.version,
  };
  await app.register(async (scope) => {
    await scope.register(formBody, { bodyLimit: FORM_LIMIT });
    scope.setErrorHandler(answerWithPage(site));
    assets.addRoutes(scope);
    const { db, authentication, authorization, device, endSession, useCases, publicUrl } = deps;
    const visit = createVisits({ db, authentication, publicUrl, site, leadsTo: authorizeTargets(authorization) });
    addSignInRoutes(scope, { site, publicUrl, visit, authorization, useCases });
    addSecondStepRoutes(scope, { site, publicUrl, visit, authentication, useCases });
    addAuthorizeRoutes(scope, { site, visit, authorization });
    addEndSessionRoutes(scope, { site, visit, endSession, useCases });
    addDeviceRoutes(scope, { site, visit, device });
    addSingleSignOn(scope, site, deps);
    addLinkRoutes(scope, { db, site, visit, useCases });
    addDecideRoutes(scope, { ...deps, site, visit });
    addUnsubscribeRoutes(scope, { site, unsubscribe: deps.unsubscribe });
  });
}

/** Browsers get a page, everything else the problem that operations answer with. */
const answerWithPage = (site: PageSite) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (!wantsPage(request)) throw error;
  const problem = toCatalogueError(error, { traceId: request.id, path: request.url, listsInvalidValue: false });
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error, id: problem.id }, problem.detail);
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  const hidesAddress = request.routeOptions.url === TASK_LINK_ROUTE;
  return sendPage(reply, site, { ...errorPage(problem, request.id), hidesAddress });
};

const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');
