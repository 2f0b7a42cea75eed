import { abandonable } from './time.js';

/**
 * Gives the bearer token of a request; it is asked for every attempt, so it should keep its token. `rejected` is the token
 * that the service has just refused (1001), if it did.
 */
export type TokenProvider = (context: { readonly rejected: string | undefined }) => string | Promise<string>;

/** Where a client's tokens come from. */
export interface TokenSource {
  get(signal: AbortSignal | undefined): Promise<string>;
  /** Takes note that the service refused the token; whether asking again can give another one. */
  reject(token: string): boolean;
}

/** The token a sign-in answered with (D10). */
export interface GrantedToken {
  readonly access_token: string;
  /** Lifetime in seconds. */
  readonly expires_in: number;
}

const longestMarginMs = 60_000;

interface Kept {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/**
 * Tokens by signing in. A token is renewed a tenth of its lifetime, at most a minute, before it expires. There is one
 * sign-in at a time, shared by all who wait; while it fails, a token that has not expired is still good.
 */
export function signInTokens(signIn: () => Promise<GrantedToken>, now: () => number = Date.now): TokenSource {
  let kept: Kept | undefined;
  let renewal: Promise<string> | undefined;
  const renew = async () => {
    const asked = now();
    try {
      const { access_token: token, expires_in: seconds } = await signIn();
      const lifetime = seconds * 1000;
      const expiresAt = asked + lifetime;
      kept = { token, renewAt: expiresAt - Math.min(longestMarginMs, lifetime / 10), expiresAt };
      return token;
    } catch (error) {
      if (kept && now() < kept.expiresAt) return kept.token;
      throw error;
    } finally {
      renewal = undefined;
    }
  };
  return {
    async get(signal) {
      if (kept && now() < kept.renewAt) return kept.token;
      renewal ??= renew();
      return abandonable(renewal, signal);
    },
    reject(token) {
      // Only the current token: of many callers that were refused the same one, the first brings about a sign-in.
      if (kept?.token === token) kept = undefined;
      return true;
    },
  };
}

/** Tokens from outside: a fixed one, which cannot be renewed, or whatever the provider gives. */
export function givenTokens(token: string | TokenProvider): TokenSource {
  if (typeof token === 'string') return { get: async () => token, reject: () => false };
  let rejected: string | undefined;
  return {
    get: async (signal) => abandonable(Promise.resolve(token({ rejected })), signal),
    reject(refused) {
      rejected = refused;
      return true;
    },
  };
}
