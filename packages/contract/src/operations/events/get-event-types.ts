import { optionalEventTypes } from '../../events/event-types.js';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, list, model, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getEventTypes = defineOperation({
  id: 'getEventTypes',
  method: 'GET',
  path: '/v1/process/events/types',
  tag: 'Events',
  summary: 'List event types',
  description: 'Lists the types of events with the JSON Schema of their data.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({
    types: optionalEventTypes('Types to return, e.g. process.updated or task.*; repeat it for more. Default: all'),
  }),
  response: Type.Object({
    types: list(
      model('EventTypeDescription', 'A type of event', {
        type: text('The type; custom.* stands for those that diagrams publish'),
        description: text('What events of this type tell'),
        schema: jsonObject('JSON Schema of `data`'),
      }),
      'The types of events',
    ),
  }),
  errors: [1232],
  example: {
    request: { types: ['incident.*'] },
    answer: {
      types: [
        {
          type: 'incident.resolved',
          description: 'An incident was resolved',
          schema: { type: 'object', properties: { incidentId: { type: 'string' } } },
        },
      ],
    },
  },
});
