import { createRoute } from '@tanstack/react-router';
import { page } from '../frame/page.js';
import { frameRoute } from '../frame/routes.js';
import { messages } from './messages/index.gen.js';

/** What the address says: a calendar, and a year. */
export interface CalendarSearch {
  readonly calendar?: string;
  readonly year?: number;
}

const calendarsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/calendars/$subProjectId',
  validateSearch: ({ calendar, year }: Readonly<Record<string, unknown>>): CalendarSearch => ({
    ...(typeof calendar === 'string' ? { calendar } : {}),
    ...(typeof year === 'number' && Number.isInteger(year) && year >= 1000 && year < 3000 ? { year } : {}),
  }),
  component: page(() => import('./calendars-page.js'), 'CalendarsPage', messages),
});

export const calendarsRoutes = [calendarsRoute] as const;
