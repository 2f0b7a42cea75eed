import { createHash } from 'node:crypto';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { isUuid, newId } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { CredentialFacts, UserPrincipal } from '../../use-case/caller.js';
import type { TokenGeneration } from '../records/client-queries.js';
import { isClientId } from '../secrets/client-id.js';
import { grantClientId } from '../secrets/grant-client.js';
import { createClientStatuses } from './client-status.js';
import { createIssuers, type Issuers } from './issuers.js';
import { createKeyEncryption, type KeyEncryption } from './key-encryption.js';
import { splitScope } from './scopes.js';
import { ALGORITHM, createSigningKeys, type SigningKeys } from './signing-keys.js';

/** RFC 9068, section 2.1: tells an access token from any other JWT. */
const TYPE = 'at+jwt';
/** Not that of access tokens: an ID token is never taken for one, and the other way round. */
const ID_TOKEN_TYPE = 'JWT';
/** `aud` of every token: the service itself, whatever address a server of it is reached at. */
const AUDIENCE = 'urn:millrace';
const CLOCK_TOLERANCE_SECONDS = 5;
/** Tokens whose signature is known to be good: some 200 bytes each. */
const REMEMBERED = 20_000;

export interface TokensOptions {
  readonly db: Database;
  /** Public address of the service, without a trailing slash: `iss` of its tokens; see `issuers.ts`. */
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
  /** What an application holds for a person; its tokens stand for this and not for a client. */
  readonly grantId?: string | undefined;
  /** Of the client and its user when the secret was checked; default the first. */
  readonly generation?: TokenGeneration | undefined;
}

/** What a token says besides whom it stands for. */
export type TokenFacts = Pick<CredentialFacts, 'expiresAt' | 'generation'>;

/** Issues and verifies access tokens (D10): JWTs as RFC 9068 describes them. */
export interface Tokens {
  readonly lifetimeSeconds: number;
  issue(subject: TokenSubject): Promise<string>;
  /** @throws CatalogueError 1001 for anything but a token of ours that is in force and whose client and user are enabled */
  verify(token: string): Promise<UserPrincipal>;
  /** What a token that was verified says of its end. @throws CatalogueError 1001 as `verify` */
  inspect(token: string): Promise<TokenFacts>;
  /** The principal of a token that is known by its facts alone. @throws CatalogueError 1001 as `verify` */
  verifyFacts(facts: TokenSubject & TokenFacts): Promise<UserPrincipal>;
  /** An ID token of OpenID Connect with these claims. */
  signIdToken(claims: JWTPayload): Promise<string>;
  /**
   * Whom an ID token of ours is about and for, also when it has expired: applications give it back to say whom they sign out.
   * Undefined for anything else.
   */
  readIdToken(token: string): Promise<{ readonly userId: string; readonly applicationId: string } | undefined>;
  /** The JSON Web Key Set that verifies them. */
  jwks(): ReturnType<SigningKeys['jwks']>;
  encryptKeys: SigningKeys['encrypt'];
}

interface Claims extends Omit<TokenSubject, 'generation' | 'grantId'> {
  readonly generation: TokenGeneration;
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
  const issuers = createIssuers(options.db, issuer, now);
  const verified = new LRUCache<string, Claims>({ max: REMEMBERED });

  const claimsOf = async (token: string): Promise<Claims> => {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = verified.get(hash);
    // Withdrawing a key ends its tokens, also those that were verified before.
    if (known !== undefined && known.until > now() && (await keys.verifying(known.kid)) !== undefined) return known;
    const claims = await verifyClaims(token, { keys, issuers, now: now() });
    verified.set(hash, claims);
    return claims;
  };

  const principalOf = async ({
    userId,
    clientId,
    scopes,
    generation,
  }: TokenSubject & Pick<Claims, 'generation'>): Promise<UserPrincipal> => {
    const kept = await statuses.get(clientId);
    // Signed in again since it was asked for.
    const isNewer = kept !== undefined && isAfter(generation, kept.generation);
    const status = isNewer ? await statuses.refresh(clientId) : kept;
    if (status === undefined || status.userId !== userId || status.disabled) {
      throw unauthenticated('The client or user of this access token is disabled or gone.');
    }
    if (generation.client !== status.generation.client || generation.user !== status.generation.user) {
      throw unauthenticated('The access token was revoked. Sign in again.');
    }
    const { name, administrator, clientIds } = status;
    return { kind: 'user', userId, clientId, ...(clientIds && { clientIds }), name, administrator, scopes };
  };

  return {
    lifetimeSeconds,
    jwks: () => keys.jwks(),
    encryptKeys: () => keys.encrypt(),
    async issue(subject) {
      await issuers.announce();
      const { kid, key } = await keys.signing();
      const issuedAt = Math.floor(now() / 1000);
      // RFC 9068, section 2.2.3: no scope claim where the token is not bounded.
      const scope = subject.scopes.length === 0 ? {} : { scope: subject.scopes.join(' ') };
      const grant = subject.grantId === undefined ? {} : { grant_id: subject.grantId };
      const generation = generationClaims(subject.generation ?? FIRST);
      return new SignJWT({ client_id: subject.clientId, ...grant, ...scope, ...generation })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(subject.userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .setJti(newId())
        .sign(key);
    },
    async signIdToken(claims) {
      await issuers.announce();
      const { kid, key } = await keys.signing();
      return new SignJWT({ ...claims, iss: issuer })
        .setProtectedHeader({ alg: ALGORITHM, typ: ID_TOKEN_TYPE, kid })
        .sign(key);
    },
    async readIdToken(token) {
      const kid = keyIdOf(token);
      const key = kid === undefined ? undefined : await keys.verifying(kid);
      if (key === undefined) return undefined;
      const claims = await verifiedIdToken(token, key);
      if (claims === undefined || !(await issuers.isKnown(claims.iss ?? ''))) return undefined;
      const { sub, aud } = claims;
      return sub === undefined || typeof aud !== 'string' ? undefined : { userId: sub, applicationId: aud };
    },
    verify: async (token) => principalOf(await claimsOf(token)),
    async inspect(token) {
      const { until, generation } = await claimsOf(token);
      return { expiresAt: until, generation };
    },
    async verifyFacts(facts) {
      if (facts.expiresAt <= now()) throw unauthenticated('The access token has expired. Sign in again.');
      return principalOf(facts);
    },
  };
}

interface VerifyContext {
  readonly keys: SigningKeys;
  readonly issuers: Issuers;
  readonly now: number;
}

/** What a token says, once everything in it is as {@link Tokens.issue} makes it. Only then is the database asked for it. */
async function verifyClaims(token: string, { keys, issuers, now }: VerifyContext): Promise<Claims> {
  const kid = keyIdOf(token);
  const key = kid === undefined ? undefined : await keys.verifying(kid);
  if (kid === undefined || key === undefined) throw invalidToken();
  const payload = await payloadOf(token, key, now);
  const { iss, sub, exp = 0, iat = 0, jti, client_id: clientId } = payload;
  const wellFormed =
    typeof clientId === 'string' && isClientId(clientId) && sub !== undefined && isUuid(sub) && typeof jti === 'string';
  const scopes = scopesOf(payload.scope);
  const generation = generationOf(payload);
  const { grant_id: grantId } = payload;
  if (grantId !== undefined && (typeof grantId !== 'string' || !isUuid(grantId))) throw invalidToken();
  if (!wellFormed || scopes === undefined || generation === undefined) throw invalidToken();
  if (iat * 1000 > now + CLOCK_TOLERANCE_SECONDS * 1000) throw invalidToken();
  if (iss === undefined || !(await issuers.isKnown(iss))) throw invalidToken();
  const holder = grantId === undefined ? clientId : grantClientId(grantId);
  return { userId: sub, clientId: holder, scopes, generation, kid, until: (exp + CLOCK_TOLERANCE_SECONDS) * 1000 };
}

function keyIdOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    // Not a JWT: the caller says so.
    return undefined;
  }
}

async function payloadOf(token: string, key: Parameters<typeof jwtVerify>[1], now: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      audience: AUDIENCE,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ['iss', 'exp', 'iat', 'sub', 'jti', 'client_id'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw unauthenticated('The access token has expired. Sign in again.', error);
    }
    // Nothing but the token is looked at here, so whatever is wrong is wrong with it.
    throw invalidToken(error);
  }
}

/** Undefined for a token that this key has not signed, or that is no ID token. */
async function verifiedIdToken(token: string, key: Parameters<typeof jwtVerify>[1]): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: ID_TOKEN_TYPE,
      // Its end does not count.
      clockTolerance: Number.MAX_SAFE_INTEGER,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

const invalidToken = (cause?: unknown): CatalogueError =>
  unauthenticated('The access token is not valid. Sign in again.', cause);

/** Without the claim a token is not bounded (RFC 9068); a claim that names no scope would be mistaken for that. */
function scopesOf(scope: unknown): readonly string[] | undefined {
  if (scope === undefined) return [];
  const scopes = typeof scope === 'string' ? splitScope(scope) : [];
  return scopes.length === 0 ? undefined : scopes;
}

const FIRST: TokenGeneration = Object.freeze({ client: 0, user: 0 });

/** The first generation is not written down. */
const generationClaims = ({ client, user }: TokenGeneration): JWTPayload => ({
  ...(client === 0 ? {} : { client_generation: client }),
  ...(user === 0 ? {} : { user_generation: user }),
});

function generationOf({ client_generation: client = 0, user_generation: user = 0 }: JWTPayload) {
  return isGeneration(client) && isGeneration(user) ? { client, user } : undefined;
}

const isGeneration = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isAfter = (one: TokenGeneration, other: TokenGeneration): boolean =>
  one.client > other.client || one.user > other.user;
