import type { AnswerOf } from '../../api/call.js';

type Answer = AnswerOf<'getMembers'>;
export type Role = Answer['roles'][number];
export type Person = Answer['members'][number];
export type Group = Answer['groups'][number];
type Source = Person['sources'][number];

/** Whose roles are changed: a person or a group. */
export type Holder =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'group'; readonly group: Group };

/** Why somebody has a role, as far as it stands on this page. */
export interface GivenRole {
  /** The document gives it: only a deployment takes it away. */
  readonly isOfDocument: boolean;
  /** It was given on this page, or with setMemberRoles. */
  readonly isManaged: boolean;
  /** Names of the groups through which the person has it. */
  readonly groups: readonly string[];
}

const nothing: GivenRole = { isOfDocument: false, isManaged: false, groups: [] };

export const nameOf = (holder: Holder): string => (holder.kind === 'person' ? holder.person.name : holder.group.name);

/** Why the holder has a role; a role that it has not is given by nothing. */
export function givenRole(holder: Holder, role: string): GivenRole {
  const sources: readonly Pick<Source, 'source' | 'roles'>[] =
    holder.kind === 'group' ? holder.group.sources : holder.person.sources.filter(({ group }) => group === null);
  const through = holder.kind === 'group' ? [] : holder.person.sources.filter(({ group }) => group !== null);
  const having = sources.filter(({ roles }) => roles.includes(role));
  if (having.length === 0 && !through.some(({ roles }) => roles.includes(role))) return nothing;
  return {
    isOfDocument: having.some(({ source }) => source === 'document'),
    isManaged: having.some(({ source }) => source === 'managed'),
    groups: [
      ...new Set(through.flatMap(({ roles, group }) => (roles.includes(role) && group !== null ? [group.name] : []))),
    ],
  };
}

/** The roles that were given to the holder itself, in the order of the document. */
export const ownRoles = (holder: Holder, roles: readonly Role[]): readonly string[] =>
  roles
    .map(({ name }) => name)
    .filter((name) => {
      const { isOfDocument, isManaged } = givenRole(holder, name);
      return isOfDocument || isManaged;
    });
