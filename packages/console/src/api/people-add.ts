import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { isProblem } from './problem.js';
import { invalidate } from './queries.js';

/** Who gets which roles: a person by e-mail address, or a group by name or id. */
export interface Adding {
  readonly kind: 'person' | 'group';
  readonly name: string;
  readonly roles: readonly string[];
}

export interface Added {
  /** They had the roles already, they were given now, or a person without a user was invited. */
  readonly outcome: 'had' | 'given' | 'invited';
  /** Of an invitation on a server that sends no e-mail: the link for the person. */
  readonly link?: string;
}

/** Gives roles to a person or a group. Who has no user yet is invited. */
export async function addMember(
  queries: QueryClient,
  subProjectId: string,
  { kind, name, roles }: Adding,
): Promise<Added> {
  const who = kind === 'person' ? { user: name } : { group: name };
  try {
    const { added } = await call('setMemberRoles', { subProjectId, ...who, add: [...roles] });
    await invalidate(queries, 'setMemberRoles');
    return { outcome: added.length === 0 ? 'had' : 'given' };
  } catch (error) {
    if (kind === 'group' || !isProblem(error) || error.status !== 404) throw error;
  }
  const { link } = await call('inviteMember', { subProjectId, email: name, roles: [...roles] });
  await invalidate(queries, 'inviteMember');
  return { outcome: 'invited', ...(link === null ? {} : { link }) };
}
