/** The person of a browser session, as the authorization server needs it. */
export interface SignedInPerson {
  readonly userId: string;
  readonly name: string;
  /** Another one after every sign-in. */
  readonly sessionId: string;
  /** When the person last proved who they are; milliseconds since 1970. */
  readonly authenticatedAt: number;
  /** Factors that were used (RFC 8176). */
  readonly amr: readonly string[];
}
