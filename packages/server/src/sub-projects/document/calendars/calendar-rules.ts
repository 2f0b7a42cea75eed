import type { Report } from '../findings/finding.js';
import type { CalendarDocument } from '../model/document.js';
import { forEachRepeated, type Rule } from '../rules/rule.js';
import { daysIn, isDate, isZone, readHours, WEEKDAYS } from './read-calendar.js';

/** Calendars have a zone that exists, hours in order, and dates that exist. Countries and regions are looked at after. */
export const calendarRules: Rule = ({ calendars = [] }, { error }) => {
  forEachRepeated(
    calendars,
    ({ key }) => key,
    (index, first) =>
      error(['calendars', index, 'key'], `the key "${calendars[index]?.key}" is taken by /calendars/${first}`),
  );
  calendars.forEach((calendar, index) => {
    const at = ['calendars', index];
    if (!isZone(calendar.zone)) {
      error([...at, 'zone'], `there is no time zone "${calendar.zone}"; write an IANA name such as Europe/Berlin`);
    }
    checkWeek(calendar, at, error);
    checkDates(calendar, at, error);
  });
};

type At = readonly (string | number)[];

function checkWeek({ week }: CalendarDocument, at: At, error: Report): void {
  const takenBy = new Map<number, string>();
  for (const [days, hours] of Object.entries(week)) {
    const path = [...at, 'week', days];
    const positions = daysIn(days);
    if (positions === undefined) error(path, `"${days}" is no day; write MON, or MON-FRI`);
    for (const position of positions ?? []) {
      const other = takenBy.get(position);
      if (other !== undefined) error(path, `${WEEKDAYS[position]} is in "${other}" already; name each day once`);
      takenBy.set(position, days);
    }
    checkHours(hours, path, error);
  }
  if (Object.values(week).every((hours) => hours.length === 0)) {
    error(
      [...at, 'week'],
      'the calendar is never open; give hours for at least one day, such as MON-FRI: [09:00-17:00]',
    );
  }
}

function checkHours(hours: readonly string[], path: At, error: Report): void {
  const read = readHours(hours);
  if ('problem' in read) error(path, read.problem);
}

function checkDates({ holidays = [], exceptions = [] }: CalendarDocument, at: At, error: Report): void {
  holidays.forEach(({ date, country, region, types }, index) => {
    const path = [...at, 'holidays', index];
    if ((date === undefined) === (country === undefined)) error(path, 'give either "date" or "country"');
    if (date !== undefined && (region !== undefined || types !== undefined)) {
      error(path, '"region" and "types" belong to a country');
    }
    if (date !== undefined && !isDate(date)) error([...path, 'date'], noDate(date));
  });
  exceptions.forEach(({ date, open }, index) => {
    const path = [...at, 'exceptions', index];
    if (!isDate(date)) error([...path, 'date'], noDate(date));
    checkHours(open, [...path, 'open'], error);
  });
  forEachRepeated(
    exceptions,
    ({ date }) => date,
    (index, first) =>
      error([...at, 'exceptions', index, 'date'], `the date is in /exceptions/${first} of the calendar already`),
  );
}

const noDate = (text: string): string => `"${text}" is no date; write for example 2026-12-24`;
