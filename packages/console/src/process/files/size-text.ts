import { figure } from '../../messages/instants.js';
import type { Locale } from '../../messages/locale.js';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A number of bytes as people read it: 184 kB, 1.2 MB. */
export function sizeText(bytes: number, locale: Locale): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${figure(value, locale, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}
