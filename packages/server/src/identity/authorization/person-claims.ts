import type { UserRow } from '../records/user-queries.js';

/** What OpenID Connect tells of a person beside `sub`, as far as the scopes allow it. */
export const personClaims = (
  { name, email }: Pick<UserRow, 'name' | 'email'>,
  scopes: readonly string[],
): Readonly<Record<string, string>> => ({
  ...(scopes.includes('profile') ? { name } : {}),
  ...(scopes.includes('email') ? { email } : {}),
});
