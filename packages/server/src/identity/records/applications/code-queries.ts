import type { Transaction } from '../../../postgres/database.js';

/** A row of authorization_codes. */
export interface CodeRow {
  readonly hash: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** PKCE: BASE64URL(SHA256(code_verifier)). */
  readonly challenge: string;
  readonly nonce: string | null;
  readonly authenticatedTs: Date;
  readonly amr: readonly string[];
  readonly expiresTs: Date;
  /** Set once it was used. */
  readonly grantId: string | null;
}

export async function insertCode(tx: Transaction, code: Omit<CodeRow, 'grantId'>): Promise<void> {
  await tx`
    insert into authorization_codes (hash, application_id, user_id, redirect_uri, scopes, challenge, nonce,
      authenticated_ts, amr, expires_ts)
    values (${code.hash}, ${code.applicationId}, ${code.userId}, ${code.redirectUri}, ${code.scopes},
      ${code.challenge}, ${code.nonce}, ${code.authenticatedTs}, ${code.amr}, ${code.expiresTs})`;
}

/** The code, locked: of two requests that use it, the second one sees that it was used. */
export async function lockCode(tx: Transaction, hash: string): Promise<CodeRow | undefined> {
  const [row] = await tx<CodeRow>`
    select hash, application_id as "applicationId", user_id as "userId", redirect_uri as "redirectUri", scopes, challenge,
      nonce, authenticated_ts as "authenticatedTs", amr, expires_ts as "expiresTs", grant_id as "grantId"
    from authorization_codes where hash = ${hash} for update`;
  return row;
}

export async function markCodeUsed(tx: Transaction, hash: string, grantId: string): Promise<void> {
  await tx`update authorization_codes set grant_id = ${grantId} where hash = ${hash}`;
}
