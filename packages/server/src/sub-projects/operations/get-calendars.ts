import { operations } from '@millrace/contract';
import type { UseCase } from '../../use-case/caller.js';
import { presentHours } from '../calendars/present-hours.js';
import { enter } from '../configuration/enter.js';
import type { SubProjects } from '../configuration/sub-projects.js';

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** getCalendars: opening hours, and the exceptions of a year. */
export const getCalendars =
  ({ subProjects }: { readonly subProjects: Pick<SubProjects, 'load'> }): UseCase<'getCalendars'> =>
  async (caller, { subProjectId, year = String(new Date().getUTCFullYear()) }) => {
    const { subProject } = await enter(subProjects, caller, subProjectId, operations.getCalendars);
    return {
      calendars: [...subProject.calendars.values()].map(({ resolved }) => {
        const { key, name, zone, from, until, week, exceptions } = resolved;
        return {
          key,
          name,
          zone,
          from,
          until,
          week: WEEKDAYS.map((day, index) => ({ day, open: presentHours(week[index] ?? []) })),
          exceptions: exceptions
            .filter(({ date }) => date.startsWith(`${year}-`))
            .map((exception) => ({ ...exception, open: presentHours(exception.open) })),
        };
      }),
    };
  };
