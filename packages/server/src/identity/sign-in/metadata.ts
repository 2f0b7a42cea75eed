import { personScopes } from '../applications/person-scopes.js';
import { scopesSupported } from '../tokens/scopes.js';

/** RFC 8414: what an OAuth client library needs to know to sign in (D10). */
export interface AuthorizationServerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly device_authorization_endpoint: string;
  readonly revocation_endpoint: string;
  readonly registration_endpoint?: string;
  readonly jwks_uri: string;
  readonly scopes_supported: readonly string[];
  readonly response_types_supported: readonly string[];
  readonly response_modes_supported: readonly string[];
  readonly grant_types_supported: readonly string[];
  readonly token_endpoint_auth_methods_supported: readonly string[];
  readonly revocation_endpoint_auth_methods_supported: readonly string[];
  readonly code_challenge_methods_supported: readonly string[];
  readonly authorization_response_iss_parameter_supported: boolean;
}

/** The metadata as OpenID Connect Discovery 1.0 wants it. */
export const openIdConfiguration = (metadata: AuthorizationServerMetadata) => ({
  ...metadata,
  userinfo_endpoint: `${metadata.issuer}/oauth/userinfo`,
  end_session_endpoint: `${metadata.issuer}/oauth/logout`,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'amr', 'nonce', 'name', 'email'],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});

const AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none'];

/**
 * @param issuer public address of the service, without a trailing slash
 * @param registration whether applications may register themselves
 */
export const authorizationServerMetadata = (issuer: string, registration: boolean): AuthorizationServerMetadata => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  ...(registration ? { registration_endpoint: `${issuer}/oauth/register` } : {}),
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  scopes_supported: personScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
  ],
  token_endpoint_auth_methods_supported: AUTHENTICATION,
  revocation_endpoint_auth_methods_supported: AUTHENTICATION,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** RFC 9728: where the tokens that the interface takes come from. */
export const protectedResource = (issuer: string) => ({
  resource: issuer,
  authorization_servers: [issuer],
  scopes_supported: scopesSupported,
  bearer_methods_supported: ['header'],
  resource_name: 'Millrace',
  resource_documentation: `${issuer}/docs`,
});
