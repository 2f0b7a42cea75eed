import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, LAST_PAGE, list, text } from '../../schema/common.js';
import { eventSchema } from '../../schema/event.js';
import { positionOrLatest, wholeNumber } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';
import { eventQuery } from './event-query.js';

export const getEvents = defineOperation({
  id: 'getEvents',
  method: 'GET',
  path: '/v1/process/events',
  tag: 'Events',
  summary: 'Read events',
  description:
    'Returns the events after a position, oldest first, as far as the role of the caller may see them. Send `next` of the answer as `afterPosition` of the next request. With waitSeconds, it waits for an event when there is none (long polling).',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  query: Type.Object({
    ...eventQuery,
    afterPosition: Type.Optional(
      positionOrLatest(
        'Position after which to begin, or "latest" to begin with the next event. Default: the oldest event that is kept',
      ),
    ),
    afterSequence: Type.Optional(
      wholeNumber(
        0,
        LAST_PAGE,
        'Number of an event of the process: return the events of the process after it. Requires processId; not with afterPosition',
      ),
    ),
    limit: Type.Optional(wholeNumber(1, 1000, 'Events at most, 1 to 1000. Default "100"')),
    waitSeconds: Type.Optional(
      wholeNumber(0, 60, 'Seconds to wait for an event when there is none, 0 to 60. Default "0": answer at once'),
    ),
  }),
  response: Type.Object({
    events: list(eventSchema, 'The events, in the order of their positions'),
    next: text(
      'Send it as `afterPosition` of the next request. It can be beyond the last event returned: what is between was not for the caller',
    ),
    latest: text('Position of the latest event of the sub-project; "0" when there is none'),
    reset: flag(
      'true when events after the given position were deleted, because they are older than the retention: read the current state anew',
    ),
  }),
  errors: [1200, 1202, 1205, 1221, 1232],
  process: { unknown: { id: 1221 }, outside: 1205 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, afterPosition: '1041', limit: '100' },
    answer: {
      events: [
        {
          id: `${ids.subProjectId}:1042`,
          position: '1042',
          type: 'process.updated',
          createdTs,
          subProjectId: ids.subProjectId,
          processId: ids.processId,
          sequence: '7',
          subject: { type: 'process', id: ids.processId },
          by: { id: ids.userId, name: 'Aylin Assignee' },
          traceId: '01971f2e-6c00-7a11-8000-000000000151',
          data: { before: { priority: 'MEDIUM' }, after: { priority: 'HIGH' } },
        },
      ],
      next: '1042',
      latest: '1042',
      reset: false,
    },
  },
});
