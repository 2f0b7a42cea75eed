// Generated from packages/contract by `npm run generate`; do not edit.

/** The request of userLogin: sign in. */
export interface UserLoginRequest {
  /** Id of the client. From 1 to 256 characters. */
  readonly client_id: string;
  /** Secret of the client. From 1 to 1024 characters. */
  readonly client_secret: string;
  /** "client_credentials" when it is given. At most 64 characters. */
  readonly grant_type?: string | undefined;
  /** Space-separated scopes to restrict the token to. Default: all scopes of the client. At most 1024 characters. */
  readonly scope?: string | undefined;
}

/** The answer of userLogin: sign in. */
export interface UserLoginResponse {
  /** Send it as Authorization: Bearer <access_token>. */
  readonly access_token: string;
  /** Kind of token. */
  readonly token_type: 'Bearer';
  /** Lifetime of the token in seconds. */
  readonly expires_in: number;
  /** Space-separated scopes of the token. */
  readonly scope: string;
}
