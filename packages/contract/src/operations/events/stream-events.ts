import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { queryText, text } from '../../schema/common.js';
import { positionOrLatest, wholeNumber } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';
import { eventQuery } from './event-query.js';

export const streamEvents = defineOperation({
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/process/events/stream',
  tag: 'Events',
  summary: 'Stream events',
  description:
    'Sends events as they happen, as server-sent events (WHATWG): `id` is the position, `event` the type, `data` the event as JSON. A client that reconnects with Last-Event-ID gets every event after that position. `reset` says that events after it were deleted; `end` says why the server ends the stream. A comment is sent every 15 seconds.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  query: Type.Object({
    ...eventQuery,
    afterPosition: Type.Optional(
      positionOrLatest(
        'Position after which to begin, or "latest". Default "latest": the next event. The header Last-Event-ID wins',
      ),
    ),
    ticket: queryText('Ticket of createStreamTicket, instead of the Authorization header'),
    maxSeconds: Type.Optional(
      wholeNumber(1, 3600, 'Seconds after which the stream ends, 1 to 3600. Default: about 900'),
    ),
  }),
  response: text('Server-sent events'),
  stream: ['text/event-stream'],
  live: true,
  errors: [1200, 1202, 1205, 1221, 1232],
  process: { unknown: { id: 1221 }, outside: 1205 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId, afterPosition: '1041', maxSeconds: '1' },
  },
});
