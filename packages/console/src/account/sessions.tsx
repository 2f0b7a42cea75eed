import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { AnswerOf } from '../api/call.js';
import { read, useChange } from '../api/queries.js';
import { showFailure } from '../frame/failure.js';
import { showToast } from '../frame/toasts.js';
import { Badge } from '../ui/badge/badge.js';
import { Button } from '../ui/button/button.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { Icon } from '../ui/icon/icon.js';
import { browserOf, isPhone } from '../ui/people/agent.js';
import { When } from '../ui/text/when.js';
import styles from './account.module.css';
import { messages } from './messages/index.gen.js';

/** The browsers in which the person is signed in. */
export function Sessions() {
  const m = messages.use();
  const { data, error, refetch } = useQuery(read('getSessions', {}));
  const end = useEndSession();
  const others = data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <div className={styles.sectionHead}>
        <h2 id="sessions">{m.sessions}</h2>
        {others > 0 && (
          <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ everywhereElse: true })}>
            {m.endOthers({ count: others })}
          </Button>
        )}
      </div>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data !== undefined && (
        <ul className={styles.list}>
          {data.sessions.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => end.mutate({ sessionId: session.id })} />
          ))}
        </ul>
      )}
    </section>
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
    <li className={styles.item}>
      <Icon of={isPhone(agent) ? Smartphone : Monitor} size={20} />
      <span className={styles.itemText}>
        <span className="row">
          <span className="clip b5">{name}</span>
          {current && <Badge tone="accent">{m.thisBrowser}</Badge>}
        </span>
        <span className="t12 t3">
          {m.seen} <When at={seenTs} /> · {m.signedIn} <When at={createdTs} /> · {network}
        </span>
      </span>
      {!current && (
        <Button size="small" aria-label={m.endSessionOf({ name })} onClick={onEnd}>
          {m.endSession}
        </Button>
      )}
    </li>
  );
}
