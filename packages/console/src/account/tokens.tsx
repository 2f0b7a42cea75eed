import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../api/queries.js';
import { showFailure } from '../frame/failure.js';
import { showToast } from '../frame/toasts.js';
import { Badge } from '../ui/badge/badge.js';
import { Button } from '../ui/button/button.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { Icon } from '../ui/icon/icon.js';
import { useNow, When } from '../ui/text/when.js';
import styles from './account.module.css';
import { CreateTokenDialog } from './create-token-dialog.js';
import { messages } from './messages/index.gen.js';

/** The tokens with which programs act as the person. */
export function Tokens() {
  const m = messages.use();
  const now = useNow();
  const { data, error, refetch } = useQuery(read('getPersonalTokens', {}));
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
    <section className={styles.section} aria-labelledby="tokens">
      <div className={styles.sectionHead}>
        <h2 id="tokens">{m.tokens}</h2>
        <Button size="small" icon={Plus} onClick={() => setCreating(true)}>
          {m.createToken}
        </Button>
      </div>
      <p className="t13 t2">{m.tokensText}</p>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={1} />}
      {data !== undefined && data.personalTokens.length > 0 && (
        <ul className={styles.list}>
          {data.personalTokens.map(({ id, name, scope, expiresTs, usedTs }) => (
            <li key={id} className={styles.item}>
              <Icon of={KeyRound} size={20} />
              <span className={styles.itemText}>
                <span className="row">
                  <span className="clip b5">{name}</span>
                  {new Date(expiresTs) < now && <Badge>{m.expired}</Badge>}
                </span>
                <span className="t12 t3">
                  {usedTs === null ? m.neverUsed : m.seen} {usedTs !== null && <When at={usedTs} />} · {m.ends}{' '}
                  <When at={expiresTs} /> · {scope === '' ? m.allRights : scope}
                </span>
              </span>
              <Button size="small" onClick={() => end(id, name)}>
                {m.endSession}
                <span className="vh"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </section>
  );
}
