import { readTotal } from '../../../filters/counting.js';
import { type Fragment, type Queryable, type Rows, sql, type Transaction } from '../../../postgres/database.js';

/** `open`: it can be accepted now. */
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired';

/** The roles that an invited person is given in a sub-project. */
export interface InvitedMembership {
  readonly subProjectId: string;
  readonly roles: readonly string[];
}

/** A row of invitations. */
export interface InvitationRow {
  readonly id: string;
  /** Null: the person enters the address when accepting. */
  readonly email: string | null;
  readonly name: string;
  readonly administrator: boolean;
  readonly groupIds: readonly string[];
  readonly memberships: readonly InvitedMembership[];
  readonly linkId: string;
  readonly invitedBy: string;
  readonly invitedByName: string;
  readonly createdTs: Date;
  readonly expiresTs: Date;
  readonly userId: string | null;
  readonly state: InvitationState;
}

/** The unique index that a second open invitation of an address violates. */
export const OPEN_INVITATION_INDEX = 'invitations_open';

const columns = sql`id, email, name, administrator, group_ids as "groupIds", memberships, link_id as "linkId", invited_by as "invitedBy",
  invited_by_name as "invitedByName", created_ts as "createdTs", expires_ts as "expiresTs", user_id as "userId",
  case when accepted_ts is not null then 'accepted' when revoked_ts is not null then 'revoked'
    when expires_ts <= now() then 'expired' else 'open' end as state`;

const conditions: Readonly<Record<InvitationState, Fragment>> = {
  open: sql`accepted_ts is null and revoked_ts is null and expires_ts > now()`,
  accepted: sql`accepted_ts is not null`,
  revoked: sql`accepted_ts is null and revoked_ts is not null`,
  expired: sql`accepted_ts is null and revoked_ts is null and expires_ts <= now()`,
};

/** @throws a unique violation of {@link OPEN_INVITATION_INDEX} */
export async function insertInvitation(
  tx: Transaction,
  invitation: Omit<InvitationRow, 'state' | 'userId'>,
): Promise<void> {
  const { groupIds, memberships, linkId, invitedBy, invitedByName, createdTs, expiresTs, ...members } = invitation;
  await tx`insert into invitations ${sql.rows([
    {
      ...members,
      group_ids: groupIds,
      memberships: sql.json(memberships),
      link_id: linkId,
      invited_by: invitedBy,
      invited_by_name: invitedByName,
      created_ts: createdTs,
      expires_ts: expiresTs,
    },
  ])}`;
}

/** The invitation, locked against other changes until the end of the transaction. */
export async function lockInvitation(tx: Transaction, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx<InvitationRow>`select ${columns} from invitations where id = ${id} for no key update`;
  return row;
}

export async function findInvitation(db: Queryable, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db<InvitationRow>`select ${columns} from invitations where id = ${id}`;
  return row;
}

/** Makes room for a new invitation of an address: the one before has expired. */
export async function revokeExpiredInvitation(tx: Transaction, email: string): Promise<void> {
  await tx`
    update invitations set revoked_ts = now() where lower(email) = lower(${email}) and ${conditions.expired}`;
}

export async function revokeInvitationRow(tx: Transaction, id: string): Promise<void> {
  await tx`update invitations set revoked_ts = now() where id = ${id}`;
}

export async function renewInvitation(tx: Transaction, id: string, linkId: string, expiresTs: Date): Promise<void> {
  await tx`update invitations set link_id = ${linkId}, expires_ts = ${expiresTs} where id = ${id}`;
}

export async function acceptInvitationRow(tx: Transaction, id: string, userId: string): Promise<void> {
  await tx`update invitations set accepted_ts = now(), user_id = ${userId} where id = ${id}`;
}

/** Which invitations are listed; undefined: all. */
interface WantedInvitations {
  readonly state: InvitationState | undefined;
  readonly email: string | undefined;
  readonly invitedBy: string | undefined;
}

/** One page of invitations, the newest first. */
export const invitationPage = (
  db: Queryable,
  wanted: WantedInvitations,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<InvitationRow>> => db<InvitationRow>`
  select ${columns} from invitations where ${matching(wanted)} order by id desc limit ${page.limit} offset ${page.offset}`;

/** How many there are; see `boundedMetaOf`. */
export const countInvitations = (db: Queryable, wanted: WantedInvitations): Promise<number> =>
  readTotal(db, sql`from invitations where ${matching(wanted)}`);

/** Links of invitations of one person that were made since a time: of new ones, and of those that were sent again. */
export async function countInvitationLinks(tx: Transaction, inviter: string, since: Date): Promise<number> {
  const [row] = await tx<{ total: number }>`
    select count(*) as total from invitations i
    join one_time_links l on l.purpose = 'invitation' and l.subject = i.id::text
    where i.invited_by = ${inviter} and l.created_ts > ${since}`;
  return row?.total ?? 0;
}

/** Whether somebody was ever invited to be an administrator, or is one as a person. */
export async function knowsAdministratorPerson(tx: Transaction): Promise<boolean> {
  const [row] = await tx<{ known: boolean }>`
    select exists (select from invitations where administrator)
      or exists (select from users where administrator and kind = 'person') as known`;
  return row?.known === true;
}

const matching = ({ state, email, invitedBy }: WantedInvitations): Fragment => sql`
  ${state === undefined ? sql`true` : conditions[state]}
  and ${email === undefined ? sql`true` : sql`lower(email) = lower(${email})`}
  and ${invitedBy === undefined ? sql`true` : sql`invited_by = ${invitedBy}`}`;
