import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { useMe } from '../../session/session.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { Section } from '../../ui/section/section.js';
import { Facts } from '../../ui/table/facts.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';
import { AdminPage } from '../parts/admin-page.js';

type Provider = AnswerOf<'getIdentityProviders'>['identityProviders'][number];

/** The identity providers: where each comes from, whom it links, and the addresses to register there. */
export function ProvidersPage() {
  const m = messages.use();
  const { administrator } = useMe();
  const query = useQuery({ ...read('getIdentityProviders', {}), enabled: administrator });
  const providers = query.data?.identityProviders ?? [];
  return (
    <AdminPage title={m.providers} of={query}>
      {providers.length === 0 && (
        <Empty kind="nothing" title={m.noProviders}>
          {m.providersText}
        </Empty>
      )}
      {providers.length > 0 && (
        <div className={styles.sections}>
          {providers.map((provider) => (
            <ProviderSection key={provider.id} provider={provider} />
          ))}
        </div>
      )}
    </AdminPage>
  );
}

function ProviderSection({ provider }: { readonly provider: Provider }) {
  const m = messages.use();
  const { name, source, issuer, clientId, hasClientSecret, domains, provision, groupsClaim, scopes } = provider;
  return (
    <Section title={name}>
      {provider.disabled && <Note tone="waiting">{m.providerIsOff}</Note>}
      <Facts
        items={[
          [m.providerSource, m.providerSourceOf({ source })],
          [m.providerIssuer, issuer],
          [m.providerClient, clientId],
          [m.providerSecret, m.providerHasSecret({ has: hasClientSecret ? 'yes' : 'no' })],
          [
            m.providerLinks,
            domains.length === 0
              ? m.providerNoDomains
              : `${m.providerDomains({ domains: domains.join(', ') })} ${m.providerProvision({ provision: provision ? 'yes' : 'no' })}`,
          ],
          [m.providerGroups, groupsClaim === null ? m.providerNoGroups : m.providerGroupsOf({ claim: groupsClaim })],
          ...(scopes.length === 0 ? [] : [[m.providerScopes, scopes.join(' ')] as const]),
          [
            m.providerAddresses,
            <ul key="addresses">
              {[provider.redirectUrl, provider.backChannelLogoutUrl, provider.signedOutUrl].map((address) => (
                <li key={address}>
                  <code>{address}</code>
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </Section>
  );
}
