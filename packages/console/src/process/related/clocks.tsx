import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { absoluteTime } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { hoursAndMinutes, spokenDuration, timeSpent } from '../../messages/time-spent.js';
import { Badge, type Tone } from '../../ui/badge/badge.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { useNow, When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { POLL_MS } from '../model/use-process.js';
import styles from './clocks.module.css';
import related from './related.module.css';

type Clock = AnswerOf<'explainSla'>['clocks'][number];
type TaskNames = ReadonlyMap<string, string>;

/** The clocks of the process and its tasks: how they stand, and how every minute was counted. */
export function Clocks({ subProjectId, processId }: { subProjectId: string; processId: string }) {
  const m = messages.use();
  const request = { subProjectId, processId };
  const { data, error, refetch } = useQuery({ ...read('explainSla', request), refetchInterval: POLL_MS });
  const hasTasks = data?.clocks.some(({ taskId }) => taskId !== null) === true;
  const tasks = useQuery({
    ...read('getTasks', { ...request, page: '1', perPageCount: '100' }),
    enabled: hasTasks,
  });
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.clocks.length === 0) return null;
  const names: TaskNames = new Map(tasks.data?.tasks.map(({ id, name }) => [id, name]));
  return (
    <section aria-labelledby="clocks">
      <div className={related.head}>
        <h2 id="clocks">{m.clocks}</h2>
      </div>
      <ul className={related.box}>
        {data.clocks.map((clock) => (
          <li key={`${clock.key} ${clock.taskId}`} className={styles.clock}>
            <ClockView clock={clock} subProjectId={subProjectId} names={names} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const tones: Readonly<Record<Clock['state'], Tone>> = {
  RUNNING: 'running',
  PAUSED: 'waiting',
  MET: 'completed',
  BREACHED: 'failed',
  CANCELLED: 'cancelled',
};

function ClockView({ clock, subProjectId, names }: { clock: Clock; subProjectId: string; names: TaskNames }) {
  const m = messages.use();
  const { calendar } = clock;
  const task = clock.taskId === null ? undefined : (names.get(clock.taskId) ?? m.aTask);
  return (
    <>
      <div className={styles.line}>
        <b className="b5">{clock.name}</b>
        {task !== undefined && <span className="t2">{m.clockTask({ name: task })}</span>}
        <Badge tone={tones[clock.state]}>{m.clockState({ state: clock.state })}</Badge>
        <span className={styles.due}>
          <Due clock={clock} />
        </span>
      </div>
      <Used clock={clock} />
      <p className={`t12 t3 ${styles.calendar}`}>
        {calendar === null
          ? m.clockAllTime
          : m.clockCalendar({
              calendar: () => (
                <Link to="/calendars/$subProjectId" params={{ subProjectId }} search={{ calendar }}>
                  {calendar}
                </Link>
              ),
            })}
      </p>
      <Ledger clock={clock} />
    </>
  );
}

function Due({ clock: { dueTs, breachedTs, endedTs, state } }: { clock: Clock }) {
  const m = messages.use();
  const locale = useLocale();
  const now = useNow().getTime();
  if (state === 'CANCELLED') return null;
  if (endedTs !== null) {
    const when = () => <When at={endedTs} />;
    return breachedTs === null ? m.clockEnded({ when }) : <span className="danger-t">{m.clockLate({ when })}</span>;
  }
  if (breachedTs !== null) {
    const seconds = Math.max(0, now - Date.parse(breachedTs)) / 1000;
    return <span className="danger-t">{m.clockOverdue({ time: timeSpent(seconds, locale) })}</span>;
  }
  return dueTs === null ? null : m.clockDue({ when: () => <When at={dueTs} /> });
}

/** What has counted of the budget, as a bar and in words. */
function Used({ clock: { name, budgetMinutes, countedMinutes, breachedTs } }: { clock: Clock }) {
  const m = messages.use();
  const locale = useLocale();
  if (budgetMinutes === null || countedMinutes === null) return null;
  const time = (minutes: number) => hoursAndMinutes(minutes, locale);
  const left = budgetMinutes - countedMinutes;
  const isOver = breachedTs !== null;
  return (
    <div className={styles.used}>
      <span
        className={`${styles.track} ${isOver ? styles.over : ''}`}
        role="img"
        aria-label={`${name}: ${m.clockUsed({ used: time(countedMinutes), budget: time(budgetMinutes) })}`}
      >
        <span
          style={{ width: `${isOver ? 100 : Math.min(100, (100 * countedMinutes) / Math.max(1, budgetMinutes))}%` }}
        />
      </span>
      <span className="t12 t2 num">
        {m.clockUsed({ used: time(countedMinutes), budget: time(budgetMinutes) })},{' '}
        {isOver ? m.clockOver({ over: time(Math.max(0, -left)) }) : m.clockLeft({ left: time(left) })}
      </span>
    </div>
  );
}

function Ledger({ clock: { ledger } }: { clock: Clock }) {
  const m = messages.use();
  const locale = useLocale();
  return (
    <details className={styles.ledger}>
      <summary>{m.clockLedger}</summary>
      <ol>
        {ledger.map(({ at, what, budget, countedMinutes }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
          <li key={place}>
            <span className="num t3">{absoluteTime(new Date(at), locale)}</span>
            <span>{m.clockEntry({ what, budget: budget === null ? '' : spokenDuration(budget, locale) })}</span>
            {countedMinutes !== null && what !== 'started' && (
              <span className="t3 num">{m.clockCounted({ time: hoursAndMinutes(countedMinutes, locale) })}</span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
