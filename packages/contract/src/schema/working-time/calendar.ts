import { list, model, orNull, text, texts, timestamp } from '../common.js';
import { Type } from '../type.js';

const openHours = (description: string) => texts(`${description}, e.g. 09:00-12:00; none: closed`);
const date = (description: string) => Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description });

/** Working time of a sub-project. */
export const calendarSchema = model('Calendar', 'Which time of which days is working time', {
  key: text('Key of the calendar'),
  name: text('Name for people'),
  zone: text('Time zone'),
  from: date('First day that the calendar covers'),
  until: date('The day after the last one that the calendar covers'),
  week: list(
    model('CalendarDay', 'Opening hours of a weekday', {
      day: Type.Union(
        [
          Type.Literal('MON'),
          Type.Literal('TUE'),
          Type.Literal('WED'),
          Type.Literal('THU'),
          Type.Literal('FRI'),
          Type.Literal('SAT'),
          Type.Literal('SUN'),
        ],
        { description: 'Weekday' },
      ),
      open: openHours('Opening hours'),
    }),
    'Monday to Sunday',
  ),
  exceptions: list(
    model('CalendarException', 'A date with other hours than its weekday', {
      date: date('The date'),
      open: openHours('Opening hours'),
      name: text('The holiday, or why; may be empty'),
    }),
    'Holidays and other dates with hours of their own, in the year of the request',
  ),
});

/** What a calendar says of an instant. */
export const calendarExplanationSchema = model('CalendarExplanation', 'What a calendar says of a time', {
  calendar: text('Key of the calendar'),
  zone: text('Time zone'),
  at: timestamp('The time that was asked about'),
  open: Type.Boolean({ description: 'Whether it is working time' }),
  opening: timestamp('The next time that is working time: `at` itself when it is'),
  closing: orNull(
    Type.String({ format: 'date-time' }),
    'When the working time ends that `at` is in; null when it is closed',
  ),
  due: orNull(
    Type.String({ format: 'date-time' }),
    'The time that is `duration` of working time later; null without it',
  ),
  workingTime: orNull(
    Type.String(),
    'Working time from `at` to `to` as an ISO 8601 duration of hours; null without `to`',
  ),
  text: texts('The same in words, with every day that counts or does not, for the first 31 days'),
});
