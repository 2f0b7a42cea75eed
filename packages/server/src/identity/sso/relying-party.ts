import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyOptions, customFetch as joseFetch, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Configuration, ServerMetadata } from 'openid-client';
import { identityProviderFailed } from '../../kernel/errors/sign-in-errors.js';
import { loadOnce } from '../../kernel/load-once.js';
import { explainFailure } from './explain-failure.js';
import type { OutboundFetch } from './outbound-fetch.js';
import type { Claims } from './person-claims.js';
import { type IdentityProvider, isLoopback } from './providers/provider.js';

/** Signatures that only the provider can make: a secret of the client signs nothing, and `none` is no signature. */
export const ASYMMETRIC = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** How far the clocks of the two sides may differ; seconds. */
export const CLOCK_SKEW = 60;

const DISCOVERY_MS = 600_000;
const KEYS_MS = 600_000;
const TIMEOUT_S = 10;
const AUTH_TIME = JSON.stringify({ id_token: { auth_time: { essential: true } } });

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Seconds: the person has to have signed in there so recently; 0 asks for it now. */
  readonly maxAge?: number;
  readonly loginHint?: string;
}

/** What a provider says of a sign-in, verified. */
export interface Identification {
  readonly subject: string;
  readonly claims: Claims;
  readonly idToken: string;
  /** The provider's session, for back-channel logout. */
  readonly sid: string | undefined;
  /** When the person signed in there; undefined when the provider does not say. */
  readonly authenticatedAt: Date | undefined;
  readonly amr: readonly string[];
  /** Where RP-initiated logout goes. */
  readonly endSessionEndpoint: string | undefined;
}

export interface RelyingPartyOptions {
  readonly fetch: OutboundFetch;
  /** Private hosts, addresses and ranges that any provider may be reached at. */
  readonly privateHosts: readonly string[];
  /** Keys that are not known are fetched so often at most; milliseconds. Default 10 s. */
  readonly keysCooldownMs?: number;
}

/** This service as a client of identity providers. All failures are CatalogueErrors that name the provider. */
export interface RelyingParty {
  /** Reads the discovery document; throws for one that cannot be used. */
  check(provider: IdentityProvider): Promise<void>;
  authorizationUrl(provider: IdentityProvider, request: AuthorizationRequest): Promise<URL>;
  /** @param callback the address that the provider sent the browser to, with its parameters */
  redeem(
    provider: IdentityProvider,
    callback: URL,
    checks: Pick<AuthorizationRequest, 'state' | 'nonce' | 'codeVerifier' | 'maxAge'>,
  ): Promise<Identification>;
  /** Verifies signature, issuer, audience and times of a token of the provider. @throws errors of jose */
  verify(provider: IdentityProvider, token: string, options: JWTVerifyOptions): Promise<JWTPayload>;
}

/** Loaded on first use: a server without providers does not need it. */
const library = () => import('openid-client');

interface Party {
  readonly configuration: Configuration;
  readonly metadata: ServerMetadata;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Keeps the discovery document and the keys of each provider for ten minutes. */
export function createRelyingParty(options: RelyingPartyOptions): RelyingParty {
  const parties = new LRUCache<string, Promise<Party>>({ max: 100, ttl: DISCOVERY_MS });
  const party = (provider: IdentityProvider): Promise<Party> =>
    loadOnce(parties, keyOf(provider), () => discover(provider, options));
  const explained = async <T>(provider: IdentityProvider, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explainFailure(error, provider);
    }
  };
  const verify = async (provider: IdentityProvider, { keys }: Party, token: string, more: JWTVerifyOptions) => {
    const { issuer, clientId: audience } = provider;
    const rules = { algorithms: ASYMMETRIC, issuer, audience, clockTolerance: CLOCK_SKEW, ...more };
    return (await jwtVerify(token, keys, rules)).payload;
  };
  return {
    check: (provider) => explained(provider, async () => void (await discover(provider, options))),
    authorizationUrl: (provider, request) =>
      explained(provider, async () => {
        const { configuration, metadata } = await party(provider);
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
        return buildAuthorizationUrl(configuration, {
          redirect_uri: request.redirectUri,
          scope: ['openid', 'email', 'profile', ...provider.scopes].join(' '),
          state: request.state,
          nonce: request.nonce,
          code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
          code_challenge_method: 'S256',
          // When the person signed in there decides what a step-up asks for; only some providers say so unasked.
          ...(metadata.claims_parameter_supported === true ? { claims: AUTH_TIME } : {}),
          ...(request.maxAge === undefined ? {} : { max_age: String(request.maxAge) }),
          ...(request.maxAge === 0 ? { prompt: 'login' } : {}),
          ...(request.loginHint === undefined ? {} : { login_hint: request.loginHint }),
        });
      }),
    redeem: (provider, callback, { state, nonce, codeVerifier, maxAge }) =>
      explained(provider, async () => {
        const { authorizationCodeGrant } = await library();
        const known = await party(provider);
        const tokens = await authorizationCodeGrant(known.configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          ...(maxAge === undefined ? {} : { maxAge }),
        });
        const idToken = tokens.id_token ?? '';
        // openid-client trusts the connection to the token endpoint; the signature says it once more.
        const claims = await verify(provider, known, idToken, { requiredClaims: ['sub', 'iat', 'exp', 'nonce'] });
        const completed = await complete(provider, known, claims, tokens.access_token);
        return identification(claims, completed, idToken, known.metadata);
      }),
    verify: async (provider, token, rules) => verify(provider, await party(provider), token, rules),
  };
}

/** A change of a provider is another entry, so that all servers follow at their next use. */
const keyOf = ({ id, issuer, clientId, clientSecret = '' }: IdentityProvider): string =>
  createHash('sha256')
    .update(JSON.stringify([id, issuer, clientId, clientSecret]))
    .digest('base64url');

async function discover(provider: IdentityProvider, options: RelyingPartyOptions): Promise<Party> {
  const { discovery, allowInsecureRequests, clockTolerance, customFetch, ClientSecretBasic, ClientSecretPost, None } =
    await library();
  const issuer = new URL(provider.issuer);
  const allowed = provider.source === 'settings' ? [...options.privateHosts, hostOf(issuer)] : options.privateHosts;
  const send = (url: string, init: FetchInit): Promise<Response> =>
    options.fetch(
      url,
      {
        method: init.method ?? 'GET',
        headers: headersOf(init.headers),
        body: init.body === undefined || init.body === null ? undefined : String(init.body),
        signal: init.signal ?? AbortSignal.timeout(TIMEOUT_S * 1000),
      },
      allowed,
    );
  const secret = provider.clientSecret;
  const [basic, post] = secret === undefined ? [None(), None()] : [ClientSecretBasic(secret), ClientSecretPost(secret)];
  const configuration = await discovery(
    issuer,
    provider.clientId,
    { [clockTolerance]: CLOCK_SKEW },
    // Servers disagree on how Basic credentials are escaped, so the form is used wherever it is offered.
    (as, ...rest) =>
      (as.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true ? post : basic)(as, ...rest),
    {
      timeout: TIMEOUT_S,
      [customFetch]: send,
      ...(issuer.protocol === 'http:' && isLoopback(issuer) ? { execute: [allowInsecureRequests] } : {}),
    },
  );
  const metadata = configuration.serverMetadata();
  // openid-client lets Entra ID answer for any tenant; tokens of another tenant are of other people.
  if (metadata.issuer !== provider.issuer) {
    throw identityProviderFailed(
      `${provider.name} names its issuer "${metadata.issuer.slice(0, 300)}", and this service knows it as "${provider.issuer}". The operator must enter exactly that name; for Entra ID the address with the id of the tenant.`,
    );
  }
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
    (name) => metadata[name] === undefined,
  );
  if (missing.length > 0 || metadata.jwks_uri === undefined) {
    throw identityProviderFailed(
      `The discovery document of ${provider.name} lacks ${missing.join(', ')}. The operator must check the issuer.`,
    );
  }
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    [joseFetch]: send as typeof fetch,
    cooldownDuration: options.keysCooldownMs ?? 10_000,
    cacheMaxAge: KEYS_MS,
    timeoutDuration: TIMEOUT_S * 1000,
  });
  return { configuration, metadata, keys };
}

interface FetchInit {
  readonly method?: string;
  readonly headers?: Headers | Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** openid-client gives an object, jose `Headers`. */
const headersOf = (headers: FetchInit['headers']): Record<string, string> =>
  headers instanceof Headers ? Object.fromEntries(headers) : { ...headers };

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Providers may leave address and groups out of the ID token and give them at the userinfo endpoint. */
async function complete(
  provider: IdentityProvider,
  { configuration, metadata }: Party,
  claims: JWTPayload,
  accessToken: string,
): Promise<Claims> {
  const isComplete =
    claims.email !== undefined && (provider.groupsClaim === undefined || claims[provider.groupsClaim] !== undefined);
  if (isComplete || metadata.userinfo_endpoint === undefined || typeof claims.sub !== 'string') return claims;
  const { fetchUserInfo } = await library();
  return { ...(await fetchUserInfo(configuration, accessToken, claims.sub)), ...claims };
}

function identification(
  claims: JWTPayload,
  completed: Claims,
  idToken: string,
  metadata: ServerMetadata,
): Identification {
  const { sub = '', sid, auth_time: authTime, amr } = claims;
  return {
    subject: sub,
    claims: completed,
    idToken,
    sid: typeof sid === 'string' && sid.length <= 1024 ? sid : undefined,
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
    amr: Array.isArray(amr) ? amr.filter((one) => typeof one === 'string' && one.length <= 64).slice(0, 10) : [],
    endSessionEndpoint: metadata.end_session_endpoint,
  };
}
