import { administrationGrants, type ErrorId, type Grant } from '@millrace/contract';
import { noRolesConfigured } from '../kernel/errors/access-errors.js';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import type { Principal, UserPrincipal } from '../use-case/caller.js';
import { everything, type NameSet, type Role, unionOf } from './role.js';

/** The roles of one sub-project and their members: the part of its configuration that decides access. */
export interface RoleBook {
  readonly roles: ReadonlyMap<string, Role>;
  /** Role names by user id. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** A positive decision: the principal and the roles it acts with. */
export interface Access {
  readonly principal: Principal;
  readonly grant: Grant;
  /** The administrator (D34) or the system: no role, no row filter and no field list applies. */
  readonly unrestricted: boolean;
  /** The caller's roles that hold the grant; never empty unless unrestricted. */
  readonly roles: readonly Role[];
}

/** What each grant means in the terms of a role (D12). Deny by default: what is not listed here does not exist. */
const holds: { readonly [G in Grant]: (role: Role) => boolean } = {
  'process.read': (role) => role.read !== undefined,
  'process.create': (role) => role.create !== undefined,
  'process.update': (role) => role.update !== undefined,
  'process.delete': (role) => role.delete,
  'workflow.read': (role) => role.read !== undefined,
  'workflow.call': (role) => role.call !== undefined,
  'workflow.operate': (role) => role.operate,
  'job.work': (role) => role.work !== undefined,
  'file.read': (role) => role.files.read,
  'file.create': (role) => role.files.create,
  'file.delete': (role) => role.files.delete,
  'user.read': (role) => role.users,
  'audit.read': (role) => role.audit,
  'event.read': (role) => role.subscribe !== undefined,
  'member.read': (role) => role.members !== undefined || role.audit,
  'member.manage': (role) => role.members !== undefined,
  'secret.manage': (role) => role.secrets,
  'hook.manage': (role) => role.hooks,
  'project.design': (role) => role.design,
  'comment.read': (role) => role.comments.read,
  'comment.write': (role) => role.comments.write,
};

/** The names that a grant is limited to, for the grants that a role can limit. */
const limits: { readonly [G in Grant]?: (role: Role) => NameSet | undefined } = {
  'process.read': (role) => role.read,
  'process.create': (role) => role.create,
  'process.update': (role) => role.update,
  'workflow.call': (role) => role.call,
  'job.work': (role) => role.work,
  'event.read': (role) => role.subscribe,
};

const allGrants = Object.keys(holds) as readonly Grant[];

/** Whether a role holds a grant. */
export const holdsGrant = (role: Role, grant: Grant): boolean => holds[grant](role);

/** Whether no role, row filter or field list applies to a principal: to the administrator (D34) and to the system. */
export const isUnrestricted = (principal: Principal): boolean => principal.kind === 'system' || principal.administrator;

/**
 * Decides whether a principal holds a grant in a sub-project. The system holds every grant: no request acts as it.
 *
 * @param denied error of the operation when no role of the caller holds the grant (D13)
 * @throws CatalogueError 1203 without any role configured; 1204 when the caller is no member and the grant is
 * `process.read`; else `denied`
 */
export function authorize(principal: Principal, book: RoleBook, grant: Grant, denied: ErrorId): Access {
  const access = accessOf(principal, book, grant);
  if (access !== undefined) return access;
  // The system has access.
  const user = principal as UserPrincipal;
  if (!allowsScope(user, grant)) {
    throw new CatalogueError(denied, `The token's scope does not include ${grant}.`);
  }
  if (book.roles.size === 0) throw noRolesConfigured();
  const memberOf = book.members.get(user.userId) ?? [];
  if (memberOf.length === 0) {
    throw new CatalogueError(
      grant === 'process.read' ? errorIds.notAMember : denied,
      'The caller is not a member of this sub-project.',
    );
  }
  throw new CatalogueError(denied, `The role ${memberOf.join(', ')} does not grant ${grant} in this sub-project.`);
}

/** As {@link authorize}, for who only asks: undefined in place of an error. */
export function accessOf(principal: Principal, book: RoleBook, grant: Grant): Access | undefined {
  if (principal.kind === 'system') return { principal, grant, unrestricted: true, roles: [] };
  if (!allowsScope(principal, grant)) return undefined;
  if (principal.administrator) return { principal, grant, unrestricted: true, roles: [] };
  const roles = rolesOf(principal, book).filter(holds[grant]);
  return roles.length === 0 ? undefined : { principal, grant, unrestricted: false, roles };
}

/** Every role that the user holds in the sub-project, whatever the token's scopes. */
export const rolesOf = ({ userId }: UserPrincipal, book: RoleBook): readonly Role[] =>
  (book.members.get(userId) ?? []).flatMap((name) => book.roles.get(name) ?? []);

/**
 * Every grant that a user holds in a sub-project, with the fields, workflows, types of jobs or events that it is limited to. Row
 * filters and stages limit them further.
 */
export function grantsOf(principal: UserPrincipal, book: RoleBook): ReadonlyMap<Grant, NameSet> {
  const roles = rolesOf(principal, book);
  return new Map(
    allGrants.flatMap((grant) => {
      if (!allowsScope(principal, grant)) return [];
      if (principal.administrator) return [[grant, everything] as const];
      const names = namesGranted(roles, grant);
      return names === undefined ? [] : [[grant, names] as const];
    }),
  );
}

/** Every grant of a role, with what it is limited to. */
export const grantsOfRole = (role: Role): ReadonlyMap<Grant, NameSet> =>
  new Map(
    allGrants.flatMap((grant) => {
      const names = namesGranted([role], grant);
      return names === undefined ? [] : [[grant, names] as const];
    }),
  );

/** What the roles together limit a grant to; undefined when none of them holds it. */
function namesGranted(roles: readonly Role[], grant: Grant): NameSet | undefined {
  const holders = roles.filter(holds[grant]);
  if (holders.length === 0) return undefined;
  const limit = limits[grant];
  return limit === undefined ? everything : unionOf(holders.map(limit));
}

/** Scopes name grants, or their first part (`process` covers `process.read`); no scope means no bound. */
function allowsScope(principal: UserPrincipal, grant: Grant): boolean {
  if (principal.scopes.length === 0) return true;
  const [area] = grant.split('.');
  if (principal.administrator && administrationGrants.has(grant) && principal.scopes.includes('admin')) return true;
  return principal.scopes.some((scope) => scope === grant || scope === area);
}

/** Whether a token with these scopes may do all that one with the others may. No scope means no bound. */
export const coversScopes = (scopes: readonly string[], others: readonly string[]): boolean =>
  scopes.length === 0 ||
  (others.length > 0 && others.every((other) => scopes.includes(other) || scopes.includes(other.split('.')[0] ?? '')));

/** The names that one of the roles' lists allows; the administrator has no lists (D34). */
export const listedFor = (
  access: Access,
  roles: readonly Role[],
  list: (role: Role) => NameSet | undefined,
): NameSet => (access.unrestricted ? everything : unionOf(roles.map(list)));
