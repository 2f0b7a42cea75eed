import { totalOf } from '../../filters/counting.js';
import type { Queryable, Rows, Transaction } from '../../postgres/database.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { type CurrentVersion, versionId } from './version-queries.js';

/** Adds a sub-project without a configuration; false when the id is taken. */
export async function insertSubProject(
  tx: Transaction,
  subProject: { readonly id: string; readonly name: string; readonly createdTs: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into sub_projects (id, name, created_ts)
    values (${subProject.id}, ${subProject.name}, ${subProject.createdTs}) on conflict (id) do nothing`;
  return count > 0;
}

/**
 * Locks a sub-project against other deployments until the end of the transaction. Creating processes goes on meanwhile:
 * the lock leaves the key to their foreign key checks.
 */
export async function lockSubProject(
  tx: Transaction,
  id: string,
): Promise<{ readonly currentVersionId: string | null } | undefined> {
  const [row] = await tx<{ currentVersionId: string | null }>`
    select current_version_id as "currentVersionId" from sub_projects where id = ${id} for no key update`;
  return row;
}

export async function setCurrentVersion(tx: Transaction, id: string, name: string, versionId: string): Promise<void> {
  await tx`update sub_projects set name = ${name}, current_version_id = ${versionId} where id = ${id}`;
}

/** The ids of all sub-projects as a query, for maintenance that looks at each. */
export const subProjectIds: Fragment = sql`select id from sub_projects`;

export interface ListedSubProject {
  readonly id: string;
  readonly name: string;
  readonly createdTs: Date;
  readonly version: number | null;
  readonly stages: readonly { readonly key: string; readonly name: string; readonly default: boolean }[] | null;
}

/**
 * One page by name. It walks the index by name; a member's page sorts the sub-projects the user is a member of.
 *
 * @param memberIds of the user and the user's groups; undefined: all sub-projects
 */
export const subProjectPage = (
  db: Queryable,
  memberIds: readonly string[] | undefined,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<ListedSubProject>> => db<ListedSubProject>`
  select s.id, s.name, s.created_ts as "createdTs", v.number as version,
    v.configuration -> 'document' -> 'stages' as stages
  from (select id, name, created_ts, current_version_id from sub_projects where ${visibleTo(memberIds)}
    order by name, id limit ${page.limit} offset ${page.offset}) s
  left join sub_project_versions v on v.sub_project_id = s.id and v.id = s.current_version_id
  order by s.name, s.id`;

/** How many there are; see `boundedMetaOf`. */
export async function countSubProjects(db: Queryable, memberIds: readonly string[] | undefined): Promise<number> {
  const rows = sql`from sub_projects where ${visibleTo(memberIds)}`;
  const [row] = await db<{ total: number }>`select ${totalOf(rows)} as total`;
  return row?.total ?? 0;
}

const visibleTo = (memberIds: readonly string[] | undefined): Fragment =>
  memberIds === undefined
    ? sql`true`
    : sql`id in (
        select sub_project_id from sub_project_members where user_id = any(${memberIds}::uuid[])
        union all
        select sub_project_id from sub_project_role_sources where member_id = any(${memberIds}::uuid[]))`;

/** Of the given ids those of sub-projects that exist. */
export async function findExistingSubProjects(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ readonly id: string }>`select id from sub_projects where id = any(${ids}::uuid[])`;
  return new Set(rows.map((row) => row.id));
}

/** A sub-project with the version that is in force; nulls where nothing is deployed. */
export interface OwnSubProject extends CurrentVersion {
  readonly id: string;
  readonly name: string;
}

/** The first sub-projects by name that are visible, with what `SubProjects.at` needs: one statement for all of them. */
export const ownSubProjects = (
  db: Queryable,
  memberIds: readonly string[] | undefined,
  { only, limit }: { readonly only: readonly string[] | undefined; readonly limit: number },
): Promise<Rows<OwnSubProject>> => db<OwnSubProject>`
  select s.id, s.name, ${versionId} as "versionId", s.current_version_id as "deployedId"
  from sub_projects s where ${visibleTo(memberIds)} and (${only ?? null}::uuid[] is null or s.id = any(${only ?? null}::uuid[]))
  order by s.name, s.id limit ${limit}`;

/** The names of sub-projects, by id. */
export async function namesOfSubProjects(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; name: string }>`
    select id, name from sub_projects where id = any(${ids}::uuid[]) order by name, id`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
