import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import type { UseCase } from '../../use-case/caller.js';
import { changedMembers } from '../directory/changed-members.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { keepAdministrator } from '../directory/keep-administrator.js';
import { unknownTarget } from '../directory/unknown-target.js';
import { clientView } from '../directory/views.js';
import { lockClient, updateClientRow } from '../records/client-queries.js';
import { findUser, lockAdministrators } from '../records/user-queries.js';
import { isClientId } from '../secrets/client-id.js';

/** Disables or enables a client. Its tokens follow within seconds (D10); an administrator's last way in stays (1009). */
export const updateClient =
  (_deps: IdentityDeps): UseCase<'updateClient'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.updateClient);
    const { clientId, disabled } = request;
    if (!isClientId(clientId)) throw unknownTarget('clientId');
    return caller.write(async (tx) => {
      // Before the row, as everyone does who takes both.
      if (disabled) await lockAdministrators(tx);
      const client = await lockClient(tx, clientId);
      if (client === undefined) throw unknownTarget('clientId');
      const change = changedMembers(client, { disabled });
      if (change === undefined) return { client: clientView(client) };
      await updateClientRow(tx, clientId, { disabled });
      const user = disabled ? await findUser(tx, client.userId) : undefined;
      if (user?.administrator === true) await keepAdministrator(tx);
      const subject = { subProjectId: null, subjectType: 'client', subjectId: clientId, processId: null } as const;
      await appendAudit(tx, caller, [{ ...subject, action: 'client.update', ...change }]);
      return { client: clientView({ ...client, disabled }) };
    });
  };
