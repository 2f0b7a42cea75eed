import type { Queryable, Rows, Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

/** Roles that a person or a group was given: by the document (groups only, see `sub_project_members`) or by setMemberRoles. */
export interface RoleSource {
  readonly kind: 'user' | 'group';
  /** Of the user or the group. */
  readonly memberId: string;
  readonly source: 'document' | 'managed';
  readonly roles: readonly string[];
  readonly sinceTs: Date;
}

const columns = sql`member_kind as kind, member_id as "memberId", source, roles, since_ts as "sinceTs"`;

/** What setMemberRoles gave in a sub-project. */
export const managedRoles = (db: Queryable, subProjectId: string): Promise<Rows<RoleSource>> => db<RoleSource>`
  select ${columns} from sub_project_role_sources where sub_project_id = ${subProjectId} and source = 'managed'`;

/** All that some people and groups were given in a sub-project, beside what the document gives to people. */
export const roleSourcesOf = (
  db: Queryable,
  subProjectId: string,
  memberIds: readonly string[],
): Promise<Rows<RoleSource>> => db<RoleSource>`
  select ${columns} from sub_project_role_sources
  where sub_project_id = ${subProjectId} and member_id = any(${memberIds}::uuid[]) order by source`;

/** All that groups were given in a sub-project. */
export const groupRoleSources = (db: Queryable, subProjectId: string): Promise<Rows<RoleSource>> => db<RoleSource>`
  select ${columns} from sub_project_role_sources
  where sub_project_id = ${subProjectId} and member_kind = 'group' order by source`;

/** Makes the groups of the document the ones given; those whose roles stay keep since when they have them. */
export async function replaceDocumentGroups(
  tx: Transaction,
  subProjectId: string,
  groups: readonly { readonly groupId: string; readonly roles: readonly string[] }[],
  setBy: string,
): Promise<void> {
  await tx`
    delete from sub_project_role_sources
    where sub_project_id = ${subProjectId} and source = 'document'
      and member_id <> all(${groups.map(({ groupId }) => groupId)}::uuid[])`;
  if (groups.length === 0) return;
  await tx`
    insert into sub_project_role_sources (sub_project_id, member_kind, member_id, source, roles, since_ts, set_by)
    select ${subProjectId}, 'group', "groupId", 'document', roles, now(), ${setBy}
    from jsonb_to_recordset(${sql.json(groups)}) as member ("groupId" uuid, roles text[])
    on conflict (sub_project_id, member_kind, member_id, source)
      do update set roles = excluded.roles, since_ts = excluded.since_ts, set_by = excluded.set_by
      where sub_project_role_sources.roles <> excluded.roles`;
}

/** Sets what setMemberRoles gives a member; no roles: nothing. */
export async function setManagedRoles(
  tx: Transaction,
  subProjectId: string,
  member: Pick<RoleSource, 'kind' | 'memberId' | 'roles'>,
  setBy: string,
): Promise<void> {
  const { kind, memberId, roles } = member;
  if (roles.length === 0) {
    await tx`
      delete from sub_project_role_sources
      where sub_project_id = ${subProjectId} and member_kind = ${kind} and member_id = ${memberId} and source = 'managed'`;
    return;
  }
  await tx`
    insert into sub_project_role_sources (sub_project_id, member_kind, member_id, source, roles, since_ts, set_by)
    values (${subProjectId}, ${kind}, ${memberId}, 'managed', ${roles}::text[], now(), ${setBy})
    on conflict (sub_project_id, member_kind, member_id, source)
      do update set roles = excluded.roles, since_ts = excluded.since_ts, set_by = excluded.set_by`;
}

/** As many people and groups as a document may name can be given roles in a sub-project. */
export const MOST_MANAGED = 10_000;

/** Members that setMemberRoles may have given roles in a sub-project: a document has at most 10,000. */
export async function countManaged(tx: Transaction, subProjectId: string): Promise<number> {
  const [row] = await tx<{ total: number }>`
    select count(*) as total from sub_project_role_sources
    where sub_project_id = ${subProjectId} and source = 'managed'`;
  return row?.total ?? 0;
}

/** Tells every server with its next request that the members of a sub-project changed. */
export async function noteMembersChanged(tx: Transaction, subProjectId: string): Promise<void> {
  await tx`update sub_projects set members_number = members_number + 1 where id = ${subProjectId}`;
}

/** The sub-projects in which at least one of the groups has roles, in the order in which they are locked. */
export async function subProjectsOfGroups(
  tx: Queryable,
  groupIds: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return tx<{ readonly id: string; readonly name: string }>`
    select s.id, s.name from sub_projects s
    where s.id in (
      select sub_project_id from sub_project_role_sources
      where member_kind = 'group' and member_id = any(${groupIds}::uuid[]))
    order by s.id`;
}

/** As {@link noteMembersChanged} for every sub-project in which one of the groups has roles. */
export async function noteGroupsChanged(tx: Transaction, groupIds: readonly string[]): Promise<void> {
  const subProjects = await subProjectsOfGroups(tx, groupIds);
  if (subProjects.length === 0) return;
  await tx`
    with affected as (
      select id from sub_projects where id = any(${subProjects.map(({ id }) => id)}::uuid[]) order by id for no key update)
    update sub_projects s set members_number = s.members_number + 1 from affected where s.id = affected.id`;
}
