import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { calendarOperations } from '../api/calendar-operations.js';
import { addOperations } from '../api/operations.js';
import { isProblem } from '../api/problem.js';
import { read } from '../api/queries.js';
import { PageHead } from '../frame/page-head.js';
import { calendarDay } from '../messages/instants.js';
import { useLocale } from '../messages/locale.js';
import { IconButton } from '../ui/button/button.js';
import { Card } from '../ui/card/card.js';
import { Empty } from '../ui/feedback/empty.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { Select } from '../ui/field/controls.js';
import { Facts } from '../ui/table/facts.js';
import styles from './calendars.module.css';
import { DueForm } from './due-form.js';
import { messages } from './messages/index.gen.js';
import type { Calendar } from './model.js';
import type { CalendarSearch } from './routes.js';
import { weekdayName, YearView } from './year-view.js';

addOperations(calendarOperations);

const route = getRouteApi('/frame/calendars/$subProjectId');

/** The working time of a sub-project: a year at a glance, the hours of the week, and when something would be due. */
export function CalendarsPage() {
  const m = messages.use();
  const { subProjectId } = route.useParams();
  const search: CalendarSearch = route.useSearch();
  const navigate = useNavigate();
  const year = search.year ?? new Date().getFullYear();
  const { data, error, refetch } = useQuery({
    ...read('getCalendars', { subProjectId, year: String(year) }),
    placeholderData: keepPreviousData,
  });
  const change = (next: CalendarSearch) =>
    void navigate({
      to: '/calendars/$subProjectId',
      params: { subProjectId },
      search: { ...search, ...next },
      replace: true,
    });
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  const calendars = data?.calendars ?? [];
  const shown = calendars.find(({ key }) => key === search.calendar) ?? calendars[0];
  return (
    <>
      <PageHead title={m.title}>
        {calendars.length > 1 && shown !== undefined && (
          <Select
            aria-label={m.calendar}
            value={shown.key}
            onChange={({ target }) => change({ calendar: target.value })}
          >
            {calendars.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <IconButton icon={ChevronLeft} label={m.before} onClick={() => change({ year: year - 1 })} />
        <output aria-label={m.year} className="b5 num">
          {year}
        </output>
        <IconButton icon={ChevronRight} label={m.after} onClick={() => change({ year: year + 1 })} />
      </PageHead>
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={6} />}
        {data !== undefined && shown === undefined && (
          <Empty kind="nothing" title={m.none}>
            {m.noneText}
          </Empty>
        )}
        {shown !== undefined && (
          <>
            <Card title={shown.name}>
              <div className={styles.body}>
                <YearView calendar={shown} year={year} />
              </div>
            </Card>
            <div className={styles.beside}>
              <Hours calendar={shown} />
              <Exceptions calendar={shown} year={year} />
              <Card title={m.tryTitle}>
                <div className={styles.body}>
                  <DueForm key={shown.key} subProjectId={subProjectId} calendar={shown} />
                </div>
              </Card>
            </div>
          </>
        )}
      </div>
    </>
  );
}

function Hours({ calendar: { week, zone, from, until } }: { calendar: Calendar }) {
  const m = messages.use();
  const locale = useLocale();
  return (
    <Card title={m.hours}>
      <div className={styles.body}>
        <Facts
          items={week.map(({ day, open }) => [
            weekdayName(day, locale, 'long'),
            open.length === 0 ? m.closed : open.join(', '),
          ])}
        />
        <p className="t12 t3">{m.zone({ zone })}</p>
        <p className="t12 t3">{m.covers({ from: calendarDay(from, locale), until: calendarDay(until, locale) })}</p>
      </div>
    </Card>
  );
}

function Exceptions({ calendar: { exceptions }, year }: { calendar: Calendar; year: number }) {
  const m = messages.use();
  const locale = useLocale();
  return (
    <Card title={m.exceptions({ year: String(year) })}>
      <div className={styles.body}>
        {exceptions.length === 0 ? (
          <p className="t3 t13">{m.noExceptions}</p>
        ) : (
          <Facts
            items={exceptions.map(({ date, open, name }) => [
              calendarDay(date, locale),
              [...(name === '' ? [] : [name]), open.length === 0 ? m.closed : open.join(', ')].join(': '),
            ])}
          />
        )}
      </div>
    </Card>
  );
}
