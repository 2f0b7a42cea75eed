import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import { alreadyTaken, invalidRequest } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { showOnce } from '../directory/show-once.js';
import { unknownTarget } from '../directory/unknown-target.js';
import { clientView } from '../directory/views.js';
import { type ClientRow, insertClient } from '../records/client-queries.js';
import { addSecret } from '../records/secret-queries.js';
import { isClientId, newClientId } from '../secrets/client-id.js';
import { grantIdOf } from '../secrets/grant-client.js';
import { newSecret } from '../secrets/secrets.js';
import { splitScope, unknownScopes } from '../tokens/scopes.js';

/** Creates client credentials for a user. The secret is in this answer and nowhere else (D11). */
export const createClient =
  (deps: IdentityDeps): UseCase<'createClient'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.createClient);
    const client: ClientRow = {
      id: checkClientId(request.clientId ?? newClientId()),
      userId: request.userId,
      scope: checkScope(request.scope ?? ''),
      disabled: false,
      createdTs: new Date(),
    };
    if (!isUuid(client.userId)) throw unknownTarget('userId');
    const secret = newSecret();
    const hash = await deps.secrets.hash(secret);
    return showOnce(caller, secret, async (tx) => {
      await insert(tx, client);
      await addSecret(tx, client.id, hash);
      const view = clientView(client);
      const subject = { subProjectId: null, subjectType: 'client', subjectId: client.id, processId: null } as const;
      await appendAudit(tx, caller, [{ ...subject, action: 'client.create', before: null, after: view }]);
      return { client: view };
    });
  };

function checkClientId(clientId: string): string {
  if (grantIdOf(clientId) !== undefined) {
    throw invalidRequest('A clientId like this one stands for what an application holds. Choose another one.', [
      { pointer: '/clientId', detail: 'Reserved.' },
    ]);
  }
  if (isClientId(clientId)) return clientId;
  throw invalidRequest('clientId must be 1 to 256 visible ASCII characters.', [
    { pointer: '/clientId', detail: 'Must be 1 to 256 visible ASCII characters without spaces.' },
  ]);
}

function checkScope(scope: string): string {
  const scopes = splitScope(scope);
  const unknown = unknownScopes(scopes);
  if (unknown.length === 0) return scopes.join(' ');
  throw invalidRequest(`There is no scope ${unknown.join(', ')}.`, [
    { pointer: '/scope', detail: 'Names a scope that does not exist.' },
  ]);
}

async function insert(tx: Transaction, client: ClientRow): Promise<void> {
  try {
    await tx.savepoint(() => insertClient(tx, client));
  } catch (error) {
    if (isForeignKeyViolation(error)) throw unknownTarget('userId');
    if (!isUniqueViolation(error)) throw error;
    throw alreadyTaken('Another client has this id.', '/clientId', error);
  }
}
