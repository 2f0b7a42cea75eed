import { useQuery } from '@tanstack/react-query';
import { UserRoundKey } from 'lucide-react';
import type { AnswerOf } from '../../api/call.js';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { Button } from '../../ui/button/button.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { Method } from './method.js';
import { RemoveMethod } from './remove-method.js';

type Link = AnswerOf<'getIdentityLinks'>['links'][number];

/** The accounts at identity providers that sign the person in, and the providers where they have linked none. */
export function LinkedAccounts() {
  const m = messages.use();
  const links = useQuery(read('getIdentityLinks', {})).data?.links ?? [];
  const providers = useQuery(read('getSignInMethods', {})).data?.identityProviders ?? [];
  const nameOf = (providerId: string) => providers.find(({ id }) => id === providerId)?.name ?? providerId;
  const others = providers.filter(({ id }) => !links.some(({ providerId }) => providerId === id));
  return (
    <>
      {links.map((link) => (
        <LinkedAccount key={link.id} link={link} name={nameOf(link.providerId)} />
      ))}
      {others.map(({ id, name }) => (
        <Method key={id} icon={UserRoundKey} name={name} detail={m.notLinked}>
          <LinkAccount providerId={id} name={name} />
        </Method>
      ))}
    </>
  );
}

function LinkedAccount({ link: { id, email, usedTs }, name }: { link: Link; name: string }) {
  const m = messages.use();
  const { mutateAsync, isPending } = useChange('deleteIdentityLink');
  return (
    <Method
      icon={UserRoundKey}
      name={name}
      detail={
        <>
          {email}
          {usedTs !== null && (
            <>
              {' '}
              · {m.seen} <When at={usedTs} />
            </>
          )}
        </>
      }
    >
      <RemoveMethod name={name} isBusy={isPending} remove={() => mutateAsync({ linkId: id })} />
    </Method>
  );
}

/** Goes to the provider, where the person signs in, and comes back. */
function LinkAccount({ providerId, name }: { providerId: string; name: string }) {
  const m = messages.use();
  const { mutate, isPending } = useChange('startIdentityLink');
  const link = (): void =>
    mutate(
      { providerId, returnTo: '/account' },
      { onSuccess: ({ url }) => location.assign(url), onError: (error) => showFailure(error) },
    );
  return (
    <Button size="small" isBusy={isPending} onClick={link}>
      {m.link}
      <span className="vh"> {name}</span>
    </Button>
  );
}
