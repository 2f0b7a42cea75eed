/** A request to a provider. */
export interface OutboundInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends one request where the service may go, and follows no redirect.
 *
 * @param allowed host names, addresses and CIDR ranges that may be reached although they are private
 * @throws OutboundError
 */
export type OutboundFetch = (url: string, init: OutboundInit, allowed: readonly string[]) => Promise<Response>;

/** There is no answer. The message is a sentence that names the origin and nothing else of the address. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}
