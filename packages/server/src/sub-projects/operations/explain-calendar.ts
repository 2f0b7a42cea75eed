import { operations } from '@millrace/contract';
import { ExpressionError, instantIn, parseWorkingDuration, type WorkingCalendar } from '@millrace/engine';
import { invalidValue, notFound } from '../../kernel/errors/request-errors.js';
import type { UseCase } from '../../use-case/caller.js';
import { calendarWords } from '../calendars/calendar-words.js';
import { enter } from '../configuration/enter.js';
import type { SubProjects } from '../configuration/sub-projects.js';

/** explainCalendar: what a calendar says of a time, in numbers and in words. */
export const explainCalendar =
  ({ subProjects }: { readonly subProjects: Pick<SubProjects, 'load'> }): UseCase<'explainCalendar'> =>
  async (caller, { subProjectId, calendar: key, at, duration, to }) => {
    const { subProject } = await enter(subProjects, caller, subProjectId, operations.explainCalendar);
    const calendar = subProject.calendars.get(key);
    if (calendar === undefined) throw notFound('calendar', key, ' in this sub-project');
    const from = at === undefined ? Date.now() : valid('at', () => instantIn(at, calendar));
    const until = to === undefined ? null : valid('to', () => instantIn(to, calendar));
    const span = duration === undefined ? undefined : valid('duration', () => parseWorkingDuration(duration));
    return valid('at', () => explanation(calendar, from, until, { duration, span }));
  };

function explanation(
  calendar: WorkingCalendar,
  at: number,
  to: number | null,
  {
    duration,
    span,
  }: { readonly duration: string | undefined; readonly span: Parameters<WorkingCalendar['add']>[1] | undefined },
) {
  const opening = calendar.opening(at);
  const closing = calendar.closing(at);
  const due = span === undefined ? null : calendar.add(at, span);
  const worked = to === null ? null : calendar.between(at, to);
  const { key, zone } = calendar.resolved;
  return {
    calendar: key,
    zone,
    at: textOf(at),
    open: closing !== null,
    opening: textOf(opening),
    closing: closing === null ? null : textOf(closing),
    due: due === null ? null : textOf(due),
    workingTime: worked === null ? null : isoDuration(worked),
    text: calendarWords(calendar, { at, opening, closing, duration, due, to, worked }),
  };
}

/** @throws CatalogueError 1232 for what is no time or duration, or outside of the calendar */
function valid<T>(member: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw invalidValue(error.message, [{ pointer: `/${member}`, detail: error.message }]);
  }
}

const textOf = (instant: number): string => new Date(instant).toISOString();

/** Hours, minutes and seconds: no days, which would be working days. */
function isoDuration(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts = [part(hours, 'H'), part(minutes, 'M'), part(seconds % 60, 'S')].join('');
  return `${milliseconds < 0 ? '-' : ''}PT${parts === '' ? '0S' : parts}`;
}

const part = (count: number, unit: string): string => (count === 0 ? '' : `${Math.round(count * 1000) / 1000}${unit}`);
