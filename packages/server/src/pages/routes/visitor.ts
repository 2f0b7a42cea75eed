import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnsafe } from '../../http/sender/authentication.js';
import { requireSameOrigin } from '../../http/sender/same-origin.js';
import { type AnsweredSender, createSenders } from '../../http/sender/sender.js';
import type { SignedInPerson } from '../../identity/authorization/signed-in-person.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { RequestScope, runInRequest } from '../../kernel/request-scope.js';
import { type Database, transaction } from '../../postgres/database.js';
import type { Authenticated, Authentication } from '../../use-case/authentication.js';
import type { Actor, PublicCaller } from '../../use-case/caller.js';
import type { Page, PageSite } from '../frame/page.js';
import { sendPage } from '../frame/send-page.js';
import { returnPath } from './return-path.js';

/** A browser that asks for a page or sends a form. */
export interface Visitor {
  readonly request: FastifyRequest;
  readonly sender: AnsweredSender;
  /** For operations that need no sign-in. */
  readonly caller: PublicCaller;
  /** The members of the form, or of the query. A member that is there more than once counts as absent. */
  readonly members: Readonly<Record<string, string | undefined>>;
  /** Who has signed in with this browser; undefined for nobody. */
  readonly signedIn:
    | { readonly person: SignedInPerson; readonly actor: Actor; readonly signIn: Authenticated }
    | undefined;
}

/** What a route answers: a page, or an address to go on to. */
export type VisitAnswer = Page | { readonly goTo: string };

export interface VisitDeps {
  readonly db: Database;
  readonly authentication: Authentication;
  readonly publicUrl: string;
  readonly site: PageSite;
  /** Origins that the way to a path of this service may lead on to, for forms that end there. */
  readonly leadsTo: (path: string) => Promise<readonly string[]>;
}

export interface VisitOptions {
  /**
   * Whether the address of the page is a secret: browsers then send its form with `Origin: null` and, without encryption, nothing
   * else says where it is from. The route itself proves that the form is of its page.
   */
  readonly hasSecretAddress?: boolean;
}

/** Runs a route of a page for its visitor. */
export type Visit = (
  route: (visitor: Visitor) => Promise<VisitAnswer>,
  options?: VisitOptions,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Makes handlers of pages. A form is taken from a page of this service alone, whether the browser has a session or not. The
 * statements of a visitor share connections as those of one user.
 */
export function createVisits({ db, authentication, publicUrl, site, leadsTo }: VisitDeps): Visit {
  const senderOf = createSenders(publicUrl);
  return (route, { hasSecretAddress = false } = {}) =>
    async (request, reply) => {
      if (isUnsafe(request) && !(hasSecretAddress && saysNothing(request))) requireSameOrigin(request, publicUrl, true);
      const sender = senderOf(request);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      const scope = new RequestScope({
        userId: `address ${sender.address}`,
        operation: request.routeOptions.url ?? 'page',
        heavy: false,
        gone: gone.signal,
      });
      try {
        const answer = await runInRequest(scope, async () =>
          route({
            request,
            sender,
            caller: { traceId: request.id, sender, write: (work) => transaction(db, work) },
            members: membersOf(request),
            signedIn: await whoSignedIn(authentication, sender, request.id),
          }),
        );
        sender.apply(reply);
        if ('goTo' in answer) return reply.header('cache-control', 'no-store').redirect(answer.goTo, 303);
        const { return_to: path } = membersOf(request);
        const formTargets = [...(answer.formTargets ?? []), ...(await leadsTo(returnPath(path)))];
        return sendPage(reply, site, { ...answer, formTargets });
      } finally {
        scope.end();
      }
    };
}

/** Whether a browser does not say which page has sent a form. */
const saysNothing = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === undefined && headers.origin === 'null';

async function whoSignedIn(
  authentication: Authentication,
  { sessionSecret }: AnsweredSender,
  traceId: string,
): Promise<Visitor['signedIn']> {
  if (sessionSecret === undefined) return undefined;
  try {
    const signIn = await authentication.session(sessionSecret);
    const { principal, sessionId, authenticatedAt, amr } = signIn;
    if (sessionId === undefined || authenticatedAt === undefined) return undefined;
    const { userId, name } = principal;
    return { person: { userId, name, sessionId, authenticatedAt, amr }, actor: { principal, traceId }, signIn };
  } catch (error) {
    // The session has ended: the visitor is a stranger.
    if (error instanceof CatalogueError && error.status === 401) return undefined;
    throw error;
  }
}

function membersOf({ method, body, query }: FastifyRequest): Visitor['members'] {
  const given = Object.entries((method === 'POST' ? body : query) ?? {});
  return Object.fromEntries(given.map(([name, value]) => [name, typeof value === 'string' ? value : undefined]));
}
