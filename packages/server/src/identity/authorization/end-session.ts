import { invalidRequest } from '../../kernel/errors/request-errors.js';
import type { Database } from '../../postgres/database.js';
import { isRegistered } from '../applications/redirect-uris.js';
import { type ApplicationRow, findApplication } from '../records/applications/application-queries.js';
import type { Tokens } from '../tokens/tokens.js';
import type { AuthorizeParameters } from './authorize-request.js';

/** What an application asks for that signs a person out. */
export interface EndSessionRequest {
  /** Undefined: it does not say who it is. */
  readonly application: Pick<ApplicationRow, 'id' | 'name'> | undefined;
  /** Whom an ID token names that this service has given the application; undefined without one. */
  readonly userId: string | undefined;
  /** Where the browser goes on to; undefined: nowhere. */
  readonly goesTo: string | undefined;
}

/** Reads requests to sign a person out. */
export interface EndSession {
  /** @throws CatalogueError 1200 for an address that the application has not registered */
  check(parameters: AuthorizeParameters): Promise<EndSessionRequest>;
}

const LONGEST = { state: 2000, hint: 16_000 };

/**
 * OpenID Connect RP-Initiated Logout 1.0. An ID token that is not ours counts as none: keys are replaced, and the person is then
 * asked. Nothing is sent to an address that is not registered for the application.
 */
export function createEndSession({
  db,
  tokens,
}: {
  readonly db: Database;
  readonly tokens: Pick<Tokens, 'readIdToken'>;
}): EndSession {
  return {
    async check({ id_token_hint: hint, client_id: named, post_logout_redirect_uri: wanted, state }) {
      const told = typeof hint === 'string' && hint.length <= LONGEST.hint ? await tokens.readIdToken(hint) : undefined;
      if (told !== undefined && named !== undefined && named !== told.applicationId) {
        throw invalidRequest('id_token_hint was given to another application than client_id names.');
      }
      const id = told?.applicationId ?? (typeof named === 'string' ? named : undefined);
      const found = id === undefined ? undefined : await findApplication(db, id);
      const application = found?.disabled === true ? undefined : found;
      const userId = application === undefined ? undefined : told?.userId;
      if (wanted === undefined) return { application, userId, goesTo: undefined };
      if (typeof wanted !== 'string' || !isRegistered(application?.postLogoutRedirectUris ?? [], wanted)) {
        throw invalidRequest(
          'post_logout_redirect_uri is not registered for the application. An administrator adds it with updateApplication, and the request names the application with id_token_hint or client_id.',
        );
      }
      if (state !== undefined && (typeof state !== 'string' || state.length > LONGEST.state)) {
        throw invalidRequest(`state is one text of up to ${LONGEST.state} characters.`);
      }
      return { application, userId, goesTo: state === undefined ? wanted : withState(wanted, state) };
    },
  };
}

const withState = (address: string, state: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
