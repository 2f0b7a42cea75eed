import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { type AuditSubject, appendAudit } from '../../audit/records/append.js';
import { invalidRequest } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { unknownTarget } from '../directory/unknown-target.js';
import { lockClient, revokeClientTokens } from '../records/client-queries.js';
import { lockUser } from '../records/user-queries.js';
import { isClientId } from '../secrets/client-id.js';
import { type EndedAccess, endAccess } from '../sessions/end-access.js';

/** What the tokens to revoke were issued to. */
interface TokenOwner {
  readonly kind: Extract<AuditSubject, 'client' | 'user'>;
  readonly id: string;
}

/**
 * Ends the tokens that a client has now, or all that a user is signed in with: within two seconds on every server (D10). Secrets
 * of clients and passwords stay valid, so programs and people sign in again; to keep somebody out, disable the client or the user
 * as well.
 */
export const revokeTokens =
  (_deps: IdentityDeps): UseCase<'revokeTokens'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.revokeTokens);
    const owner = ownerOf(request);
    return caller.write(async (tx) => {
      const after = await revoke(tx, owner);
      const subject = { subProjectId: null, subjectType: owner.kind, subjectId: owner.id, processId: null } as const;
      await appendAudit(tx, caller, [{ ...subject, action: `${owner.kind}.revokeTokens`, before: null, after }]);
      return { status: 'success', message: 'All servers refuse the access tokens issued until now within 2 seconds.' };
    });
  };

function ownerOf({ clientId, userId }: { readonly clientId?: string; readonly userId?: string }): TokenOwner {
  if (clientId !== undefined && userId === undefined) {
    if (!isClientId(clientId)) throw unknownTarget('clientId');
    return { kind: 'client', id: clientId };
  }
  if (userId !== undefined && clientId === undefined) {
    if (!isUuid(userId)) throw unknownTarget('userId');
    return { kind: 'user', id: userId.toLowerCase() };
  }
  const detail = 'Send either clientId or userId.';
  throw invalidRequest(detail, [
    { pointer: '/clientId', detail },
    { pointer: '/userId', detail },
  ]);
}

async function revoke(tx: Transaction, { kind, id }: TokenOwner): Promise<EndedAccess | null> {
  if (kind === 'client') {
    if ((await lockClient(tx, id)) === undefined) throw unknownTarget('clientId');
    await revokeClientTokens(tx, id);
    return null;
  }
  if ((await lockUser(tx, id)) === undefined) throw unknownTarget('userId');
  return endAccess(tx, id);
}
