import type { Static } from 'typebox';
import { flag, model, orNull, text } from './common.js';
import { Type } from './type.js';

export const orNullTime = (description: string) => orNull(Type.String({ format: 'date-time' }), description);

/** How a clock stands. */
export const clockStateSchema = Type.Union(
  [
    Type.Literal('RUNNING'),
    Type.Literal('PAUSED'),
    Type.Literal('MET'),
    Type.Literal('BREACHED'),
    Type.Literal('CANCELLED'),
  ],
  { description: 'MET: it ended in time. BREACHED: its budget was used up before it ended, also while it goes on' },
);

/** A clock in a list. */
export const clockSummarySchema = model('ClockSummary', 'How a clock of a process or task stands', {
  key: text('Key of the clock'),
  name: text('Name for people'),
  taskId: orNull(Type.String(), 'Id of the task that it is about; null for a clock of the process'),
  state: clockStateSchema,
  open: flag('Whether it has not ended'),
  dueTs: orNullTime('When its budget is used up; null while it is paused and after its end'),
  breachedTs: orNullTime('When its budget was used up'),
});
export type ClockSummary = Static<typeof clockSummarySchema>;
