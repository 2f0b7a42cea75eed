import type { Queryable, Transaction } from '../../../postgres/database.js';
import { type ClientStatus, clientIdsOfUser } from '../client-queries.js';

/** A row of application_grants: one sign-in of a person at an application. */
export interface GrantRow {
  readonly id: string;
  readonly applicationId: string;
  readonly userId: string;
  /** What its tokens may do as the person; empty: everything. */
  readonly scopes: readonly string[];
  readonly authenticatedTs: Date;
  readonly amr: readonly string[];
  readonly createdTs: Date;
  readonly expiresTs: Date;
}

export async function insertGrant(tx: Transaction, grant: GrantRow): Promise<void> {
  await tx`
    insert into application_grants (id, application_id, user_id, scopes, authenticated_ts, amr, created_ts, expires_ts)
    values (${grant.id}, ${grant.applicationId}, ${grant.userId}, ${grant.scopes}, ${grant.authenticatedTs},
      ${grant.amr}, ${grant.createdTs}, ${grant.expiresTs})`;
}

/** What checking a token of a grant needs to know now; as `clientStatus` for the tokens of clients. */
export async function grantStatus(db: Queryable, grantId: string): Promise<ClientStatus | undefined> {
  const [row] = await db<ClientStatus>`
    select g.user_id as "userId", u.name, u.administrator, u.disabled or a.disabled or g.expires_ts <= now() as disabled,
      json_build_object('client', 0, 'user', u.token_generation) as generation, ${clientIdsOfUser}
    from application_grants g join users u on u.id = g.user_id join applications a on a.id = g.application_id
    where g.id = ${grantId}`;
  return row;
}

/** Ends a grant of an application with its tokens. @returns whether there was one */
export async function deleteGrant(tx: Transaction, grantId: string, applicationId: string): Promise<boolean> {
  const deleted = await tx`
    delete from application_grants where id = ${grantId} and application_id = ${applicationId}`;
  return deleted.count > 0;
}

/** Ends what an application holds for a person. */
export async function deleteGrantsAt(tx: Transaction, userId: string, applicationId: string): Promise<void> {
  await tx`delete from application_grants where user_id = ${userId} and application_id = ${applicationId}`;
}

/** Ends what all applications hold for a person. */
export async function deleteGrantsOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from application_grants where user_id = ${userId}`;
  await tx`delete from authorization_codes where user_id = ${userId} and grant_id is null`;
  await tx`delete from device_codes where user_id = ${userId}`;
}
