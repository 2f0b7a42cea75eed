import { rateLimited, signInRefused } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { busy, routeNotFound } from '../../kernel/errors/service-errors.js';
import { type Database, transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { checkApplicationName, checkRedirectUris } from '../applications/check-application.js';
import { addApplication, newApplication } from '../applications/new-application.js';
import { personScopes, unknownPersonScopes } from '../applications/person-scopes.js';
import { countRegistrations } from '../records/applications/application-queries.js';
import { ADMINISTRATION, splitScope } from '../tokens/scopes.js';

/** Applications that registered themselves, and in a minute. */
const LIMITS = { all: 5000, perMinute: 20 };
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'];
const GRANTS = ['authorization_code', 'refresh_token'];

/** What an application registers itself with (RFC 7591, section 2); what is not named here is ignored. */
interface Metadata {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly method: string;
  readonly scopes: readonly string[];
}

/**
 * Dynamic registration (RFC 7591), off unless the operator allows it: a program that nobody knows registers itself, and people
 * are warned when it asks them. It never gets the scope `admin`.
 *
 * @throws CatalogueError 1004 while it is off; 1200 with `invalid_client_metadata` or `invalid_redirect_uri`; 1003, 1010
 */
export const createRegistration =
  ({ db, enabled }: { readonly db: Database; readonly enabled: boolean }) =>
  async (body: unknown, traceId: string): Promise<Readonly<Record<string, unknown>>> => {
    if (!enabled) {
      throw routeNotFound(
        'Applications may not register themselves here. An administrator registers them with createApplication.',
      );
    }
    const { name, redirectUris, postLogoutRedirectUris, method, scopes } = metadataOf(body);
    const { row, secret } = newApplication({
      name,
      redirectUris,
      postLogoutRedirectUris,
      scopes,
      confidential: method !== 'none',
      origin: 'registration',
    });
    await transaction(db, async (tx) => {
      const registered = await countRegistrations(tx);
      if (registered.lastMinute >= LIMITS.perMinute)
        throw rateLimited('Too many applications register themselves. Try again in a minute.', 60);
      if (registered.all >= LIMITS.all)
        throw busy('As many applications have registered themselves as may. Ask an administrator to register it.');
      await addApplication(tx, { principal: systemPrincipal, traceId }, row);
    });
    return {
      client_id: row.id,
      client_id_issued_at: Math.floor(row.createdTs.getTime() / 1000),
      ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
      client_name: row.name,
      redirect_uris: row.redirectUris,
      ...(row.postLogoutRedirectUris.length === 0 ? {} : { post_logout_redirect_uris: row.postLogoutRedirectUris }),
      grant_types: GRANTS,
      response_types: ['code'],
      token_endpoint_auth_method: method,
      scope: row.scopes.join(' '),
    };
  };

function metadataOf(body: unknown): Metadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refused('Send one JSON object.');
  const given: Readonly<Record<string, unknown>> = { ...body };
  const { client_name: name = 'Unnamed application', redirect_uris: uris, scope = '' } = given;
  const { token_endpoint_auth_method: method = 'client_secret_basic' } = given;
  if (typeof name !== 'string' || typeof scope !== 'string') throw refused('client_name and scope are texts.');
  if (typeof method !== 'string' || !METHODS.includes(method))
    throw refused(`token_endpoint_auth_method is one of ${METHODS.join(', ')}.`);
  if (!isTexts(uris) || uris.length === 0 || uris.length > 20)
    throw signInRefused('redirect_uris is a list of 1 to 20 addresses.', 'invalid_redirect_uri');
  const { post_logout_redirect_uris: afterLogout = [] } = given;
  if (!isTexts(afterLogout) || afterLogout.length > 20)
    throw refused('post_logout_redirect_uris is a list of up to 20 addresses.');
  const { grant_types: grants = GRANTS, response_types: types = ['code'] } = given;
  if (!isTexts(grants) || !grants.includes('authorization_code') || !grants.every((grant) => GRANTS.includes(grant)))
    throw refused(`grant_types may have ${GRANTS.join(' and ')}.`);
  if (!isTexts(types) || types.some((type) => type !== 'code')) throw refused('response_types may have code only.');
  const asked = splitScope(scope).filter((one) => one !== ADMINISTRATION);
  if (unknownPersonScopes(asked).length > 0) throw refused('scope names one that does not exist.');
  return {
    name: translated(() => checkApplicationName(name), 'invalid_client_metadata'),
    redirectUris: translated(() => checkRedirectUris(uris), 'invalid_redirect_uri'),
    postLogoutRedirectUris: translated(
      () => checkRedirectUris(afterLogout, 'postLogoutRedirectUris'),
      'invalid_client_metadata',
    ),
    method,
    scopes: asked.length > 0 ? asked : personScopes.filter((one) => one !== ADMINISTRATION),
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item.length <= 2000);

const refused = (detail: string): CatalogueError => signInRefused(detail, 'invalid_client_metadata');

/** An error of a member, in the terms of RFC 7591. */
function translated<T>(check: () => T, error: 'invalid_client_metadata' | 'invalid_redirect_uri'): T {
  try {
    return check();
  } catch (cause) {
    throw cause instanceof CatalogueError ? signInRefused(cause.detail, error) : cause;
  }
}
