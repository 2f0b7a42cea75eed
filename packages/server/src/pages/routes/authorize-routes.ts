import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { policySource } from '../../identity/applications/redirect-uris.js';
import type { Authorization } from '../../identity/authorization/authorize.js';
import type { AuthorizeParameters, AuthorizeRequest } from '../../identity/authorization/authorize-request.js';
import { invalidRequest } from '../../kernel/errors/request-errors.js';
import type { PageSite } from '../frame/page.js';
import { consentPage } from '../views/consent-page.js';
import { isRecent } from './recent.js';
import type { Visit, VisitAnswer, Visitor } from './visitor.js';

export const authorizePath = '/oauth/authorize';
/** Names the session that was there when a new sign-in was asked for. */
const AFTER = 'after_session';

export interface AuthorizeRouteDeps {
  readonly site: PageSite;
  readonly visit: Visit;
  readonly authorization: Authorization;
}

/** The parameters of a query; one that is repeated is a list. */
export const parametersOf = (query: string): AuthorizeParameters =>
  Object.fromEntries(Object.entries(parse(query, '&', '=', { maxKeys: 100 })));

/**
 * Where a path of this service leads on to: a request to authorize, back to its application. Browsers hold the redirects that
 * answer a form against the policy of the page with the form, so every page on the way to it must allow it.
 */
export const authorizeTargets =
  (authorization: Authorization) =>
  async (path: string): Promise<readonly string[]> => {
    if (!path.startsWith(`${authorizePath}?`)) return [];
    const checked = await authorization.check(parametersOf(path.slice(authorizePath.length + 1)));
    if (checked.kind === 'page') return [];
    return [policySource(checked.kind === 'valid' ? checked.request.redirectUri : checked.redirectUri)];
  };

/** The authorization endpoint, and the answer of the person to the question on its page. */
export function addAuthorizeRoutes(app: FastifyInstance, { site, visit, authorization }: AuthorizeRouteDeps): void {
  const { basePath } = site;

  const begin = async (query: string, visitor: Visitor): Promise<VisitAnswer | AuthorizeRequest> => {
    const parameters = parametersOf(query);
    const checked = await authorization.check(parameters);
    if (checked.kind === 'page') throw invalidRequest(checked.detail);
    if (checked.kind === 'refused') return { goTo: authorization.refusal(checked) };
    const { [AFTER]: after } = parameters;
    const { person, actor } = visitor.signedIn ?? {};
    const before = typeof after === 'string' ? after : undefined;
    const step = await authorization.next(checked.request, person, before, actor);
    if (step.kind === 'answer') return { goTo: step.address };
    if (step.kind === 'ask') return step.request;
    const again = new URLSearchParams(query);
    again.set(AFTER, person?.sessionId ?? 'none');
    const returnTo = new URLSearchParams({ return_to: `${authorizePath}?${again}` });
    return { goTo: `${basePath}/sign-in?${returnTo}` };
  };

  app.get(
    authorizePath,
    visit(async (visitor) => {
      const query = visitor.request.url.slice(authorizePath.length + 1);
      const begun = await begin(query, visitor);
      if (!('application' in begun)) return begun;
      const { application, scopes, redirectUri } = begun;
      return consentPage({
        basePath,
        application,
        scopes,
        person: visitor.signedIn?.person.name ?? '',
        action: '/oauth/consent',
        members: { request: query },
        goesTo: placeOf(redirectUri),
        formTargets: [policySource(redirectUri)],
      });
    }),
  );

  app.post(
    '/oauth/consent',
    visit(async (visitor) => {
      const { request: query = '', decision } = visitor.members;
      const begun = await begin(query, visitor);
      if (!('application' in begun) || visitor.signedIn === undefined)
        return 'application' in begun ? { goTo: `${basePath}/sign-in` } : begun;
      if (decision !== 'allow') return { goTo: authorization.decline(begun) };
      if (!isRecent(visitor.signedIn.person, Date.now())) {
        return { goTo: `${basePath}/sign-in?${new URLSearchParams({ return_to: `${authorizePath}?${query}` })}` };
      }
      return { goTo: await authorization.allow(begun, visitor.signedIn.person, visitor.signedIn.actor) };
    }),
  );
}

/** Where an application is, as people read it. */
function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  if (protocol === 'http:') return `a program on this computer (${hostname})`;
  return `an app on this device (${protocol.slice(0, -1)})`;
}
