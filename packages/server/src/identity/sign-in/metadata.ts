import { operations } from '@millrace/contract';
import { scopesSupported } from '../tokens/scopes.js';

/** RFC 8414: what an OAuth client library needs to know to sign in (D10). */
export interface AuthorizationServerMetadata {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly scopes_supported: readonly string[];
  readonly response_types_supported: readonly string[];
  readonly grant_types_supported: readonly string[];
  readonly token_endpoint_auth_methods_supported: readonly string[];
}

/**
 * The metadata as OpenID Connect Discovery 1.0 wants it. Programs that verify access tokens look for the issuer and the keys
 * there. The server issues no ID tokens, so it names no algorithm for them.
 */
export const openIdConfiguration = (metadata: AuthorizationServerMetadata) => ({
  ...metadata,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [],
});

/** @param issuer public address of the service, without a trailing slash */
export const authorizationServerMetadata = (issuer: string): AuthorizationServerMetadata => ({
  issuer,
  token_endpoint: `${issuer}${operations.userLogin.path}`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  scopes_supported: scopesSupported,
  // There is no authorization endpoint.
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
});
