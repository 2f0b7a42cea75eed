import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { subProjectId, text, timestamp } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const createStreamTicket = defineOperation({
  id: 'createStreamTicket',
  method: 'POST',
  path: '/v1/process/events/createStreamTicket',
  tag: 'Events',
  summary: 'Create a stream ticket',
  description:
    'Creates a ticket with which a browser opens streamEvents, because EventSource cannot send an Authorization header. A ticket is good for one stream of the sub-project, within 30 seconds. The stream ends with the token that asked for the ticket.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  body: Type.Object({ subProjectId }),
  response: Type.Object({
    ticket: text('Send it as the query parameter `ticket` of streamEvents'),
    expiresTs: timestamp('When the ticket is no longer accepted'),
  }),
  errors: [1200, 1202, 1205],
  process: { notLimited: 'The stream itself leaves out what the row filter excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: { ticket: 'mst_x6mVq0w5kS6cXb0u2T1yYvJ3s4N8d7aQ', expiresTs: createdTs },
  },
});
