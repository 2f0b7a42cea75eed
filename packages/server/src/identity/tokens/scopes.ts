import { type Grant, operationList } from '@millrace/contract';

/** What lets a bounded token call the administrator's operations. */
export const ADMINISTRATION = 'admin';

const grants: ReadonlySet<Grant> = new Set(
  operationList.flatMap(({ permission }) => (permission.kind === 'role' ? [permission.grant] : [])),
);
const areas: readonly string[] = [...new Set([...grants].map(areaOf))].sort();

/** Every scope there is: areas (`process`), the grants in them (`process.read`), and `admin`. */
export const scopesSupported: readonly string[] = Object.freeze([
  ...areas.flatMap((area) => [area, ...[...grants].filter((grant) => areaOf(grant) === area).sort()]),
  ADMINISTRATION,
]);

/** The scope of a token that nothing bounds, as the sign-in answer shows it: all areas. */
export const unboundedScope = (administrator: boolean): string =>
  [...areas, ...(administrator ? [ADMINISTRATION] : [])].join(' ');

/** The scopes of a space-separated list, without repetition. */
export const splitScope = (scope: string): readonly string[] => [...new Set(scope.split(' ').filter(Boolean))];

/** The scopes of a list that do not exist. */
export const unknownScopes = (scopes: readonly string[]): readonly string[] =>
  scopes.filter((scope) => !scopesSupported.includes(scope));

/** Whether a bound covers a scope: it is named, or its area is. No bound covers everything. */
export const covers = (bound: readonly string[], scope: string): boolean =>
  bound.length === 0 || bound.includes(scope) || bound.includes(areaOf(scope));

function areaOf(scope: string): string {
  return scope.split('.', 1)[0] ?? scope;
}
