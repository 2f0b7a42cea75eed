import type { Fragment, Queryable, Rows, Transaction } from '../../../postgres/database.js';
import { sql } from '../../../postgres/database.js';

/** What an identity provider sends about a person, as JSON. */
export type ScimDocument = Readonly<Record<string, unknown>>;

/** A person as SCIM shows them. Those of whom no provider has said anything have no resource. */
export interface ScimUserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly administrator: boolean;
  readonly disabled: boolean;
  readonly createdTs: Date;
  readonly externalId: string | null;
  readonly userName: string | null;
  readonly resource: ScimDocument | null;
  readonly version: number | null;
  readonly updatedTs: Date | null;
  readonly deleted: boolean | null;
  /** Whether the provider disabled the person, and not an administrator. */
  readonly disabledByScim: boolean | null;
}

const columns = sql`u.id, u.name, u.email, u.administrator, u.disabled, u.created_ts as "createdTs",
  s.external_id as "externalId", s.user_name as "userName", s.resource, s.version, s.updated_ts as "updatedTs", s.deleted,
  s.disabled_by_scim as "disabledByScim"`;

const source = sql`users u left join scim_users s on s.user_id = u.id`;
/** Service accounts are no people, and who was deleted is there for the audit log only. */
const shown = sql`u.kind = 'person' and not coalesce(s.deleted, false)`;

/** The columns that filters compare. */
export const scimUserColumns = Object.freeze({
  id: sql`u.id::text`,
  userName: sql`lower(coalesce(s.user_name, u.email))`,
  externalId: sql`s.external_id`,
  displayName: sql`lower(u.name)`,
  email: sql`lower(u.email)`,
  givenName: sql`lower(s.resource -> 'name' ->> 'givenName')`,
  familyName: sql`lower(s.resource -> 'name' ->> 'familyName')`,
  active: sql`(not u.disabled)`,
  created: sql`u.created_ts`,
  lastModified: sql`coalesce(s.updated_ts, u.created_ts)`,
});

/** The people with this userName, by the indexes of both tables. @param name in lower case */
export const hasUserName = (name: string): Fragment => sql`u.id in (
  select user_id from scim_users where lower(user_name) = ${name}
  union all
  select id from users where lower(email) = ${name} and not exists (select from scim_users x where x.user_id = users.id))`;

export async function findScimUser(db: Queryable, id: string): Promise<ScimUserRow | undefined> {
  const [row] = await db<ScimUserRow>`select ${columns} from ${source} where u.id = ${id} and ${shown}`;
  return row;
}

/** Whether an identity provider says who a person is. */
export async function isManagedByScim(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db`select from scim_users where user_id = ${id} and not deleted`;
  return row !== undefined;
}

/** As {@link findScimUser}, locked until the end of the transaction. */
export async function lockScimUser(tx: Transaction, id: string): Promise<ScimUserRow | undefined> {
  await tx`select from users where id = ${id} for no key update`;
  return findScimUser(tx, id);
}

/** Who may be meant by a new resource, also when deleted: by external id, by userName, then by address. */
export const findScimCandidates = (
  tx: Transaction,
  wanted: { readonly externalId: string | null; readonly userName: string; readonly email: string },
): Promise<Rows<ScimUserRow & { readonly kind: 'person' | 'service' }>> => tx`
  select ${columns}, u.kind from ${source}
  where u.id in (
    select user_id from scim_users where external_id = ${wanted.externalId}
    union all select user_id from scim_users where lower(user_name) = lower(${wanted.userName})
    union all select id from users where lower(email) = lower(${wanted.email}))
  order by s.external_id is not distinct from ${wanted.externalId}::text desc,
    lower(s.user_name) is not distinct from lower(${wanted.userName}) desc, u.id
  for no key update of u`;

export async function writeScimUser(
  tx: Transaction,
  user: {
    readonly id: string;
    readonly externalId: string | null;
    readonly userName: string;
    readonly resource: ScimDocument;
    readonly deleted: boolean;
    readonly disabledByScim: boolean;
  },
): Promise<void> {
  await tx`
    insert into scim_users (user_id, external_id, user_name, resource, version, updated_ts, deleted, disabled_by_scim)
    values (${user.id}, ${user.externalId}, ${user.userName}, ${sql.json(user.resource)}, 1, now(), ${user.deleted},
      ${user.disabledByScim})
    on conflict (user_id) do update set external_id = excluded.external_id, user_name = excluded.user_name,
      resource = excluded.resource, version = scim_users.version + 1, updated_ts = excluded.updated_ts,
      deleted = excluded.deleted, disabled_by_scim = excluded.disabled_by_scim`;
}

/**
 * An administrator has disabled or enabled the person: whether the provider had disabled them no longer counts.
 *
 * @returns whether the provider had
 */
export async function forgetScimDisabling(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx`
    update scim_users set disabled_by_scim = false where user_id = ${userId} and disabled_by_scim returning user_id`;
  return rows.length > 0;
}

/** One page of the people that match, the oldest first, so that pages do not shift while people are added. */
export const scimUserPage = (
  db: Queryable,
  where: Fragment,
  page: { readonly limit: number; readonly offset: number },
): Promise<Rows<ScimUserRow>> => db<ScimUserRow>`
  select ${columns} from ${source} where ${shown} and ${where}
  order by u.created_ts, u.id limit ${page.limit} offset ${page.offset}`;

export async function countScimUsers(db: Queryable, where: Fragment): Promise<number> {
  const [row] = await db<{ total: number }>`select count(*) as total from ${source} where ${shown} and ${where}`;
  return row?.total ?? 0;
}

/** Of the given people those whom an identity provider describes by SCIM: claims of sign-ins say nothing about their groups. */
export async function describedByScim(db: Queryable, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ id: string }>`
    select user_id as id from scim_users where user_id = any(${userIds}::uuid[]) and not deleted`;
  return new Set(rows.map(({ id }) => id));
}

/** Of the given ids those of people that SCIM shows. */
export async function findScimPeople(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ id: string }>`
    select u.id from ${source} where u.id = any(${ids}::uuid[]) and ${shown}`;
  return new Set(rows.map(({ id }) => id));
}

/** Sets what the user itself is called. @throws a unique violation of `EMAIL_INDEXES` */
export async function renameScimUser(tx: Transaction, id: string, name: string, email: string): Promise<void> {
  await tx`update users set name = ${name}, email = ${email} where id = ${id}`;
}
