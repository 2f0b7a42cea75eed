import { createHash } from 'node:crypto';
import { isUuid } from '../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { CredentialHolder } from '../../use-case/authentication.js';

/** Only the hash is stored: who reads the table cannot use a ticket. */
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');

export async function storeTicket(
  tx: Transaction,
  subProjectId: string,
  ticket: string,
  holder: CredentialHolder,
  expiresTs: Date,
): Promise<void> {
  const { userId, clientId, scopes, generation, expiresAt, sessionId, personalTokenId } = holder;
  await tx`insert into stream_tickets ${sql.rows([
    {
      sub_project_id: subProjectId,
      hash: hashOf(ticket),
      user_id: userId,
      client_id: clientId,
      session_id: sessionId,
      personal_token_id: personalTokenId,
      client_generation: generation.client,
      user_generation: generation.user,
      scopes,
      expires_ts: expiresTs,
      token_expires_ts: new Date(expiresAt),
    },
  ])}`;
}

/** Uses a ticket up; undefined when there is no such ticket, or no longer. Of several attempts at once one succeeds. */
export async function redeemTicket(
  db: Queryable,
  subProjectId: string,
  ticket: string,
): Promise<CredentialHolder | undefined> {
  if (!isUuid(subProjectId)) return undefined;
  const [row] = await db<CredentialHolder & { readonly tokenExpiresTs: Date }>`
    delete from stream_tickets t
    where t.sub_project_id = ${subProjectId} and t.hash = ${hashOf(ticket)} and t.expires_ts > now()
    returning t.user_id as "userId", t.client_id as "clientId", t.scopes,
      t.session_id as "sessionId", t.personal_token_id as "personalTokenId",
      json_build_object('client', t.client_generation, 'user', t.user_generation) as generation,
      t.token_expires_ts as "tokenExpiresTs"`;
  if (row === undefined) return undefined;
  const { tokenExpiresTs, ...holder } = row;
  return { ...holder, expiresAt: tokenExpiresTs.getTime() };
}

/** Forgets the tickets that nobody has used in time. */
export async function forgetTickets(db: Queryable): Promise<void> {
  await db`delete from stream_tickets where expires_ts <= now()`;
}
