import { createHash } from 'node:crypto';
import { appendAudit } from '../../audit/records/append.js';
import { signInRefused } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { newId } from '../../kernel/identifiers.js';
import { type Database, type Transaction, transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { hashOfSecret, newRandomSecret } from '../applications/application-secrets.js';
import { coversAll, scopesAskedFor, scopesLeft } from '../applications/person-scopes.js';
import type { ApplicationRow } from '../records/applications/application-queries.js';
import { type CodeRow, lockCode, markCodeUsed } from '../records/applications/code-queries.js';
import { deleteGrant, type GrantRow, insertGrant } from '../records/applications/grant-queries.js';
import {
  insertRefreshToken,
  lockRefreshToken,
  markRefreshTokenUsed,
} from '../records/applications/refresh-token-queries.js';
import { findUser } from '../records/user-queries.js';
import { type FormMembers, requiredMember } from './token-request.js';

const DAY_MS = 86_400_000;
/** A refresh token that is not used for so long ends. */
const REFRESH_MS = 30 * DAY_MS;
/** Then the person signs in at the application again. */
const GRANT_MS = 180 * DAY_MS;

/** What a grant gives an application: what its tokens are made of. */
export interface Granted {
  readonly grant: Pick<GrantRow, 'id' | 'applicationId' | 'userId' | 'authenticatedTs' | 'amr'>;
  /** Of the tokens; may be less than of the grant. Empty: no bound. */
  readonly scopes: readonly string[];
  readonly refreshToken: string;
  /** Of the request to authorize, for the ID token. */
  readonly nonce: string | undefined;
}

/** The grants of the token endpoint that stand for a person. */
export interface Grants {
  /** @throws CatalogueError 1200 with `invalid_grant` or `invalid_request` */
  byCode(application: ApplicationRow, members: FormMembers, traceId: string): Promise<Granted>;
  /** @throws CatalogueError 1200 with `invalid_grant`, `invalid_scope` or `invalid_request` */
  byRefreshToken(application: ApplicationRow, members: FormMembers, traceId: string): Promise<Granted>;
  /** A grant of somebody who has allowed it; in the caller's transaction. */
  open(tx: Transaction, application: ApplicationRow, of: Allowed): Promise<Granted>;
}

/** What a person has allowed, and how that person had signed in. */
export type Allowed = Pick<GrantRow, 'userId' | 'scopes' | 'authenticatedTs' | 'amr'>;

export function createGrants({ db, now }: { readonly db: Database; readonly now: () => number }): Grants {
  const addRefreshToken = async (tx: Transaction, grant: Pick<GrantRow, 'id' | 'expiresTs'>): Promise<string> => {
    const refreshToken = newRandomSecret('mrr_');
    const expiresTs = new Date(Math.min(now() + REFRESH_MS, grant.expiresTs.getTime()));
    await insertRefreshToken(tx, { hash: hashOfSecret(refreshToken), grantId: grant.id, expiresTs });
    return refreshToken;
  };

  const open: Grants['open'] = async (tx, application, { userId, scopes, authenticatedTs, amr }) => {
    const user = await findUser(tx, userId);
    const left = scopesLeft(scopes, application.scopes);
    if (user === undefined || user.disabled || left === undefined)
      throw invalidGrant('The person or the scope is gone.');
    const createdTs = new Date(now());
    const expiresTs = new Date(now() + GRANT_MS);
    const grant = { id: newId(), applicationId: application.id, userId, scopes: left, authenticatedTs, amr };
    await insertGrant(tx, { ...grant, createdTs, expiresTs });
    const refreshToken = await addRefreshToken(tx, { id: grant.id, expiresTs });
    return { grant, scopes: left, refreshToken, nonce: undefined };
  };

  return {
    open,
    byCode: (application, members, traceId) =>
      attempt(db, async (tx) => {
        const secret = requiredMember(members, 'code');
        const verifier = requiredMember(members, 'code_verifier');
        const code = await lockCode(tx, hashOfSecret(secret));
        if (code === undefined || code.applicationId !== application.id)
          throw invalidGrant('The code is not one of this application.');
        if (code.grantId !== null) {
          await endReused(
            tx,
            { id: code.grantId, applicationId: application.id, userId: code.userId },
            'code',
            traceId,
          );
          return invalidGrant('The code was used before. What it gave access to has ended; ask the person again.');
        }
        checkCode(code, members, verifier, now());
        const granted = await open(tx, application, code);
        await markCodeUsed(tx, code.hash, granted.grant.id);
        return { ...granted, nonce: code.nonce ?? undefined };
      }),
    byRefreshToken: (application, members, traceId) =>
      attempt(db, async (tx) => {
        const hash = hashOfSecret(requiredMember(members, 'refresh_token'));
        const token = await lockRefreshToken(tx, hash);
        if (token === undefined || token.applicationId !== application.id)
          throw invalidGrant('The refresh token has ended. Ask the person again.');
        if (token.usedTs !== null) {
          await endReused(tx, token, 'refresh token', traceId);
          return invalidGrant(
            'The refresh token was used before, so a copy of it may be stolen. The access has ended; ask the person again.',
          );
        }
        const isOver = token.tokenExpiresTs.getTime() <= now() || token.expiresTs.getTime() <= now();
        const left = scopesLeft(token.scopes, application.scopes);
        if (isOver || token.disabled || left === undefined)
          throw invalidGrant('The refresh token has ended. Ask the person again.');
        const asked = members.scope === undefined ? left : scopesAskedFor(left, members.scope);
        if (asked === undefined || !coversAll(left, asked))
          throw signInRefused('scope asks for more than the person allowed.', 'invalid_scope');
        await markRefreshTokenUsed(tx, hash);
        const refreshToken = await addRefreshToken(tx, token);
        return { grant: token, scopes: asked, refreshToken, nonce: undefined };
      }),
  };
}

/** An error that is returned, and not thrown, keeps what the transaction has written. */
async function attempt<T extends object>(
  db: Database,
  work: (tx: Transaction) => Promise<T | CatalogueError>,
): Promise<T> {
  const outcome = await transaction(db, work);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

function checkCode(code: CodeRow, members: FormMembers, verifier: string, now: number): void {
  if (code.expiresTs.getTime() <= now) throw invalidGrant('The code has expired: it is good for 60 seconds.');
  if (members.redirect_uri !== undefined && members.redirect_uri !== code.redirectUri)
    throw invalidGrant('redirect_uri is another one than the code was asked for with.');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (!/^[\w.~-]{43,128}$/.test(verifier) || challenge !== code.challenge)
    throw invalidGrant('code_verifier does not belong to the code_challenge of this code (PKCE).');
}

/** Somebody has a copy of what was to be used once: neither copy gives access any more. */
async function endReused(
  tx: Transaction,
  grant: Pick<GrantRow, 'id' | 'applicationId' | 'userId'>,
  what: string,
  traceId: string,
): Promise<void> {
  if (!(await deleteGrant(tx, grant.id, grant.applicationId))) return;
  const subject = { subProjectId: null, subjectType: 'application', subjectId: grant.applicationId } as const;
  await appendAudit(tx, { principal: systemPrincipal, traceId }, [
    {
      ...subject,
      processId: null,
      action: 'application.endAccess',
      before: null,
      after: { userId: grant.userId, reason: `A ${what} was used twice.` },
    },
  ]);
}

export const invalidGrant = (detail: string): CatalogueError => signInRefused(detail, 'invalid_grant');
