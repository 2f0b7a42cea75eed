import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import type { UseCase } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { showOnce } from '../directory/show-once.js';
import { unknownTarget } from '../directory/unknown-target.js';
import { clientView } from '../directory/views.js';
import { lockClient, revokeClientTokens } from '../records/client-queries.js';
import { addSecret, deleteSecrets, expireSecrets, validHashes } from '../records/secret-queries.js';
import { isClientId } from '../secrets/client-id.js';
import { newSecret } from '../secrets/secrets.js';

const DEFAULT_OVERLAP_SECONDS = 86_400;

/**
 * Issues a new secret; those before it work for the overlap. 0 seconds ends them at once, and the client's tokens within two
 * seconds: who rotates so does it because somebody else has the secret (D11).
 */
export const rotateClientSecret =
  (deps: IdentityDeps): UseCase<'rotateClientSecret'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.rotateClientSecret);
    const { clientId, overlapSeconds = DEFAULT_OVERLAP_SECONDS } = request;
    if (!isClientId(clientId)) throw unknownTarget('clientId');
    const secret = newSecret();
    // Outside the transaction: hashing takes long, and only the salt to share is read here.
    const hash = await deps.secrets.hash(secret, await validHashes(deps.db, clientId));
    return showOnce(caller, secret, async (tx) => {
      const client = await lockClient(tx, clientId);
      if (client === undefined) throw unknownTarget('clientId');
      if (overlapSeconds === 0) {
        await deleteSecrets(tx, clientId);
        await revokeClientTokens(tx, clientId);
      } else {
        await expireSecrets(tx, clientId, overlapSeconds);
      }
      await addSecret(tx, clientId, hash);
      const subject = { subProjectId: null, subjectType: 'client', subjectId: clientId, processId: null } as const;
      await appendAudit(tx, caller, [
        { ...subject, action: 'client.rotateSecret', before: null, after: { overlapSeconds } },
      ]);
      return { client: clientView(client) };
    });
  };
