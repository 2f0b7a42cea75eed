import type { Table } from './operations.js';

/** The operations that only the page of the calendars calls. */
export const calendarOperations = {
  explainCalendar: 'process/projects',
  getCalendars: 'process/projects',
} as const satisfies Table;
