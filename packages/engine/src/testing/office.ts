import type { OpenHours, ResolvedCalendar } from '../working-time/resolved-calendar.js';
import { WorkingCalendar } from '../working-time/working-calendar.js';

const seconds = (text: string): number => Date.parse(text) / 1000;
const hours: OpenHours = [
  [540, 720],
  [780, 1020],
];

/** Berlin, 9 to 12 and 13 to 17 o'clock from Monday to Friday, closed on Good Friday and Easter Monday of 2026. */
export const officeData: ResolvedCalendar = {
  key: 'office',
  name: 'Office',
  zone: 'Europe/Berlin',
  from: '2025-01-01',
  until: '2028-01-01',
  offsets: [
    [0, 3600],
    [seconds('2025-03-30T01:00:00Z'), 7200],
    [seconds('2025-10-26T01:00:00Z'), 3600],
    [seconds('2026-03-29T01:00:00Z'), 7200],
    [seconds('2026-10-25T01:00:00Z'), 3600],
    [seconds('2027-03-28T01:00:00Z'), 7200],
    [seconds('2027-10-31T01:00:00Z'), 3600],
  ],
  week: [hours, hours, hours, hours, hours, [], []],
  exceptions: [
    { date: '2026-04-03', open: [], name: 'Good Friday' },
    { date: '2026-04-06', open: [], name: 'Easter Monday' },
  ],
};

export const office = new WorkingCalendar(officeData);
