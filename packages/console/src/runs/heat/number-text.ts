import { figure } from '../../messages/instants.js';
import type { Locale } from '../../messages/locale.js';
import { timeSpent } from '../../messages/time-spent.js';
import { isTime, type Measure } from './heat.js';

/** A number of a measure as people say it. */
export const numberText = (value: number, measure: Measure, locale: Locale): string =>
  isTime(measure) ? tookText(value, locale) : figure(value, locale);

/** A time in milliseconds as people say it. */
export const tookText = (milliseconds: number | null, locale: Locale): string => {
  if (milliseconds === null) return '–';
  if (milliseconds >= 1000) return timeSpent(milliseconds / 1000, locale);
  return figure(milliseconds, locale, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' });
};
