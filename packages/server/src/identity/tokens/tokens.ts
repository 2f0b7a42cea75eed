import { createHash } from 'node:crypto';
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import { createClientStatuses } from './client-status.js';
import { createKeyEncryption, type KeyEncryption } from './key-encryption.js';
import { splitScope } from './scopes.js';
import { ALGORITHM, createSigningKeys, type SigningKeys } from './signing-keys.js';

/** RFC 9068, section 2.1: tells an access token from any other JWT. */
const TYPE = 'at+jwt';
/** `aud` of every token: the service itself, whatever address a server of it is reached at. */
const AUDIENCE = 'urn:millrace';
const CLOCK_TOLERANCE_SECONDS = 5;
/** Tokens whose signature is known to be good: some 200 bytes each. */
const REMEMBERED = 20_000;

export interface TokensOptions {
  readonly db: Database;
  /**
   * Public address of the service, without a trailing slash: `iss` of its tokens. It is not compared on verification:
   * servers that share the signing keys are one issuer, even where each is reached at an address of its own.
   */
  readonly issuer: string;
  readonly lifetimeSeconds: number;
  /** Of the private keys in the database; by default they are stored as they are. */
  readonly encryption?: KeyEncryption;
  readonly log: Log;
  /** Clock, milliseconds since 1970. */
  readonly now?: () => number;
}

/** Whom a token is for. An empty scope is no bound. */
export interface TokenSubject {
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Issues and verifies access tokens (D10): JWTs as RFC 9068 describes them. */
export interface Tokens {
  readonly lifetimeSeconds: number;
  issue(subject: TokenSubject): Promise<string>;
  /** @throws CatalogueError 1001 for anything but a token of ours that is in force and whose client and user are enabled */
  verify(token: string): Promise<UserPrincipal>;
  /** The JSON Web Key Set that verifies them. */
  jwks(): ReturnType<SigningKeys['jwks']>;
  encryptKeys: SigningKeys['encrypt'];
}

interface Claims extends TokenSubject {
  /** Key that signed it. */
  readonly kid: string;
  /** Milliseconds since 1970, tolerance included. */
  readonly until: number;
}

/**
 * A signature costs 110 us to verify, a hundred times a SHA-256, so the claims of a verified token are kept by its hash
 * until it expires. Whether its client and user are enabled is asked every two seconds (`client-status.ts`).
 */
export function createTokens(options: TokensOptions): Tokens {
  const { issuer, lifetimeSeconds, now = Date.now } = options;
  const encryption = options.encryption ?? createKeyEncryption([]);
  const keys = createSigningKeys({ db: options.db, encryption, log: options.log, now });
  const statuses = createClientStatuses(options.db, now);
  const verified = new LRUCache<string, Claims>({ max: REMEMBERED });

  const claimsOf = async (token: string): Promise<Claims> => {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = verified.get(hash);
    // Withdrawing a key ends its tokens, also those that were verified before.
    if (known !== undefined && known.until > now() && (await keys.verifying(known.kid)) !== undefined) return known;
    const claims = await verifyClaims(token, { keys, now: now() });
    verified.set(hash, claims);
    return claims;
  };

  return {
    lifetimeSeconds,
    jwks: () => keys.jwks(),
    encryptKeys: () => keys.encrypt(),
    async issue(subject) {
      const { kid, key } = await keys.signing();
      const issuedAt = Math.floor(now() / 1000);
      // RFC 9068, section 2.2.3: no scope claim where the token is not bounded.
      const scope = subject.scopes.length === 0 ? {} : { scope: subject.scopes.join(' ') };
      return new SignJWT({ client_id: subject.clientId, ...scope })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(subject.userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(newId())
        .sign(key);
    },
    async verify(token) {
      const { userId, clientId, scopes } = await claimsOf(token);
      const status = await statuses.get(clientId);
      if (status === undefined || status.userId !== userId || status.disabled) {
        throw unauthenticated('The client or user of this access token is disabled or gone.');
      }
      return { kind: 'user', userId, clientId, name: status.name, administrator: status.administrator, scopes };
    },
  };
}

async function verifyClaims(
  token: string,
  context: { readonly keys: SigningKeys; readonly now: number },
): Promise<Claims> {
  const keyOf = async (header: JWTHeaderParameters) => {
    const key = typeof header.kid === 'string' ? await context.keys.verifying(header.kid) : undefined;
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(context.now),
      requiredClaims: ['exp', 'iat', 'sub', 'jti', 'client_id'],
    });
    const { sub, exp, client_id: clientId, scope } = payload;
    const { kid } = protectedHeader;
    if (typeof sub !== 'string' || typeof exp !== 'number' || typeof clientId !== 'string' || kid === undefined) {
      throw new errors.JWTInvalid();
    }
    const scopes = typeof scope === 'string' ? splitScope(scope) : [];
    return { userId: sub, clientId, scopes, kid, until: (exp + CLOCK_TOLERANCE_SECONDS) * 1000 };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw unauthenticated('The access token has expired. Sign in again.', error);
    }
    if (error instanceof errors.JOSEError) {
      throw unauthenticated('The access token is not valid. Sign in again.', error);
    }
    throw error;
  }
}
