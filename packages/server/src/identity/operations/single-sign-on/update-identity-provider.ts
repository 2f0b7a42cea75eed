import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import type { UseCase } from '../../../use-case/caller.js';
import { clearGroupsOfProvider } from '../../records/sso/link-queries.js';
import { findProviderRow, updateProviderRow } from '../../records/sso/provider-queries.js';
import { checkDefinition } from '../../sso/providers/check-definition.js';
import { lockManagedProvider } from '../../sso/providers/managed-provider.js';
import { type IdentityProvider, normalized } from '../../sso/providers/provider.js';
import { auditedProvider, providerView } from '../../sso/providers/provider-view.js';
import { secretContext } from '../../sso/providers/providers.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** updateIdentityProvider: changes what is sent; the issuer stays, because accounts are linked under it. */
export const updateIdentityProvider =
  ({ providers, sealing, syncGroups, publicUrl }: SsoDeps): UseCase<'updateIdentityProvider'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.updateIdentityProvider);
    const { id, clientSecret, groupsClaim, ...given } = request;
    return caller.write(async (tx) => {
      const known = await lockManagedProvider(tx, providers, id);
      const provider: IdentityProvider = normalized({
        ...known,
        ...given,
        clientSecret: clientSecret === undefined ? known.clientSecret : (clientSecret ?? undefined),
        groupsClaim: groupsClaim === undefined ? known.groupsClaim : (groupsClaim ?? undefined),
      });
      checkDefinition(provider);
      const row = await findProviderRow(tx, id);
      const kept = row?.clientSecret ?? null;
      const secret =
        clientSecret === undefined
          ? kept
          : clientSecret === null
            ? null
            : sealing.seal(secretContext(id), clientSecret);
      await updateProviderRow(tx, {
        ...provider,
        clientSecret: secret,
        groupsClaim: provider.groupsClaim ?? null,
        createdTs: provider.createdTs ?? new Date(),
      });
      if (known.groupsClaim !== undefined && provider.groupsClaim === undefined) {
        await syncGroups(tx, caller, await clearGroupsOfProvider(tx, id));
      }
      const before = auditedProvider(known);
      const after = {
        ...auditedProvider(provider),
        ...(clientSecret === undefined ? {} : { clientSecretChanged: true }),
      };
      const subject = { subProjectId: null, subjectType: 'identityProvider', subjectId: id, processId: null } as const;
      await appendAudit(tx, caller, [{ ...subject, action: 'identityProvider.update', ...changesOf(before, after) }]);
      return { identityProvider: providerView(provider, publicUrl) };
    });
  };

/** Only the members that differ. */
function changesOf(before: object, after: object): { readonly before: object; readonly after: object } {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return {
    before: Object.fromEntries(changed.flatMap(([name]) => (old.has(name) ? [[name, old.get(name)]] : []))),
    after: Object.fromEntries(changed),
  };
}
