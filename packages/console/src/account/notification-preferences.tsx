import { useQuery } from '@tanstack/react-query';
import { read, useChange } from '../api/queries.js';
import { showFailure } from '../frame/failure.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { Checkbox } from '../ui/field/controls.js';
import styles from './account.module.css';
import { messages } from './messages/index.gen.js';

const causes = ['created', 'assigned', 'commented', 'mentioned'] as const;

/** What the person is told of, and which processes the person watches without asking. Each choice is saved at once. */
export function NotificationPreferences() {
  const m = messages.use();
  const { data, error, refetch } = useQuery(read('getNotificationPreferences', {}));
  const { mutate, isPending } = useChange('setNotificationPreferences');
  const change = (changes: Parameters<typeof mutate>[0]): void =>
    mutate(changes, { onError: (failure) => showFailure(failure) });
  return (
    <section className={styles.section} aria-labelledby="notifications">
      <div className={styles.sectionHead}>
        <h2 id="notifications">{m.notifications}</h2>
      </div>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={3} />}
      {data !== undefined && (
        <div className={styles.pair}>
          <fieldset className={styles.choices}>
            <legend className="label">{m.notifyOf}</legend>
            {data.reasons.map(({ reason, inbox }) => (
              <Checkbox
                key={reason}
                checked={inbox}
                disabled={isPending}
                onChange={({ target }) => change({ reasons: [{ reason, inbox: target.checked }] })}
              >
                {m.notifyReason({ reason })}
              </Checkbox>
            ))}
          </fieldset>
          <fieldset className={styles.choices}>
            <legend className="label">{m.watchWhen}</legend>
            {causes.map((cause) => (
              <Checkbox
                key={cause}
                checked={data.watching[cause]}
                disabled={isPending}
                onChange={({ target }) => change({ watching: { [cause]: target.checked } })}
              >
                {m.watchCause({ cause })}
              </Checkbox>
            ))}
          </fieldset>
        </div>
      )}
    </section>
  );
}
