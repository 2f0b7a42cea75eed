import { figure } from '../../messages/instants.js';
import type { Locale } from '../../messages/locale.js';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long something took as people say it, in its largest unit: 2.4 days, 35 min. */
export function timeSpent(seconds: number, locale: Locale): string {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const options = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 0 : 1,
  } as const;
  return figure(seconds / size, locale, options);
}
