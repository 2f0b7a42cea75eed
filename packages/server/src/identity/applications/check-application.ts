import { invalidMember, invalidRequest } from '../../kernel/errors/request-errors.js';
import { unknownPersonScopes } from './person-scopes.js';
import { redirectUriFault } from './redirect-uris.js';

/** Invisible characters and those that turn the direction of a text: a name must look like what it is. */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const LONGEST_NAME = 100;

/** The name that people read when they are asked. @throws CatalogueError 1200 */
export function checkApplicationName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && trimmed.length <= LONGEST_NAME && !DECEIVING.test(trimmed)) return trimmed;
  throw invalidMember('/name', `name must be 1 to ${LONGEST_NAME} characters that can be seen.`);
}

/**
 * @param member of the request that has them
 * @throws CatalogueError 1200 that says what is wrong with which address
 */
export function checkRedirectUris(
  uris: readonly string[],
  member: 'redirectUris' | 'postLogoutRedirectUris' = 'redirectUris',
): readonly string[] {
  const faults = uris.flatMap((uri, index) => {
    const fault = redirectUriFault(uri);
    return fault === undefined ? [] : [{ pointer: `/${member}/${index}`, detail: fault }];
  });
  const [first] = faults;
  if (first !== undefined) throw invalidRequest(`${first.pointer.slice(1)}: ${first.detail}`, faults);
  return [...new Set(uris)];
}

/** @throws CatalogueError 1200 that names the scopes which do not exist */
export function checkApplicationScopes(scopes: readonly string[]): readonly string[] {
  const unknown = unknownPersonScopes(scopes);
  if (unknown.length > 0) {
    throw invalidMember(
      '/scopes',
      `There is no scope ${unknown.join(', ')}; scopes_supported of /.well-known/oauth-authorization-server lists them.`,
    );
  }
  return [...new Set(scopes)];
}
