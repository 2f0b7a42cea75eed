import { scopesAskedFor } from '../applications/person-scopes.js';
import { isRegistered } from '../applications/redirect-uris.js';
import type { ApplicationRow } from '../records/applications/application-queries.js';

/** The parameters of a request to authorize as HTTP carries them: a text, several, or none. */
export type AuthorizeParameters = Readonly<Record<string, unknown>>;

/** A request to authorize that may be answered at its address. */
export interface AuthorizeRequest {
  readonly application: ApplicationRow;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  /** PKCE: BASE64URL(SHA256(code_verifier)). */
  readonly challenge: string;
  readonly nonce: string | undefined;
  readonly prompt: readonly Prompt[];
  /** Seconds since the person signed in at most. */
  readonly maxAge: number | undefined;
}

const prompts = ['none', 'login', 'consent', 'select_account'] as const;
type Prompt = (typeof prompts)[number];

/** Errors that the application is told of (RFC 6749, section 4.1.2.1, and OpenID Connect Core, section 3.1.2.6). */
export type AuthorizeError =
  | 'access_denied'
  | 'consent_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'unsupported_response_type';

/**
 * - `page`: it is not known where to answer, so the person is told;
 * - `refused`: the application is told at its address;
 * - `valid`.
 */
export type CheckedAuthorizeRequest =
  | { readonly kind: 'page'; readonly detail: string }
  | {
      readonly kind: 'refused';
      readonly redirectUri: string;
      readonly state: string | undefined;
      readonly error: AuthorizeError;
      readonly detail: string;
    }
  | { readonly kind: 'valid'; readonly request: AuthorizeRequest };

const LIMITS = { state: 2000, nonce: 500, scope: 1024, redirect_uri: 2000 } as const;

/**
 * Checks a request to authorize. An address that is not registered is never redirected to. PKCE with S256 is required of
 * every application (OAuth 2.1).
 *
 * @param find the application of an id; a disabled one counts as none
 * @param issuer public address of the service, for RFC 8707
 */
export async function checkAuthorizeRequest(
  parameters: AuthorizeParameters,
  find: (id: string) => Promise<ApplicationRow | undefined>,
  issuer: string,
): Promise<CheckedAuthorizeRequest> {
  const clientId = textOf(parameters.client_id);
  const application = clientId === undefined ? undefined : await find(clientId);
  if (application === undefined) {
    return page(
      clientId === undefined
        ? 'The request names no application: client_id is missing or is there more than once.'
        : 'No application is registered with this client_id, or it is disabled.',
    );
  }
  const redirectUri = redirectUriOf(parameters, application);
  if (redirectUri === undefined) {
    return page(
      `The request names an address to return to (redirect_uri) that is not registered for “${application.name}”. ` +
        'Its administrator must register the address exactly as it is sent.',
    );
  }
  const state = textOf(parameters.state);
  const refuse = (error: AuthorizeError, detail: string): CheckedAuthorizeRequest => ({
    kind: 'refused',
    redirectUri,
    state,
    error,
    detail,
  });
  const repeated = Object.entries(parameters).find(([name, value]) => name !== 'resource' && Array.isArray(value));
  if (repeated !== undefined) return refuse('invalid_request', `${repeated[0]} is there more than once.`);
  for (const [name, limit] of Object.entries(LIMITS)) {
    if ((textOf(parameters[name]) ?? '').length > limit)
      return refuse('invalid_request', `${name} is longer than ${limit} characters.`);
  }
  if (parameters.request !== undefined) return refuse('request_not_supported', 'Send the parameters, not an object.');
  if (parameters.request_uri !== undefined)
    return refuse('request_uri_not_supported', 'Send the parameters, not an address.');
  if (parameters.response_type !== 'code')
    return refuse('unsupported_response_type', 'Only response_type=code is supported.');
  if (parameters.response_mode !== undefined && parameters.response_mode !== 'query')
    return refuse('invalid_request', 'Only response_mode=query is supported.');
  const challenge = textOf(parameters.code_challenge) ?? '';
  if (parameters.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return refuse('invalid_request', 'PKCE is required: send code_challenge and code_challenge_method=S256.');
  const scopes = scopesAskedFor(application.scopes, textOf(parameters.scope));
  if (scopes === undefined)
    return refuse('invalid_scope', 'scope names one that does not exist, or that the application may not have.');
  if (!resourcesOf(parameters.resource).every((resource) => isOurs(resource, issuer)))
    return refuse('invalid_target', `The only resource is ${issuer}.`);
  const prompt = promptsOf(textOf(parameters.prompt));
  if (prompt === undefined || (prompt.includes('none') && prompt.length > 1))
    return refuse('invalid_request', 'prompt is none, or one or more of login, consent and select_account.');
  const maxAge = textOf(parameters.max_age);
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    return refuse('invalid_request', 'max_age is a number of seconds.');
  return {
    kind: 'valid',
    request: {
      application,
      redirectUri,
      state,
      scopes,
      challenge,
      nonce: textOf(parameters.nonce),
      prompt,
      maxAge: maxAge === undefined ? undefined : Number(maxAge),
    },
  };
}

/**
 * Where an application hears of the answer: its address with the answer and the issuer (RFC 9207), so that a client of
 * several servers knows which one answered.
 */
export function answerAddress(
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const members = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${members}`;
}

const page = (detail: string): CheckedAuthorizeRequest => ({ kind: 'page', detail });

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The only registered address stands for one that is not named. */
function redirectUriOf(
  { redirect_uri: given }: AuthorizeParameters,
  { redirectUris }: ApplicationRow,
): string | undefined {
  if (given === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined;
  return typeof given === 'string' && isRegistered(redirectUris, given) ? given : undefined;
}

function promptsOf(text: string | undefined): readonly Prompt[] | undefined {
  const given = (text ?? '').split(' ').filter(Boolean);
  const known = prompts.filter((prompt) => given.includes(prompt));
  return known.length === new Set(given).size ? known : undefined;
}

const resourcesOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** RFC 8707: the service itself, or an address below it. */
const isOurs = (resource: unknown, issuer: string): boolean =>
  typeof resource === 'string' && (resource.replace(/\/$/, '') === issuer || resource.startsWith(`${issuer}/`));
