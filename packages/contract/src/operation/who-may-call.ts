import { administrationGrants, type Operation } from './operation.js';

/** Who may call an operation, in words. */
export function whoMayCall({ permission, stepUp }: Operation): string {
  const recent =
    stepUp === undefined ? '' : ` A session needs a sign-in of the last ${stepUp} minutes (else 1018); tokens do not.`;
  return who(permission) + recent;
}

function who(permission: Operation['permission']): string {
  switch (permission.kind) {
    case 'public':
      return 'Without a token.';
    case 'authenticated':
      return 'For every signed-in caller.';
    case 'session':
      return `For a person with a session of a browser, not for tokens (else ${permission.denied}).`;
    case 'admin':
      return `For the administrator (else ${permission.denied}).`;
    case 'role':
      return `For a role that grants \`${permission.grant}\` in the sub-project (else ${permission.denied}).`;
  }
}

type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** Who may call an operation, as the security requirement of OpenAPI 3.1; undefined: every signed-in caller. */
export function securityOf({ permission }: Operation): Security | undefined {
  switch (permission.kind) {
    case 'public':
      return [];
    case 'authenticated':
      return undefined;
    case 'session':
      return [{ session: [] }];
    case 'admin':
      return signedInWith('admin');
    case 'role':
      return administrationGrants.has(permission.grant)
        ? [...signedInWith(permission.grant), ...signedInWith('admin')]
        : signedInWith(permission.grant);
  }
}

/** @param rights what a token's scopes must include; the role must grant it in any case */
export const signedInWith = (...rights: readonly string[]): Security => [
  { bearer: rights },
  { oauth2: rights },
  { session: rights },
];
