import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { browserOf, isPhone } from '../../ui/people/agent.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { User } from '../users/user-table.js';

/** The browsers in which a person is signed in. */
export function UserSessions({ user }: { readonly user: User }) {
  const m = messages.use();
  const reading = useQuery(read('getSessions', { userId: user.id }));
  const { mutate } = useChange('endSession');
  const sessions = reading.data?.sessions ?? [];
  const end = (sessionId: string, browser: string) =>
    mutate(
      { sessionId },
      { onSuccess: () => showToast({ text: m.sessionEnded({ browser }) }), onError: (error) => showFailure(error) },
    );
  return (
    <Section title={m.sessions} reading={reading}>
      {sessions.length === 0 && <p className="t13 t3">{m.noSessions}</p>}
      {sessions.length > 0 && (
        <Items>
          {sessions.map(({ id, agent, network, current, seenTs, createdTs }) => {
            const browser = browserOf(agent) ?? m.unknownBrowser;
            return (
              <Item
                key={id}
                icon={isPhone(agent) ? Smartphone : Monitor}
                name={
                  <>
                    <span className="clip b5">{browser}</span>
                    {current && <Badge tone="accent">{m.thisBrowser}</Badge>}
                  </>
                }
                detail={
                  <>
                    {m.lastUsed} <When at={seenTs} /> · {m.signedIn} <When at={createdTs} /> · {network}
                  </>
                }
                actions={
                  !current && (
                    <Button size="small" onClick={() => end(id, browser)}>
                      {m.end}
                      <span className="vh"> {browser}</span>
                    </Button>
                  )
                }
              />
            );
          })}
        </Items>
      )}
    </Section>
  );
}
