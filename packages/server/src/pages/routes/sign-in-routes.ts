import type { FastifyInstance } from 'fastify';
import type { Authorization } from '../../identity/authorization/authorize.js';
import { relyingParty } from '../../identity/factors/relying-party.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { UseCases } from '../../use-case/caller.js';
import { html } from '../frame/html.js';
import type { PageSite } from '../frame/page.js';
import { passkeyButton } from '../views/passkey-button.js';
import { signedInPage, signedOutPage, signOutPage } from '../views/session-pages.js';
import { type SignInView, signInPage } from '../views/sign-in-page.js';
import { afterSignIn } from './after-sign-in.js';
import { authorizePath, parametersOf } from './authorize-routes.js';
import { returnPath } from './return-path.js';
import type { Visit, Visitor } from './visitor.js';

export interface SignInRouteDeps {
  readonly site: PageSite;
  readonly publicUrl: string;
  readonly visit: Visit;
  readonly authorization: Authorization;
  readonly useCases: Pick<UseCases, 'getSignInMethods' | 'signIn' | 'signOut'>;
}

/** `/sign-in`, `/sign-out` and `/signed-out`. */
export function addSignInRoutes(app: FastifyInstance, deps: SignInRouteDeps): void {
  const { site, visit, useCases } = deps;
  const { basePath } = site;

  app.get(
    '/sign-in',
    visit(async (visitor) => {
      const returnTo = returnPath(visitor.members.return_to);
      if (visitor.signedIn !== undefined && returnTo === '') return signedInPage(site, visitor.signedIn.person.name);
      return signInPage(await viewOf(deps, visitor, returnTo));
    }),
  );

  app.post(
    '/sign-in',
    visit(async (visitor) => {
      const { email = '', password = '', remember } = visitor.members;
      const returnTo = returnPath(visitor.members.return_to);
      try {
        const begun = await useCases.signIn(visitor.caller, checked(email, password, remember === 'true'));
        return afterSignIn(site, returnTo, begun);
      } catch (error) {
        if (!(error instanceof CatalogueError) || error.status >= 500) throw error;
        const failure = { status: error.status, detail: error.detail };
        const view = await viewOf(deps, visitor, returnTo);
        return signInPage({ ...view, email, remember: remember === 'true', failure });
      }
    }),
  );

  app.get(
    '/sign-out',
    visit(async ({ signedIn }) =>
      signedIn === undefined ? signedOutPage(basePath) : signOutPage(basePath, signedIn.person.name),
    ),
  );

  app.post(
    '/sign-out',
    visit(async ({ caller }) => {
      const { identityProviderUrl } = await useCases.signOut(caller, {});
      // The policy of the page with the form does not let it end at the provider, so the person follows a link.
      return identityProviderUrl === null
        ? { goTo: `${basePath}/signed-out` }
        : signedOutPage(basePath, identityProviderUrl);
    }),
  );

  app.get(
    '/signed-out',
    visit(async () => signedOutPage(basePath)),
  );
}

const returnQuery = (path: string): string => `?${new URLSearchParams({ return_to: path })}`;

/** What the contract asks of a request, which the form does not pass. */
function checked(email: string, password: string, remember: boolean) {
  const isSent = email !== '' && email.length <= 254 && password !== '' && password.length <= 1024;
  return isSent ? { email, password, remember } : { email: 'x', password: 'x', remember };
}

/** What a sign-in page offers beside the password: a passkey, where browsers have them, and the identity providers. */
async function otherWaysOf(
  { site, publicUrl, useCases }: SignInRouteDeps,
  { caller }: Visitor,
  returnTo: string,
): Promise<NonNullable<SignInView['otherWays']>> {
  const { basePath, home } = site;
  const { identityProviders } = await useCases.getSignInMethods(caller, {});
  const to = returnTo === '' ? home : returnTo;
  return [
    ...(relyingParty(publicUrl) === undefined
      ? []
      : [passkeyButton({ task: 'sign-in', label: 'Sign in with a passkey', basePath, to })]),
    ...identityProviders.map(
      ({ name, startUrl }) =>
        html`<a class="button primary" href="${`${startUrl}${to === '/sign-in' ? '' : returnQuery(`${basePath}${to}`)}`}">Continue with ${name}</a>`,
    ),
  ];
}

/** The page for somebody on the way to an application names it. */
async function viewOf(deps: SignInRouteDeps, visitor: Visitor, returnTo: string): Promise<SignInView> {
  const { site, publicUrl, authorization } = deps;
  const otherWays = await otherWaysOf(deps, visitor, returnTo);
  const view = { basePath: site.basePath, host: new URL(publicUrl).host, returnTo, otherWays };
  if (!returnTo.startsWith(`${authorizePath}?`)) return view;
  const parameters = parametersOf(returnTo.slice(authorizePath.length + 1));
  const checkedRequest = await authorization.check(parameters);
  if (checkedRequest.kind !== 'valid') return view;
  const { application } = checkedRequest.request;
  const { login_hint: hint } = parameters;
  return {
    ...view,
    application: application.name,
    ...(typeof hint === 'string' && hint.length <= 254 ? { email: hint } : {}),
  };
}
