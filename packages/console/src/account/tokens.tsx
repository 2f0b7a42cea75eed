import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../api/queries.js';
import { showFailure } from '../frame/failure.js';
import { showToast } from '../frame/toasts.js';
import { Badge } from '../ui/badge/badge.js';
import { Button } from '../ui/button/button.js';
import { Item, Items, Section } from '../ui/section/section.js';
import { useNow, When } from '../ui/text/when.js';
import { CreateTokenDialog } from './create-token-dialog.js';
import { messages } from './messages/index.gen.js';

/** The tokens with which programs act as the person. */
export function Tokens() {
  const m = messages.use();
  const now = useNow();
  const tokens = useQuery(read('getPersonalTokens', {}));
  const listed = tokens.data?.personalTokens ?? [];
  const { mutate: revoke } = useChange('revokePersonalToken');
  const [isCreating, setCreating] = useState(false);
  const end = (personalTokenId: string, name: string): void =>
    revoke(
      { personalTokenId },
      {
        onSuccess: () => showToast({ text: m.tokenEnded({ name }) }),
        onError: (error) => showFailure(error),
      },
    );
  return (
    <Section
      title={m.tokens}
      reading={tokens}
      actions={
        <Button size="small" icon={Plus} onClick={() => setCreating(true)}>
          {m.createToken}
        </Button>
      }
    >
      <p className="t13 t2">{m.tokensText}</p>
      {listed.length > 0 && (
        <Items>
          {listed.map(({ id, name, scope, expiresTs, usedTs }) => (
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
                  {usedTs === null ? m.neverUsed : m.seen} {usedTs !== null && <When at={usedTs} />} · {m.ends}{' '}
                  <When at={expiresTs} /> · {scope === '' ? m.allRights : scope}
                </>
              }
              actions={
                <Button size="small" onClick={() => end(id, name)}>
                  {m.endSession}
                  <span className="vh"> {name}</span>
                </Button>
              }
            />
          ))}
        </Items>
      )}
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </Section>
  );
}
