import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { useNow, When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { User } from '../users/user-table.js';

/** The personal tokens of a person: their names, never their secrets. */
export function UserTokens({ user }: { readonly user: User }) {
  const m = messages.use();
  const now = useNow();
  const reading = useQuery(read('getPersonalTokens', { userId: user.id }));
  const { mutate } = useChange('revokePersonalToken');
  const tokens = reading.data?.personalTokens ?? [];
  const end = (personalTokenId: string, name: string) =>
    mutate(
      { personalTokenId },
      { onSuccess: () => showToast({ text: m.tokenEnded({ name }) }), onError: (error) => showFailure(error) },
    );
  return (
    <Section title={m.tokens} reading={reading}>
      {tokens.length === 0 && <p className="t13 t3">{m.noTokens}</p>}
      {tokens.length > 0 && (
        <Items>
          {tokens.map(({ id, name, scope, usedTs, expiresTs }) => (
            <Item
              key={id}
              icon={KeyRound}
              name={
                <>
                  <span className="clip b5">{name}</span>
                  {new Date(expiresTs) < now && <Badge>{m.expired}</Badge>}
                </>
              }
              detail={
                <>
                  {usedTs === null ? m.neverUsed : m.lastUsed} {usedTs !== null && <When at={usedTs} />} · {m.ends}{' '}
                  <When at={expiresTs} /> · {scope === '' ? m.allRights : scope}
                </>
              }
              actions={
                <Button size="small" onClick={() => end(id, name)}>
                  {m.end}
                  <span className="vh"> {name}</span>
                </Button>
              }
            />
          ))}
        </Items>
      )}
    </Section>
  );
}
