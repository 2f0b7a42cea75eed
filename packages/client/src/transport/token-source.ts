import type { TokenProvider } from '../arguments/options.js';
import { abandonable } from './time.js';

/** Where a client's tokens come from. */
export interface TokenSource {
  get(signal: AbortSignal | undefined): Promise<string>;
  /** Reports that the service rejected the token. Returns whether another token can be obtained. */
  reject(token: string): boolean;
}

/** The token of a sign-in (D10). */
export interface GrantedToken {
  readonly access_token: string;
  /** Lifetime in seconds. */
  readonly expires_in: number;
}

const MAX_RENEWAL_MARGIN_MS = 60_000;
/** Longest pause after a failed renewal of a token that is still valid, so that not every call causes a sign-in. */
const MAX_RENEWAL_PAUSE_MS = 5000;

interface Kept {
  readonly token: string;
  /** From this time on a call starts a renewal and still uses this token. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/**
 * Tokens by signing in. A token is renewed a tenth of its lifetime, at most a minute, before it expires; until then calls
 * use it without waiting. There is one sign-in at a time, shared by all calls that wait for it. Lifetimes are measured by the
 * local clock from the time of the request, so the clock of the service does not matter.
 */
export function signInTokens(signIn: () => Promise<GrantedToken>, now: () => number = Date.now): TokenSource {
  let kept: Kept | undefined;
  let renewal: Promise<string> | undefined;
  const renew = async () => {
    const asked = now();
    const { access_token: token, expires_in: seconds } = await signIn();
    const lifetime = seconds * 1000;
    const expiresAt = asked + lifetime;
    kept = { token, renewAt: expiresAt - Math.min(MAX_RENEWAL_MARGIN_MS, lifetime / 10), expiresAt };
    return token;
  };
  const shared = () => {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
  const renewInTime = ({ token, expiresAt }: Kept) => {
    // The token is still valid, so the failure is ignored. Calls after its expiry sign in again and get the error.
    shared().catch(() => {
      if (kept?.token !== token) return;
      const pause = Math.min(MAX_RENEWAL_PAUSE_MS, (expiresAt - now()) / 4);
      kept = { token, expiresAt, renewAt: now() + pause };
    });
  };
  return {
    async get(signal) {
      const current = kept;
      if (!current || now() >= current.expiresAt) return abandonable(shared(), signal);
      if (now() >= current.renewAt && !renewal) renewInTime(current);
      return current.token;
    },
    reject(token) {
      // Only the current token is dropped, so calls whose same token was rejected share one sign-in.
      if (kept?.token === token) kept = undefined;
      return true;
    },
  };
}

/**
 * Tokens from outside: a fixed one, which cannot be renewed, or those of a provider. Concurrent calls share one call
 * of the provider.
 */
export function givenTokens(token: string | TokenProvider): TokenSource {
  if (typeof token === 'string') return { get: async () => token, reject: () => false };
  let rejected: string | undefined;
  let asked: Promise<string> | undefined;
  const ask = () => {
    const asking = Promise.resolve(token({ rejected })).finally(() => {
      if (asked === asking) asked = undefined;
    });
    asked = asking;
    return asking;
  };
  return {
    get: async (signal) => abandonable(asked ?? ask(), signal),
    reject(refused) {
      if (rejected === refused) return true;
      rejected = refused;
      // A request that started earlier may return the rejected token.
      asked = undefined;
      return true;
    },
  };
}
