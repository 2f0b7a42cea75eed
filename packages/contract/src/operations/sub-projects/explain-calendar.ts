import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { queryText, requiredText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';
import { calendarExplanationSchema } from '../../schema/working-time/calendar.js';

export const explainCalendar = defineOperation({
  id: 'explainCalendar',
  method: 'GET',
  path: '/v1/process/projects/explainCalendar',
  tag: 'Sub-projects',
  summary: 'Tell what a calendar counts',
  description:
    'Tells whether a calendar is open at a time and when it opens next; with `duration`, when something that takes so much working time is due; with `to`, how much working time lies between two times. Timers and expressions count in the same way.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    calendar: requiredText('Key of the calendar'),
    at: queryText('ISO 8601 date and time. Without offset: on the clock of the calendar. Default: now'),
    duration: queryText('ISO 8601 duration, e.g. P2D for two working days or PT16H for sixteen working hours'),
    to: queryText('ISO 8601 date and time, as `at`'),
  }),
  response: calendarExplanationSchema,
  errors: [1200, 1204, 1232],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, calendar: 'office', at: '2026-03-12T16:30:00', duration: 'PT1H' },
  },
});
