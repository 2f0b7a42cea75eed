import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../api/call.js';
import { read, useChange } from '../api/queries.js';
import { showFailure } from '../frame/failure.js';
import { Checkbox, Select, TextInput } from '../ui/field/controls.js';
import { Field } from '../ui/field/field.js';
import { Section } from '../ui/section/section.js';
import styles from './account.module.css';
import { messages } from './messages/index.gen.js';

type Preferences = AnswerOf<'getNotificationPreferences'>;
const emailChoices = ['now', 'digest', 'never'] as const;
const causes = ['created', 'assigned', 'commented', 'mentioned'] as const;

/** What the person is told of, and which processes the person watches without asking. Each choice is saved at once. */
export function NotificationPreferences() {
  const m = messages.use();
  const preferences = useQuery(read('getNotificationPreferences', {}));
  const { data } = preferences;
  const { mutate, isPending } = useChange('setNotificationPreferences');
  const change = (changes: Parameters<typeof mutate>[0]): void =>
    mutate(changes, { onError: (failure) => showFailure(failure) });
  return (
    <Section title={m.notifications} reading={preferences}>
      {data !== undefined && (
        <>
          <fieldset className={styles.choices}>
            <legend className="label">{m.notifyOf}</legend>
            {data.reasons.map(({ reason, inbox, email, push }) => (
              <div key={reason} className={styles.channels}>
                <Checkbox
                  checked={inbox}
                  disabled={isPending}
                  onChange={({ target }) => change({ reasons: [{ reason, inbox: target.checked }] })}
                >
                  {m.notifyReason({ reason })}
                </Checkbox>
                <Select
                  aria-label={m.emailOf({ reason: m.notifyReason({ reason }) })}
                  value={email}
                  disabled={isPending}
                  onChange={({ target }) => {
                    const chosen = emailChoices.find((choice) => choice === target.value);
                    if (chosen !== undefined) change({ reasons: [{ reason, email: chosen }] });
                  }}
                >
                  {emailChoices.map((choice) => (
                    <option key={choice} value={choice}>
                      {m.emailChoice({ choice })}
                    </option>
                  ))}
                </Select>
                <Checkbox
                  aria-label={`${m.pushOf}: ${m.notifyReason({ reason })}`}
                  checked={push}
                  disabled={isPending}
                  onChange={({ target }) => change({ reasons: [{ reason, push: target.checked }] })}
                >
                  {m.pushOf}
                </Checkbox>
              </div>
            ))}
          </fieldset>
          <DigestTime digest={data.digest} isPending={isPending} onChange={(digest) => change({ digest })} />
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
        </>
      )}
    </Section>
  );
}

/** When the e-mail of the day is sent, and where the person is. */
function DigestTime({
  digest,
  isPending,
  onChange,
}: {
  digest: Preferences['digest'];
  isPending: boolean;
  onChange: (digest: Partial<Preferences['digest']>) => void;
}) {
  const m = messages.use();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set(['UTC', here, digest.timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
  return (
    <div className={styles.pair}>
      <Field label={m.digestAt} hint={m.digestHint}>
        {(ids) => (
          // Another time on the server replaces what is shown; while it is typed, it is not saved.
          <TextInput
            {...ids}
            key={digest.at}
            type="time"
            defaultValue={digest.at}
            disabled={isPending}
            onBlur={({ target }) => {
              if (target.value !== '' && target.value !== digest.at) onChange({ at: target.value });
            }}
          />
        )}
      </Field>
      <Field label={m.digestZone}>
        {(ids) => (
          <Select
            {...ids}
            value={digest.timeZone}
            disabled={isPending}
            onChange={({ target }) => onChange({ timeZone: target.value })}
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone === here ? m.zoneOfBrowser({ zone }) : zone}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
