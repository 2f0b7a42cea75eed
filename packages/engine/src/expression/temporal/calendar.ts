/** Days and years of the proleptic Gregorian calendar, without `Date`, whose years end at 275,760. */

export const NANOS_PER_SECOND = 1_000_000_000;
export const SECONDS_PER_DAY = 86_400;
export const NANOS_PER_DAY = SECONDS_PER_DAY * NANOS_PER_SECOND;
/** Years before and after which there are no dates (XML Schema and Java agree on nine digits). */
export const MAX_YEAR = 999_999_999;

export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isCalendarDay({ year, month, day }: CalendarDay): boolean {
  return (
    Number.isInteger(year) &&
    Math.abs(year) <= MAX_YEAR &&
    Number.isInteger(month) &&
    month >= 1 &&
    month <= 12 &&
    Number.isInteger(day) &&
    day >= 1 &&
    day <= daysInMonth(year, month)
  );
}

/** Days since 1970-01-01. The year is counted from March, so that the leap day is its last day. */
export function epochDayOf({ year, month, day }: CalendarDay): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function calendarDayOf(epochDay: number): CalendarDay {
  const shifted = epochDay + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1;
}

/** The day so many months later; the last day of the month where the month is shorter. Null past the last year. */
export function plusMonths({ year, month, day }: CalendarDay, months: number): CalendarDay | null {
  const total = year * 12 + (month - 1) + months;
  const newYear = Math.floor(total / 12);
  const newMonth = total - newYear * 12 + 1;
  if (!(Math.abs(newYear) <= MAX_YEAR)) return null;
  return { year: newYear, month: newMonth, day: Math.min(day, daysInMonth(newYear, newMonth)) };
}

/** ISO 8601 week of the year. */
export function weekOfYear(date: CalendarDay): number {
  const epochDay = epochDayOf(date);
  const thursday = epochDay - weekdayOf(epochDay) + 4;
  const { year } = calendarDayOf(thursday);
  return Math.floor((thursday - epochDayOf({ year, month: 1, day: 1 })) / 7) + 1;
}
