import type { CredentialFacts, SignIn, UserPrincipal } from './caller.js';

/** Who sends a request, and how they have signed in. */
export interface Authenticated extends SignIn {
  readonly principal: UserPrincipal;
}

/** Who holds a credential that is known by its facts alone, for example that of a ticket. */
export interface CredentialHolder extends CredentialFacts {
  readonly userId: string;
  /** Null: of a session or a personal token. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
}

/** Tells who a request is from. Every method throws CatalogueError 1001 when the credential is not in force. */
export interface Authentication {
  /** @param token what stands behind `Bearer` */
  bearer(token: string): Promise<Authenticated>;
  /**
   * @param secret what the session cookie holds
   * @param whileEnrolling whether a session counts whose person must set up a second factor first; default false
   */
  session(secret: string, whileEnrolling?: boolean): Promise<Authenticated>;
  holder(holder: CredentialHolder): Promise<Authenticated>;
}
