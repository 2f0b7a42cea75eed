import { decodeProtectedHeader, errors, type JWTPayload } from 'jose';
import { OutboundError } from './outbound-fetch.js';
import type { IdentityProvider } from './providers/provider.js';
import { CLOCK_SKEW, type RelyingParty } from './relying-party.js';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is for now; what is older is a replay. Seconds. */
const MAXIMUM_AGE = 600;

/** What a provider asks to end: one session of its own, or all of a person. */
export interface LogoutFacts {
  readonly sid: string | undefined;
  readonly subject: string | undefined;
  readonly jti: string;
  /** A token with this `jti` cannot be valid any more. */
  readonly forgetAfter: Date;
}

/** The token is not one to act on. The message is for the operator of the provider. */
export class LogoutTokenError extends Error {
  override readonly name = 'LogoutTokenError';
}

/**
 * Verifies a logout token by section 2.6: signature, issuer, audience, times, event, no nonce, a session or a person.
 *
 * @throws LogoutTokenError for a token that must not be acted on; OutboundError and others when the keys cannot be fetched
 */
export async function verifyLogoutToken(
  party: RelyingParty,
  provider: IdentityProvider,
  token: string,
  now: number,
): Promise<LogoutFacts> {
  refuseOtherType(token);
  let claims: JWTPayload;
  try {
    claims = await party.verify(provider, token, {
      requiredClaims: ['iss', 'aud', 'iat', 'jti', 'events'],
      maxTokenAge: MAXIMUM_AGE,
      currentDate: new Date(now),
    });
  } catch (error) {
    if (error instanceof OutboundError || !(error instanceof errors.JOSEError)) throw error;
    throw new LogoutTokenError(`The logout token is not valid: ${error.message}.`, { cause: error });
  }
  const { sid, sub: subject, jti, nonce, events, iat = 0 } = claims;
  if (nonce !== undefined) throw new LogoutTokenError('The logout token has a nonce, as only an ID token may.');
  const event: unknown = isRecord(events) ? events[EVENT] : undefined;
  if (!isRecord(event)) throw new LogoutTokenError(`The logout token lacks the event "${EVENT}".`);
  const session = idOf(sid, 'sid');
  if (session === undefined && subject === undefined)
    throw new LogoutTokenError('The logout token has neither sid nor sub.');
  const id = idOf(jti, 'jti');
  if (id === undefined) throw new LogoutTokenError('The jti of the logout token is empty.');
  return {
    sid: session,
    subject: idOf(subject, 'sub'),
    jti: id,
    forgetAfter: new Date((iat + MAXIMUM_AGE + 2 * CLOCK_SKEW) * 1000),
  };
}

/** `typ` is recommended and not required; a token of a known other type is not taken for this one. */
function refuseOtherType(token: string): void {
  let type: string | undefined;
  try {
    type = decodeProtectedHeader(token).typ;
  } catch (error) {
    throw new LogoutTokenError('logout_token is not a signed JSON Web Token.', { cause: error });
  }
  if (type !== undefined && !['logout+jwt', 'application/logout+jwt', 'jwt'].includes(type.toLowerCase())) {
    throw new LogoutTokenError('The type of the token is not logout+jwt.');
  }
}

function idOf(value: unknown, member: string): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= 1024 && !value.includes('\0')) return value;
  throw new LogoutTokenError(`The ${member} of the logout token is not a text of at most 1024 characters.`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
