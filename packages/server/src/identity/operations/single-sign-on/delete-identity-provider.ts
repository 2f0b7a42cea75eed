import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import type { UseCase } from '../../../use-case/caller.js';
import { deleteLinksOfProvider } from '../../records/sso/link-queries.js';
import { deleteProviderRow } from '../../records/sso/provider-queries.js';
import { endSessionsOfProvider } from '../../records/sso/sso-session-queries.js';
import { auditEnded } from '../../sso/logout.js';
import { lockManagedProvider } from '../../sso/providers/managed-provider.js';
import { auditedProvider } from '../../sso/providers/provider-view.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** deleteIdentityProvider: with its links and sessions; another provider of the same name starts without any. */
export const deleteIdentityProvider =
  ({ providers, syncGroups }: SsoDeps): UseCase<'deleteIdentityProvider'> =>
  async (caller, { id }) => {
    requireAdministrator(caller.principal, operations.deleteIdentityProvider);
    return caller.write(async (tx) => {
      const provider = await lockManagedProvider(tx, providers, id);
      const ended = await endSessionsOfProvider(tx, id);
      await auditEnded(tx, ended, { traceId: caller.traceId, providerId: id, reason: 'identityProvider.delete' });
      const people = await deleteLinksOfProvider(tx, id);
      await syncGroups(tx, caller, people);
      await deleteProviderRow(tx, id);
      const subject = { subProjectId: null, subjectType: 'identityProvider', subjectId: id, processId: null } as const;
      const before = { ...auditedProvider(provider), linkedUsers: people.length };
      await appendAudit(tx, caller, [{ ...subject, action: 'identityProvider.delete', before, after: null }]);
      return { status: 'success', unlinkedUsers: people.length, endedSessions: ended.length };
    });
  };
