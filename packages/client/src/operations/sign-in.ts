// Generated from packages/contract by `npm run generate`; do not edit.
import type { IdentityUser, Session } from './models.js';

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

/** The request of getMe: show who is signed in. */
export interface GetMeRequest {
  /** Return only this one of the sub-projects. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
}

/** The answer of getMe: show who is signed in. */
export interface GetMeResponse {
  /** A user of the installation. */
  readonly user: IdentityUser;
  /** Whether the user is an administrator of the installation. */
  readonly administrator: boolean;
  /** What the request was authenticated with: session, clientToken or personalToken. */
  readonly credential: string;
  /** The scopes that limit the credential; empty: none do. */
  readonly scopes: readonly string[];
  /** The session of the browser; null for tokens. */
  readonly session: Session | null;
}

/** The request of signIn: sign in with a password. */
export interface SignInRequest {
  /** E-mail address of the person. From 1 to 254 characters. */
  readonly email: string;
  /** Password of the person. From 1 to 1024 characters. */
  readonly password: string;
  /** true keeps the person signed in when the browser is closed, for 14 days at most. Default false: 12 hours at most. */
  readonly remember?: boolean | undefined;
}

/** The answer of signIn: sign in with a password. */
export interface SignInResponse {
  /** signedIn: the answer has set the session cookie. */
  readonly status: 'signedIn';
  /** Id of the user. */
  readonly userId: string;
  /** A session of a browser. */
  readonly session: Session;
}

/** The request of signOut: sign out. */
export interface SignOutRequest {
  /** true ends all sessions of the person, on every device. Default false. */
  readonly everywhere?: boolean | undefined;
}

/** The answer of signOut: sign out. */
export interface SignOutResponse {
  /** signedOut. */
  readonly status: 'signedOut';
}
