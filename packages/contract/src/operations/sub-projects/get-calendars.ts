import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';
import { calendarSchema } from '../../schema/working-time/calendar.js';

export const getCalendars = defineOperation({
  id: 'getCalendars',
  method: 'GET',
  path: '/v1/process/projects/getCalendars',
  tag: 'Sub-projects',
  summary: 'List calendars',
  description:
    'Lists the calendars of a sub-project with their opening hours, and the holidays and other exceptions of one year, as the last deployment resolved them.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    year: Type.Optional(
      Type.String({
        pattern: '^[12][0-9]{3}$',
        maxLength: 4,
        description: 'Year of the exceptions. Default: the current one',
      }),
    ),
  }),
  response: Type.Object({ calendars: list(calendarSchema, 'The calendars in the order of the document') }),
  errors: [1204],
  example: { request: { subProjectId: ids.subProjectId, year: '2026' } },
});
