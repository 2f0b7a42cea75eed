import { clockStateSchema, orNullTime } from '../clock-summary.js';
import { list, model, orNull, text, texts, timestamp } from '../common.js';
import { Type } from '../type.js';

const minutes = (description: string) => orNull(Type.Integer({ minimum: 0 }), description);

/** A clock of a process or task. */
export const clockSchema = model('Clock', 'A clock of a process or of one of its tasks', {
  key: text('Key of the clock'),
  name: text('Name for people'),
  taskId: orNull(Type.String(), 'Id of the task that it is about; null for a clock of the process'),
  state: clockStateSchema,
  calendar: orNull(Type.String(), 'Key of the calendar whose time it counts; null: all time counts'),
  budget: text('The time that it may take, as an ISO 8601 duration in the time of its calendar'),
  budgetMinutes: minutes('The same in minutes that count; null where the calendar does not cover the time'),
  countedMinutes: minutes('Minutes that have counted until now or its end; null as above'),
  startedTs: timestamp('When it started'),
  dueTs: orNullTime('When its budget is used up; null while it is paused'),
  breachedTs: orNullTime('When its budget was used up'),
  endedTs: orNullTime('When it ended'),
  ledger: list(
    model('ClockEntry', 'Something that happened to a clock', {
      at: timestamp('When'),
      what: Type.Union(
        [
          Type.Literal('started'),
          Type.Literal('paused'),
          Type.Literal('resumed'),
          Type.Literal('budget'),
          Type.Literal('breached'),
          Type.Literal('stopped'),
          Type.Literal('cancelled'),
        ],
        { description: 'What happened' },
      ),
      budget: orNull(Type.String(), 'The budget from then on; null where it stays'),
      countedMinutes: minutes('Minutes that had counted by then; null where the calendar does not cover the time'),
    }),
    'Everything that happened to it, in order',
  ),
  text: texts('The same in words, with the time that counted'),
});
