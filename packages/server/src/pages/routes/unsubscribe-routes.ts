import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../http/sender/client-address.js';
import { RequestScope, runInRequest } from '../../kernel/request-scope.js';
import type { PageSite } from '../frame/page.js';
import { sendPage } from '../frame/send-page.js';
import { noMailToStopPage, type StoppedMail, stopMailPage, stoppedMailPage } from '../views/unsubscribe-pages.js';

export interface UnsubscribeRouteDeps {
  readonly site: PageSite;
  readonly unsubscribe: {
    look(token: string): Promise<StoppedMail | undefined>;
    stop(token: string, traceId: string): Promise<StoppedMail | undefined>;
  };
}

/**
 * `/unsubscribe/<token>`: GET asks and changes nothing, because what looks into mails opens every link; POST stops the e-mails. Mail
 * programs send it a form without asking (RFC 8058), from servers of their own: so it needs no session, and no page of this
 * service before it. The token is all the right that there is.
 */
export function addUnsubscribeRoutes(app: FastifyInstance, { site, unsubscribe }: UnsubscribeRouteDeps): void {
  const path = (token: string) => `${site.basePath}/unsubscribe/${token}`;
  const route =
    (act: (token: string, traceId: string) => Promise<StoppedMail | undefined>, page: typeof stopMailPage) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { token } = request.params as { readonly token: string };
      const scope = new RequestScope({
        userId: `address ${clientAddress(request)}`,
        operation: 'unsubscribe',
        heavy: false,
        gone: new AbortController().signal,
      });
      try {
        const found = await runInRequest(scope, () => act(token, request.id));
        return sendPage(reply, site, found === undefined ? noMailToStopPage : page(path(token), found));
      } finally {
        scope.end();
      }
    };
  app.get(
    '/unsubscribe/:token',
    route((token) => unsubscribe.look(token), stopMailPage),
  );
  app.register(async (scope) => {
    // A form as mail programs send it, of either type (RFC 8058, 3.2). What it says is always the same, so it is not read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    scope.post(
      '/unsubscribe/:token',
      route((token, traceId) => unsubscribe.stop(token, traceId), stoppedMailPage),
    );
  });
}
