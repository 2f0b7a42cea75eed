import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { insertProvider, lockProviders, providerRows } from '../../records/sso/provider-queries.js';
import { checkDefinition } from '../../sso/providers/check-definition.js';
import { type IdentityProvider, normalized } from '../../sso/providers/provider.js';
import { auditedProvider, providerView } from '../../sso/providers/provider-view.js';
import { secretContext } from '../../sso/providers/providers.js';
import type { SsoDeps } from '../../sso/sso-deps.js';

/** A sign-in page has no room for more. */
const MOST_PROVIDERS = 50;

/** createIdentityProvider: reads the discovery document first, so that a wrong issuer is noticed before people are. */
export const createIdentityProvider =
  ({ providers, openId, sealing, publicUrl }: SsoDeps): UseCase<'createIdentityProvider'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.createIdentityProvider);
    const {
      id,
      name,
      issuer,
      clientId,
      clientSecret,
      domains = [],
      provision = false,
      groupsClaim,
      scopes = [],
    } = request;
    const definition = normalized({
      id,
      name,
      issuer,
      clientId,
      clientSecret,
      domains,
      provision,
      groupsClaim,
      scopes,
    });
    checkDefinition(definition);
    const provider: IdentityProvider = { ...definition, disabled: false, source: 'operation', createdTs: new Date() };
    await openId.check(provider);
    return caller.write(async (tx) => {
      await lockProviders(tx);
      const known = await providerRows(tx);
      if (providers.isConfigured(id) || known.some((one) => one.id === id)) {
        throw conflict(`There is an identity provider "${id}". Choose another id, or change that one.`);
      }
      if (known.length >= MOST_PROVIDERS) {
        throw conflict(`There are ${MOST_PROVIDERS} identity providers, which is the limit. Delete one first.`);
      }
      await insertProvider(tx, {
        ...provider,
        clientSecret: clientSecret === undefined ? null : sealing.seal(secretContext(id), clientSecret),
        groupsClaim: groupsClaim ?? null,
        createdTs: provider.createdTs ?? new Date(),
      });
      const subject = { subProjectId: null, subjectType: 'identityProvider', subjectId: id, processId: null } as const;
      const after = auditedProvider(provider);
      await appendAudit(tx, caller, [{ ...subject, action: 'identityProvider.create', before: null, after }]);
      return { identityProvider: providerView(provider, publicUrl) };
    });
  };
