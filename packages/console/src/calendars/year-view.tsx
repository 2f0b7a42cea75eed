import { type Locale, useLocale } from '../messages/locale.js';
import styles from './calendars.module.css';
import { messages } from './messages/index.gen.js';
import { type Calendar, type Day, weekdays, weeksOf } from './model.js';

const tagOf = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);
/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);

/** The name of a weekday. */
export const weekdayName = (day: (typeof weekdays)[number], locale: Locale, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(tagOf(locale), { weekday, timeZone: 'UTC' }).format(
    new Date(MONDAY + weekdays.indexOf(day) * 86_400_000),
  );

/** Twelve months: which days are working days, and which are not as usual. */
export function YearView({ calendar, year }: { calendar: Calendar; year: number }) {
  const m = messages.use();
  const legend = [
    ['open', m.legendOpen],
    ['closed', m.legendClosed],
    ['holiday', m.legendHoliday],
    ['other', m.legendOther],
  ] as const;
  return (
    <>
      <div className={styles.year}>
        {Array.from({ length: 12 }, (_, month) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a month is its place in the year
          <Month key={month} calendar={calendar} year={year} month={month} />
        ))}
      </div>
      <ul className={styles.legend}>
        {legend.map(([kind, text]) => (
          <li key={kind}>
            <span className={`${styles.swatch} ${styles[kind]}`} />
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function Month({ calendar, year, month }: { calendar: Calendar; year: number; month: number }) {
  const locale = useLocale();
  const name = new Intl.DateTimeFormat(tagOf(locale), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month, 1),
  );
  return (
    <table className={styles.month}>
      <caption>{name}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={weekdayName(day, locale, 'long')}>
              {weekdayName(day, locale, 'short').slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(calendar, year, month).map((week) => (
          <tr key={week.find((day) => day !== undefined)?.date}>
            {week.map((day, place) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a day of another month is its place in the week
              day === undefined ? <td key={place} /> : <DayCell key={day.date} day={day} />,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ day: { number, kind, open, name } }: { day: Day }) {
  const m = messages.use();
  const hours = open.length === 0 ? m.closed : open.join(', ');
  const said = name === '' ? hours : `${name}: ${hours}`;
  return (
    <td className={styles[kind]} title={said}>
      {number}
      {kind !== 'open' && <span className="vh"> {said}</span>}
    </td>
  );
}
