import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { AnswerOf } from '../api/call.js';
import { read, useChange } from '../api/queries.js';
import { showFailure } from '../frame/failure.js';
import { showToast } from '../frame/toasts.js';
import { Badge } from '../ui/badge/badge.js';
import { Button } from '../ui/button/button.js';
import { browserOf, isPhone } from '../ui/people/agent.js';
import { Item, Items, Section } from '../ui/section/section.js';
import { When } from '../ui/text/when.js';
import { messages } from './messages/index.gen.js';

/** The browsers in which the person is signed in. */
export function Sessions() {
  const m = messages.use();
  const sessions = useQuery(read('getSessions', {}));
  const end = useEndSession();
  const listed = sessions.data?.sessions ?? [];
  const others = listed.filter(({ current }) => !current).length;
  return (
    <Section
      title={m.sessions}
      reading={sessions}
      actions={
        others > 0 && (
          <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ everywhereElse: true })}>
            {m.endOthers({ count: others })}
          </Button>
        )
      }
    >
      <Items>
        {listed.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => end.mutate({ sessionId: session.id })} />
        ))}
      </Items>
    </Section>
  );
}

function useEndSession() {
  const m = messages.use();
  const change = useChange('endSession');
  return {
    ...change,
    mutate: (request: Parameters<typeof change.mutate>[0]) =>
      change.mutate(request, {
        onSuccess: ({ endedSessions }) => showToast({ text: m.ended({ count: endedSessions }) }),
        onError: (error) => showFailure(error),
      }),
  };
}

function SessionItem({ session, onEnd }: { session: AnswerOf<'getSessions'>['sessions'][number]; onEnd(): void }) {
  const m = messages.use();
  const { agent, network, current, seenTs, createdTs } = session;
  const name = browserOf(agent) ?? m.unknownBrowser;
  return (
    <Item
      icon={isPhone(agent) ? Smartphone : Monitor}
      name={
        <>
          <span className="clip b5">{name}</span>
          {current && <Badge tone="accent">{m.thisBrowser}</Badge>}
        </>
      }
      detail={
        <>
          {m.seen} <When at={seenTs} /> · {m.signedIn} <When at={createdTs} /> · {network}
        </>
      }
      actions={
        !current && (
          <Button size="small" aria-label={m.endSessionOf({ name })} onClick={onEnd}>
            {m.endSession}
          </Button>
        )
      }
    />
  );
}
