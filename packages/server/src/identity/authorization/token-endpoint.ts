import { signInRefused } from '../../kernel/errors/access-errors.js';
import type { Database } from '../../postgres/database.js';
import type { ApplicationRow } from '../records/applications/application-queries.js';
import { grantStatus } from '../records/applications/grant-queries.js';
import { findUser } from '../records/user-queries.js';
import type { SignIn, TokenResponse } from '../sign-in/sign-in.js';
import { unboundedScope } from '../tokens/scopes.js';
import type { Tokens } from '../tokens/tokens.js';
import { authenticateApplication } from './client-authentication.js';
import type { DeviceAuthorization, DeviceFlow } from './device.js';
import { type Granted, type Grants, invalidGrant } from './grants.js';
import { personClaims } from './person-claims.js';
import { formMembers, type TokenRequestSource } from './token-request.js';

/** RFC 8628, section 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** An ID token is read at once. */
const ID_TOKEN_SECONDS = 300;

/** RFC 6749, section 5.1, with the ID token of OpenID Connect. */
export interface PersonTokenResponse extends TokenResponse {
  readonly refresh_token?: string;
  readonly id_token?: string;
}

/** A request to an endpoint of OAuth 2, its form parsed. */
export interface EndpointRequest extends TokenRequestSource {
  readonly contentType: string | undefined;
}

export interface TokenEndpoint {
  /** Every grant. @throws CatalogueError 1002, 1003 and 1200 with an error of OAuth 2 */
  token(request: EndpointRequest): Promise<PersonTokenResponse>;
  /** @throws CatalogueError 1002, 1003 and 1200 with an error of OAuth 2 */
  deviceAuthorization(request: EndpointRequest): Promise<DeviceAuthorization>;
}

export interface TokenEndpointDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly grants: Grants;
  readonly device: DeviceFlow;
  /** The grant client_credentials, as userLogin has it. */
  readonly signIn: SignIn;
  readonly now: () => number;
}

export function createTokenEndpoint(deps: TokenEndpointDeps): TokenEndpoint {
  const { db, grants, device, signIn } = deps;
  return {
    async token(request) {
      const members = formMembers(request.body);
      const grant = grantOf(members.grant_type);
      if (grant === 'client_credentials') return signIn(request);
      const application = await authenticateApplication(db, members, request.authorization);
      switch (grant) {
        case 'authorization_code':
          return answer(deps, application, await grants.byCode(application, members, request.traceId));
        case 'refresh_token':
          return answer(deps, application, await grants.byRefreshToken(application, members, request.traceId));
        case 'device_code':
          return answer(deps, application, await device.redeem(application, members));
      }
    },
    async deviceAuthorization(request) {
      const members = formMembers(request.body);
      const application = await authenticateApplication(db, members, request.authorization);
      return device.begin(application, members, request.address);
    },
  };
}

function grantOf(type: string | undefined) {
  if (type === DEVICE_GRANT) return 'device_code';
  if (type === 'authorization_code' || type === 'refresh_token' || type === 'client_credentials') return type;
  throw signInRefused(
    type === undefined
      ? 'grant_type is missing.'
      : 'grant_type is none of those that /.well-known/oauth-authorization-server lists.',
    type === undefined ? 'invalid_request' : 'unsupported_grant_type',
  );
}

async function answer(
  { db, tokens, now }: TokenEndpointDeps,
  application: ApplicationRow,
  { grant, scopes, refreshToken, nonce }: Granted,
): Promise<PersonTokenResponse> {
  const { id: grantId, userId } = grant;
  // It may have ended in this moment; and tokens carry the generation of now.
  const status = await grantStatus(db, grantId);
  const user = status === undefined || status.disabled ? undefined : await findUser(db, userId);
  if (status === undefined || user === undefined) throw invalidGrant('The access has ended. Ask the person again.');
  const accessToken = await tokens.issue({
    userId,
    clientId: application.id,
    grantId,
    scopes,
    generation: status.generation,
  });
  const seconds = Math.floor(now() / 1000);
  const idToken = scopes.includes('openid')
    ? {
        id_token: await tokens.signIdToken({
          sub: userId,
          aud: application.id,
          iat: seconds,
          exp: seconds + ID_TOKEN_SECONDS,
          auth_time: Math.floor(grant.authenticatedTs.getTime() / 1000),
          ...(grant.amr.length === 0 ? {} : { amr: [...grant.amr] }),
          ...(nonce === undefined ? {} : { nonce }),
          ...personClaims(user, scopes),
        }),
      }
    : {};
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: tokens.lifetimeSeconds,
    scope: scopes.length === 0 ? unboundedScope(status.administrator) : scopes.join(' '),
    refresh_token: refreshToken,
    ...idToken,
  };
}
