import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { identityProviderFailed, singleSignOnRefused } from '../../kernel/errors/sign-in-errors.js';
import { OutboundError } from './outbound-fetch.js';
import type { IdentityProvider } from './providers/provider.js';

const OTHER_WAY = 'Try again later, or sign in another way.';
const START_AGAIN = 'Start the sign-in again.';

/**
 * What went wrong between this service and a provider, for the person at the browser: who, what, and what to do. Texts that
 * the provider sent are quoted in parts that cannot be long.
 */
export function explainFailure(error: unknown, { name }: Pick<IdentityProvider, 'name'>): CatalogueError {
  if (error instanceof CatalogueError) return error;
  const chain = chainOf(error);
  const unreachable = chain.find((one) => one instanceof OutboundError);
  if (unreachable !== undefined) {
    return identityProviderFailed(`${name} did not answer: ${unreachable.message} ${OTHER_WAY}`, error);
  }
  for (const one of chain) {
    const { code } = one as { readonly code?: unknown };
    const explain = typeof code === 'string' && Object.hasOwn(explanations, code) ? explanations[code] : undefined;
    const explained = explain?.(name, one, error);
    if (explained !== undefined) return explained;
  }
  return identityProviderFailed(
    `${name} answered in a way that this service does not understand. The operator finds the reason in the log.`,
    error,
  );
}

type Explain = (name: string, at: object, error: unknown) => CatalogueError | undefined;

const refusing =
  (text: string): Explain =>
  (name, _at, error) =>
    singleSignOnRefused(`The answer of ${name} was refused: ${text}`, error);

const badAnswer =
  (text: string): Explain =>
  (name, _at, error) =>
    identityProviderFailed(`${name} ${text} ${OTHER_WAY}`, error);

/** By the codes of openid-client and jose. */
const explanations: Readonly<Record<string, Explain>> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: (name, at, error) =>
    singleSignOnRefused(`${name} refused the sign-in: ${quoted(at)}. ${START_AGAIN}`, error),
  OAUTH_RESPONSE_BODY_ERROR: (name, at, error) => {
    const { error: said } = at as { readonly error?: unknown };
    if (said === 'invalid_client' || said === 'unauthorized_client') {
      return identityProviderFailed(
        `${name} does not accept the client id or the secret of this service. The operator must correct them.`,
        error,
      );
    }
    return singleSignOnRefused(
      said === 'invalid_grant'
        ? `${name} does not accept the code of this sign-in: it was used before, or is too old. ${START_AGAIN}`
        : `${name} refused the sign-in: ${quoted(at)}. ${START_AGAIN}`,
      error,
    );
  },
  OAUTH_INVALID_RESPONSE: (name, at, error) =>
    /"iss"/.test(messageOf(at))
      ? singleSignOnRefused(
          `The answer was refused: it says that it comes from another provider than ${name}, where the sign-in began. ${START_AGAIN} ` +
            'If this happens again, tell the operator.',
          error,
        )
      : undefined,
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: (name, at, error) => {
    const claim = claimOf(at);
    return singleSignOnRefused(
      `The answer of ${name} was refused: ${claim === undefined ? 'a claim' : `the claim "${claim}"`} of the ID token is not what this sign-in asked for. ${START_AGAIN}`,
      error,
    );
  },
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: refusing(
    'its ID token has expired, is not valid yet, or says that you last signed in there too long ago. Sign in there again; if that does not help, the clocks of the two services differ.',
  ),
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: (name, _at, error) =>
    identityProviderFailed(
      `${name} names another issuer in its discovery document than this service knows. The operator must enter the issuer exactly as the document has it.`,
      error,
    ),
  OAUTH_TIMEOUT: badAnswer('did not answer in time.'),
  OAUTH_RESPONSE_IS_NOT_CONFORM: badAnswer('answered with an unexpected status.'),
  OAUTH_RESPONSE_IS_NOT_JSON: badAnswer('answered with something that is not JSON.'),
  OAUTH_PARSE_ERROR: badAnswer('answered with something that is not JSON.'),
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: refusing(`the signature of its ID token is wrong. ${START_AGAIN}`),
  ERR_JWKS_NO_MATCHING_KEY: refusing(`its ID token is signed with a key that it does not publish. ${START_AGAIN}`),
  ERR_JOSE_ALG_NOT_ALLOWED: refusing(
    'its ID token is not signed, or not with a public key. The operator must choose RS256, PS256, ES256 or EdDSA there.',
  ),
  ERR_JWKS_TIMEOUT: badAnswer('did not answer in time when asked for its keys.'),
};

function chainOf(error: unknown): readonly object[] {
  const chain: object[] = [];
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 8; ) {
    chain.push(one);
    one = (one as { readonly cause?: unknown }).cause;
  }
  return chain;
}

const messageOf = (error: object): string =>
  chainOf(error)
    .map((one) => (one instanceof Error ? one.message : ''))
    .join(' ');

function claimOf(error: object): string | undefined {
  for (const one of chainOf(error)) {
    const { claim } = one as { readonly claim?: unknown };
    if (typeof claim === 'string') return claim;
  }
  return undefined;
}

/** `access_denied (The user denied the request)`, without what could break a line or a page. */
function quoted(error: object): string {
  const { error: code, error_description: description } = error as Readonly<Record<string, unknown>>;
  const clean = (value: unknown): string =>
    typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, ' ').slice(0, 200) : '';
  return clean(description) === '' ? clean(code) : `${clean(code)} (${clean(description).replace(/\.$/, '')})`;
}
