import type { FastifyInstance } from 'fastify';
import { policySource } from '../../identity/applications/redirect-uris.js';
import type { EndSession, EndSessionRequest } from '../../identity/authorization/end-session.js';
import type { UseCases } from '../../use-case/caller.js';
import type { PageSite } from '../frame/page.js';
import { askedToSignOutPage, signedOutPage } from '../views/session-pages.js';
import { parametersOf } from './authorize-routes.js';
import type { Visit, VisitAnswer, Visitor } from './visitor.js';

export const endSessionPath = '/oauth/logout';

export interface EndSessionRouteDeps {
  readonly site: PageSite;
  readonly visit: Visit;
  readonly endSession: EndSession;
  readonly useCases: Pick<UseCases, 'signOut'>;
}

/**
 * OpenID Connect RP-Initiated Logout 1.0. An application that gives back an ID token of the person who is signed in signs them out;
 * any other request asks the person. A sign-out that began at an identity provider ends there too, and then goes on to the
 * application.
 */
export function addEndSessionRoutes(
  app: FastifyInstance,
  { site, visit, endSession, useCases }: EndSessionRouteDeps,
): void {
  const { basePath } = site;
  const signedOut = { goTo: `${basePath}/signed-out` };

  app.get(
    endSessionPath,
    visit(async (visitor) => {
      const query = visitor.request.url.slice(endSessionPath.length + 1);
      const request = await endSession.check(parametersOf(query));
      if (visitor.signedIn === undefined) return goOn(request) ?? signedOut;
      const { person } = visitor.signedIn;
      if (request.userId !== person.userId) {
        return askedToSignOutPage({
          basePath,
          person: person.name,
          application: request.application?.name,
          action: `${endSessionPath}/confirm`,
          members: { request: query },
          formTargets: request.goesTo === undefined ? [] : [policySource(request.goesTo)],
        });
      }
      const { identityProviderUrl } = await useCases.signOut(visitor.caller, {});
      if (identityProviderUrl !== null) return { goTo: withReturn(identityProviderUrl, request, query) };
      return goOn(request) ?? signedOut;
    }),
  );

  // A form of another site brings no cookie: the browser asks again with GET, and nothing has happened yet.
  app.post(endSessionPath, async (request, reply) => {
    const members = Object.entries((request.body ?? {}) as Readonly<Record<string, unknown>>);
    const query = new URLSearchParams(members.filter((one): one is [string, string] => typeof one[1] === 'string'));
    return reply.header('cache-control', 'no-store').redirect(`${basePath}${endSessionPath}?${query}`, 303);
  });

  app.post(
    `${endSessionPath}/confirm`,
    visit(async (visitor) => {
      const { request: query = '', decision } = visitor.members;
      const request = await endSession.check(parametersOf(query));
      if (decision !== 'signOut') return { goTo: `${basePath}${site.home}` };
      return confirmed(visitor, request, query);
    }),
  );

  const confirmed = async (visitor: Visitor, request: EndSessionRequest, query: string): Promise<VisitAnswer> => {
    const { identityProviderUrl } = await useCases.signOut(visitor.caller, {});
    // The policy of the page with the form does not let it end at the provider, so the person follows a link.
    if (identityProviderUrl !== null) return signedOutPage(basePath, withReturn(identityProviderUrl, request, query));
    return goOn(request) ?? signedOut;
  };
}

const goOn = ({ goesTo }: EndSessionRequest): VisitAnswer | undefined =>
  goesTo === undefined ? undefined : { goTo: goesTo };

/** The provider gives `state` back, and the request is then checked again: {@link endSessionPath} finds nobody signed in. */
function withReturn(identityProviderUrl: string, { goesTo, application }: EndSessionRequest, query: string): string {
  if (goesTo === undefined || application === undefined) return identityProviderUrl;
  const { post_logout_redirect_uri: address, state } = parametersOf(query);
  const url = new URL(identityProviderUrl);
  const again = { client_id: application.id, post_logout_redirect_uri: String(address) };
  url.searchParams.set(
    'state',
    new URLSearchParams({ ...again, ...(typeof state === 'string' ? { state } : {}) }).toString(),
  );
  return url.href;
}
