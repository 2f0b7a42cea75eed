import { appendAudit } from '../../audit/records/append.js';
import { type Database, transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { hashOfSecret, newRandomSecret } from '../applications/application-secrets.js';
import { coversAll, unionOf } from '../applications/person-scopes.js';
import { findApplication } from '../records/applications/application-queries.js';
import { insertCode } from '../records/applications/code-queries.js';
import { consentedScopes, storeConsent, touchConsent } from '../records/applications/consent-queries.js';
import {
  type AuthorizeParameters,
  type AuthorizeRequest,
  answerAddress,
  type CheckedAuthorizeRequest,
  checkAuthorizeRequest,
} from './authorize-request.js';
import type { SignedInPerson } from './signed-in-person.js';

/** An authorization code is exchanged at once, by a program. */
const CODE_MS = 60_000;
/** Where a request wants a new sign-in, one of another session counts for so long. */
const FRESH_MS = 5 * 60_000;

export interface AuthorizationDeps {
  readonly db: Database;
  /** Public address of the service, without a slash at the end. */
  readonly issuer: string;
  /** Clock, milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * What to do about a request to authorize:
 * - `signIn`: the person must sign in first, or again;
 * - `ask`: the person is asked for consent;
 * - `answer`: the browser goes to this address.
 */
export type NextStep =
  | { readonly kind: 'signIn' }
  | { readonly kind: 'ask'; readonly request: AuthorizeRequest }
  | { readonly kind: 'answer'; readonly address: string };

/** The authorization endpoint without HTTP. */
export interface Authorization {
  /** Reads a request; `find` sees disabled applications as none. */
  check(parameters: AuthorizeParameters): Promise<CheckedAuthorizeRequest>;
  /** The address that tells the application of an error. */
  refusal(refused: Extract<CheckedAuthorizeRequest, { kind: 'refused' }>): string;
  /**
   * @param person undefined when nobody has signed in
   * @param before id of the session, or another text, that was there when a new sign-in was asked for
   */
  next(
    request: AuthorizeRequest,
    person: SignedInPerson | undefined,
    before: string | undefined,
    actor: Actor | undefined,
  ): Promise<NextStep>;
  /** The person allows what is asked for: it is remembered. @returns the address to go to */
  allow(request: AuthorizeRequest, person: SignedInPerson, actor: Actor): Promise<string>;
  /** The person declines. @returns the address to go to */
  decline(request: AuthorizeRequest): string;
}

export function createAuthorization({ db, issuer, now }: AuthorizationDeps): Authorization {
  const enabled = async (id: string) => {
    const application = await findApplication(db, id);
    return application?.disabled === true ? undefined : application;
  };
  const refuse = (request: AuthorizeRequest, error: string, detail: string): string =>
    answerAddress(request, { error, error_description: detail }, issuer);

  /** Creates a code; `allowed` also remembers the consent. */
  const answer = (
    request: AuthorizeRequest,
    person: SignedInPerson,
    actor: Actor,
    allowed: boolean,
  ): Promise<string> => {
    const code = newRandomSecret('mrq_');
    const { application, scopes } = request;
    return transaction(db, async (tx) => {
      if (allowed) {
        const before = await consentedScopes(tx, person.userId, application.id);
        const all = before === undefined ? scopes : unionOf(before, scopes);
        await storeConsent(tx, { userId: person.userId, applicationId: application.id, scopes: all });
        const subject = { subProjectId: null, subjectType: 'application', subjectId: application.id } as const;
        await appendAudit(tx, actor, [
          { ...subject, processId: null, action: 'application.allow', before: null, after: { scopes } },
        ]);
      } else {
        await touchConsent(tx, person.userId, application.id);
      }
      await insertCode(tx, {
        hash: hashOfSecret(code),
        applicationId: application.id,
        userId: person.userId,
        redirectUri: request.redirectUri,
        scopes,
        challenge: request.challenge,
        nonce: request.nonce ?? null,
        authenticatedTs: new Date(person.authenticatedAt),
        amr: person.amr,
        expiresTs: new Date(now() + CODE_MS),
      });
      return answerAddress(request, { code }, issuer);
    });
  };

  return {
    check: (parameters) => checkAuthorizeRequest(parameters, enabled, issuer),
    refusal: ({ redirectUri, state, error, detail }) =>
      answerAddress({ redirectUri, state }, { error, error_description: detail }, issuer),
    async next(request, person, before, actor) {
      const silent = request.prompt.includes('none');
      if (person === undefined || actor === undefined || !isFresh(request, person, before, now())) {
        if (!silent) return { kind: 'signIn' };
        return { kind: 'answer', address: refuse(request, 'login_required', 'The person must sign in.') };
      }
      const allowed = await consentedScopes(db, person.userId, request.application.id);
      const isAllowed = allowed !== undefined && coversAll(allowed, request.scopes);
      if (isAllowed && !request.prompt.includes('consent') && !isImpersonable(request))
        return { kind: 'answer', address: await answer(request, person, actor, false) };
      if (!silent) return { kind: 'ask', request };
      return { kind: 'answer', address: refuse(request, 'consent_required', 'The person must be asked.') };
    },
    allow: (request, person, actor) => answer(request, person, actor, true),
    decline: (request) => refuse(request, 'access_denied', 'The person declined.'),
  };
}

/**
 * RFC 8252, section 8.6: any program of a computer can pretend to be a public application that returns to a loopback address or
 * a scheme of its own, so the person is asked each time.
 */
const isImpersonable = ({ application, redirectUri }: AuthorizeRequest): boolean =>
  application.secretHash === null && !redirectUri.startsWith('https:');

/** Whether the sign-in of a person is as new as the request wants. */
function isFresh(request: AuthorizeRequest, person: SignedInPerson, before: string | undefined, now: number): boolean {
  const age = now - person.authenticatedAt;
  const hasSignedInSince = before !== undefined && before !== person.sessionId && age < FRESH_MS;
  if (hasSignedInSince) return true;
  if (request.maxAge !== undefined && age > request.maxAge * 1000) return false;
  return !request.prompt.includes('login') && !request.prompt.includes('select_account');
}
