import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AnswerOf } from '../api/call.js';
import { read } from '../api/queries.js';
import { type Locale, useLocale } from '../messages/locale.js';
import { Button } from '../ui/button/button.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { Select, TextInput } from '../ui/field/controls.js';
import { Field } from '../ui/field/field.js';
import styles from './calendars.module.css';
import { messages } from './messages/index.gen.js';
import type { Calendar } from './model.js';

interface Question {
  readonly at?: string;
  readonly duration: string;
}

/** Tells when something that takes so much working time is due, as timers and clocks count it. */
export function DueForm({ subProjectId, calendar }: { subProjectId: string; calendar: Calendar }) {
  const m = messages.use();
  const [question, setQuestion] = useState<Question>();
  const { data, error, isFetching } = useQuery({
    ...read('explainCalendar', { subProjectId, calendar: calendar.key, duration: 'P1D', ...question }),
    enabled: question !== undefined,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const count = String(given.get('count'));
    const at = String(given.get('at'));
    setQuestion({
      duration: given.get('unit') === 'days' ? `P${count}D` : `PT${count}H`,
      ...(at === '' ? {} : { at }),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label={m.tryAt} hint={m.tryNow}>
        {(ids) => <TextInput {...ids} name="at" type="datetime-local" />}
      </Field>
      <div className={styles.pair}>
        <Field label={m.tryCount}>
          {(ids) => (
            <TextInput {...ids} name="count" type="number" min={0} max={999} step={1} defaultValue={2} required />
          )}
        </Field>
        <Field label={m.tryUnit}>
          {(ids) => (
            <Select {...ids} name="unit">
              <option value="days">{m.tryDays}</option>
              <option value="hours">{m.tryHours}</option>
            </Select>
          )}
        </Field>
      </div>
      <Button type="submit" isBusy={isFetching}>
        {m.tryDo}
      </Button>
      <div role="status">
        {error !== null && <ProblemView error={error} />}
        {data !== undefined && <Answer answer={data} />}
      </div>
    </form>
  );
}

function Answer({ answer: { open, opening, due, zone } }: { answer: AnswerOf<'explainCalendar'> }) {
  const m = messages.use();
  const locale = useLocale();
  return (
    <>
      {due !== null && <p className="b5">{m.due({ at: onClockOf(due, zone, locale) })}</p>}
      <p className="t3 t13">{open ? m.openNow : m.closedNow({ at: onClockOf(opening, zone, locale) })}</p>
    </>
  );
}

/** An instant on the clock of the calendar. */
const onClockOf = (instant: string, timeZone: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant));
