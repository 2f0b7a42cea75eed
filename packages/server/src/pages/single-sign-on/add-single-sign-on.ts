import type { FastifyInstance, FastifyReply } from 'fastify';
import { createSenders } from '../../http/sender/sender.js';
import { createSessionCookies } from '../../http/sender/session-cookie.js';
import { FLOW_MS } from '../../identity/sso/flows.js';
import type { BackChannelLogout } from '../../identity/sso/logout.js';
import { LogoutTokenError } from '../../identity/sso/logout-token.js';
import type { SingleSignOn } from '../../identity/sso/single-sign-on.js';
import type { PageSite } from '../frame/page.js';
import { sendPage } from '../frame/send-page.js';
import { endSessionPath } from '../routes/end-session-routes.js';
import { signedOutPage } from '../views/signed-out-page.js';

export interface SingleSignOnRoutes {
  readonly singleSignOn: Pick<SingleSignOn, 'start' | 'finish'>;
  readonly backChannelLogout: BackChannelLogout;
  readonly publicUrl: string;
}

interface ProviderRoute {
  Params: { readonly provider: string };
  Querystring: Readonly<Record<string, unknown>>;
}

/**
 * What browsers and identity providers open: the way to the provider and back, the address for logout tokens, and the page
 * after a sign-out there. They are no operations: a provider is told their addresses, and answers are redirects.
 */
export function addSingleSignOn(app: FastifyInstance, site: PageSite, deps: SingleSignOnRoutes): void {
  const { singleSignOn, backChannelLogout, publicUrl } = deps;
  const cookies = createSessionCookies(publicUrl, 'millrace-sso');
  const senderFor = createSenders(publicUrl);

  app.get<ProviderRoute>('/sso/:provider/start', { exposeHeadRoute: false }, async (request, reply) => {
    const { return_to: returnTo, login_hint: loginHint, confirm } = request.query;
    const started = await singleSignOn.start({
      providerId: request.params.provider,
      returnTo: textOf(returnTo),
      loginHint: textOf(loginHint)?.slice(0, 254),
      confirms: confirm === '1',
      browser: cookies.read(request),
      sender: senderFor(request),
    });
    if (started.browser !== undefined) {
      reply.header(
        'set-cookie',
        cookies.set(request, { secret: started.browser, expiresAt: new Date(Date.now() + FLOW_MS) }),
      );
    }
    return redirect(reply, started.url.href);
  });

  app.get<ProviderRoute>('/sso/:provider/callback', { exposeHeadRoute: false }, async (request, reply) => {
    const sender = senderFor(request);
    const path = await singleSignOn.finish({
      providerId: request.params.provider,
      query: request.url.slice(request.url.indexOf('?') + 1 || request.url.length),
      browser: cookies.read(request),
      sender,
      traceId: request.id,
    });
    sender.apply(reply);
    return redirect(reply, path);
  });

  app.post<ProviderRoute>('/sso/:provider/back-channel-logout', async (request, reply) => {
    // OpenID Connect Back-Channel Logout 1.0, section 2.8.
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const { logout_token: token } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    try {
      if (typeof token !== 'string') throw new LogoutTokenError('The form lacks logout_token.');
      await backChannelLogout(request.params.provider, token, request.id);
      return await reply.code(200).send();
    } catch (error) {
      if (!(error instanceof LogoutTokenError)) throw error;
      request.log.warn({ provider: request.params.provider, err: error }, 'logout token refused');
      return reply.code(400).send({ error: 'invalid_request', error_description: error.message });
    }
  });

  app.get<ProviderRoute>('/sso/:provider/signed-out', async (request, reply) => {
    // An application had asked for the sign-out: its request is checked again there, and goes on to it.
    const { state } = request.query;
    if (typeof state === 'string')
      return redirect(reply, `${site.basePath}${endSessionPath}?${new URLSearchParams(state)}`);
    return sendPage(reply, site, signedOutPage(site));
  });
}

/** To `url`; what the address of this request held is told to nobody. */
const redirect = (reply: FastifyReply, url: string): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 303);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
