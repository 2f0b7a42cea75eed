import type { TokenProvider } from '../arguments/options.js';
import { abandonable } from './time.js';

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

const MAX_RENEWAL_MARGIN_MS = 60_000;
/** Between two renewals of a token that is still good, so that callers do not bring about a sign-in each while it fails. */
const MAX_RENEWAL_PAUSE_MS = 5000;

interface Kept {
  readonly token: string;
  /** From here on a caller brings about a renewal, and goes on with the token. */
  readonly renewAt: number;
  readonly expiresAt: number;
}

/**
 * Tokens by signing in. A token is renewed a tenth of its lifetime, at most a minute, before it expires; until then callers go
 * on with it and nobody waits. There is one sign-in at a time, shared by all who have to wait. Lifetimes are counted by this
 * machine's clock from when the token was asked for, so that the service's clock does not matter.
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
    // While it fails the token is still good; should it go on failing, those who come after its end are told why.
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
      // Only the current token: of many callers that were refused the same one, the first brings about a sign-in.
      if (kept?.token === token) kept = undefined;
      return true;
    },
  };
}

/**
 * Tokens from outside: a fixed one, which cannot be renewed, or whatever the provider gives. Callers that ask at the same
 * time share one call of the provider.
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
      // What was asked for before may be the token that is refused.
      asked = undefined;
      return true;
    },
  };
}
