import { signInRefused } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';

/** A sign-in request as HTTP carries it, its body parsed. */
export interface CredentialsSource {
  readonly contentType: string | undefined;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** As requested, space-separated; undefined when nothing was. */
  readonly scope: string | undefined;
}

type Parameters = Readonly<Record<string, string>>;

const LIMITS = { client_id: 256, client_secret: 1024, grant_type: 64, scope: 1024 } as const;
type Parameter = keyof typeof LIMITS;
const NAMES: readonly Parameter[] = ['client_id', 'client_secret', 'grant_type', 'scope'];

/**
 * The credentials of a sign-in request (D10): the JSON body of the interface, or RFC 6749's form and HTTP Basic, which
 * must carry `grant_type=client_credentials`. What a request holds is never repeated in an error.
 *
 * @throws CatalogueError 1200 with `invalid_request` for what is missing, empty, too long or of the wrong type and for
 * two ways of authenticating at once, with `unsupported_grant_type` for another grant
 */
export function credentialsFrom(source: CredentialsSource): Credentials {
  const parameters = parametersOf(source.body);
  const basic = basicFrom(source.authorization);
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(source.contentType ?? '');
  checkGrant(parameters.grant_type, isForm || basic !== undefined);
  if (basic !== undefined) {
    if (parameters.client_secret !== undefined || (parameters.client_id ?? basic.id) !== basic.id) {
      throw malformed('Send the credentials either in the Authorization header or in the body, not in both.');
    }
    return { clientId: basic.id, clientSecret: basic.secret, scope: parameters.scope };
  }
  const missing = (['client_id', 'client_secret'] as const).filter((name) => (parameters[name] ?? '') === '');
  if (missing.length > 0) {
    throw signInRefused(
      `${missing.join(' and ')} must be present and not empty.`,
      'invalid_request',
      missing.map((name) => ({ pointer: `/${name}`, detail: 'Required, and not empty.' })),
    );
  }
  const { client_id: clientId = '', client_secret: clientSecret = '', scope } = parameters;
  return { clientId, clientSecret, scope };
}

function parametersOf(body: unknown): Parameters {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw malformed('The body must be one JSON object or a form.');
  const given = new Map<string, unknown>(Object.entries(body));
  const found = NAMES.flatMap((name): [string, string][] => {
    const value = given.get(name);
    if (value === undefined) return [];
    if (typeof value !== 'string') throw blame(name, 'Must be one string.');
    if (value.length > LIMITS[name]) throw blame(name, `Must be ${LIMITS[name]} characters at most.`);
    return [[name, value]];
  });
  return Object.fromEntries(found);
}

function checkGrant(grantType: string | undefined, required: boolean): void {
  if (grantType === undefined || grantType === '') {
    if (required) throw malformed('grant_type=client_credentials must be sent.');
    return;
  }
  if (grantType !== 'client_credentials') {
    throw signInRefused('Only grant_type=client_credentials is supported.', 'unsupported_grant_type');
  }
}

/** RFC 6749, section 2.3.1: both parts are form-encoded inside Basic. Another scheme authenticates nothing here. */
export function basicFrom(
  authorization: string | undefined,
): { readonly id: string; readonly secret: string } | undefined {
  const [, scheme, encoded = ''] = /^(\S+)(?: +(\S*) *)?$/.exec(authorization ?? '') ?? [];
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : '';
  const colon = text.indexOf(':');
  const id = formDecode(text.slice(0, Math.max(0, colon)));
  const secret = formDecode(text.slice(colon + 1));
  if (colon < 1 || id === undefined || secret === undefined || id === '' || secret === '') {
    throw malformed(
      'The Authorization header must be `Basic` and the base64 of client_id:client_secret, form-encoded.',
    );
  }
  if (id.length > LIMITS.client_id || secret.length > LIMITS.client_secret) {
    throw malformed('The credentials in the Authorization header are too long.');
  }
  return { id, secret };
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not percent-encoded UTF-8: the caller says so.
    return undefined;
  }
}

const blame = (name: string, detail: string): CatalogueError =>
  signInRefused(`${name}: ${detail}`, 'invalid_request', [{ pointer: `/${name}`, detail }]);

const malformed = (detail: string): CatalogueError => signInRefused(detail, 'invalid_request');
