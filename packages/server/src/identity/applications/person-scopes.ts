import { covers, scopesSupported, splitScope } from '../tokens/scopes.js';

/** Scopes of OpenID Connect: who the person is. `offline_access` changes nothing: every application may renew its tokens. */
export const identityScopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** Every scope that an application may ask a person for. */
export const personScopes: readonly string[] = Object.freeze([...scopesSupported, ...identityScopes]);

/** The scopes of a list that an application cannot ask for. */
export const unknownPersonScopes = (scopes: readonly string[]): readonly string[] =>
  scopes.filter((scope) => !personScopes.includes(scope));

/**
 * What an application asks a person for: the scopes it names, and all it may have where it names none.
 *
 * @param registered what it may have; empty: no bound
 * @param requested space-separated
 * @returns undefined when it may not have one of them, or there is no such scope
 */
export function scopesAskedFor(
  registered: readonly string[],
  requested: string | undefined,
): readonly string[] | undefined {
  const asked = splitScope(requested ?? '');
  if (asked.length === 0) return registered;
  const isAllowed = (scope: string) => scope === 'offline_access' || covers(registered, scope);
  return unknownPersonScopes(asked).length === 0 && asked.every(isAllowed) ? asked : undefined;
}

/** Whether what was allowed covers what is asked for. Empty means everything on both sides. */
export const coversAll = (allowed: readonly string[], asked: readonly string[]): boolean =>
  allowed.length === 0 || (asked.length > 0 && asked.every((scope) => covers(allowed, scope)));

/** What is left of a grant when the application may have less now; undefined: nothing. */
export function scopesLeft(granted: readonly string[], registered: readonly string[]): readonly string[] | undefined {
  if (registered.length === 0) return granted;
  if (granted.length === 0) return registered;
  const left = granted.filter((scope) => scope === 'offline_access' || covers(registered, scope));
  return left.length > 0 ? left : undefined;
}

/** What was allowed before or now. */
export const unionOf = (one: readonly string[], other: readonly string[]): readonly string[] =>
  one.length === 0 || other.length === 0 ? [] : [...new Set([...one, ...other])];
