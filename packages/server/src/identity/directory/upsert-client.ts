import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import {
  type ClientRow,
  insertClient,
  lockClient,
  revokeClientTokens,
  updateClientRow,
} from '../records/client-queries.js';
import { addSecret, deleteSecrets, validHashes } from '../records/secret-queries.js';
import { isClientId } from '../secrets/client-id.js';
import type { Secrets } from '../secrets/secrets.js';
import { changedMembers } from './changed-members.js';
import { clientView } from './views.js';

export interface ClientSeed {
  readonly clientId: string;
  readonly userId: string;
  readonly secret: string;
  /** Whether other secrets of the client stay valid when this one is new. */
  readonly keepSecrets: boolean;
  /** Space-separated bound; default none for a new client, an existing one keeps its own. */
  readonly scope?: string;
  /** Default false for a new client; an existing one keeps what it is. */
  readonly disabled?: boolean;
}

/**
 * Creates the client, or brings it up to the seed; a secret that is valid already stays as it is. Only under a lock that
 * everyone takes who may create the same client. Costs one derivation of a secret, two when it is new.
 *
 * @throws Error for an id that no client can have
 */
export async function upsertClient(tx: Transaction, secrets: Secrets, actor: Actor, seed: ClientSeed): Promise<void> {
  if (!isClientId(seed.clientId)) throw new Error('a client id must be 1 to 256 visible ASCII characters');
  const known = await lockClient(tx, seed.clientId);
  if (known === undefined) await create(tx, actor, seed);
  else await change(tx, actor, known, seed);
  const hashes = await validHashes(tx, seed.clientId);
  if (hashes.length > 0 && (await secrets.check(seed.secret, hashes)) !== undefined) return;
  if (!seed.keepSecrets) {
    await deleteSecrets(tx, seed.clientId);
    if (known !== undefined) await revokeClientTokens(tx, seed.clientId);
  }
  await addSecret(tx, seed.clientId, await secrets.hash(seed.secret, hashes));
  if (known !== undefined) await audit(tx, actor, seed.clientId, 'client.rotateSecret', { before: null, after: null });
}

async function create(tx: Transaction, actor: Actor, seed: ClientSeed): Promise<void> {
  const client: ClientRow = {
    id: seed.clientId,
    userId: seed.userId,
    scope: seed.scope ?? '',
    disabled: seed.disabled ?? false,
    createdTs: new Date(),
  };
  await insertClient(tx, client);
  await audit(tx, actor, client.id, 'client.create', { before: null, after: clientView(client) });
}

async function change(tx: Transaction, actor: Actor, known: ClientRow, seed: ClientSeed): Promise<void> {
  const { userId, scope, disabled } = seed;
  const changed = changedMembers(known, { userId, scope, disabled });
  if (changed === undefined) return;
  await updateClientRow(tx, known.id, changed.after);
  await audit(tx, actor, known.id, 'client.update', changed);
}

async function audit(
  tx: Transaction,
  actor: Actor,
  id: string,
  action: `client.${string}`,
  change: { readonly before: object | null; readonly after: object | null },
): Promise<void> {
  const subject = { subProjectId: null, subjectType: 'client', subjectId: id, processId: null } as const;
  await appendAudit(tx, actor, [{ ...subject, action, ...change }]);
}
