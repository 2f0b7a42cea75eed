import type { Static } from 'typebox';
import { jsonObject, timestamp, userReferenceSchema } from './common.js';
import { describedAs, Type } from './type.js';

/** An event of the log, as a caller sees it. */
export const eventSchema = Type.Object(
  {
    id: Type.String({ description: 'Unique: the same for every delivery of the event' }),
    position: Type.String({
      description: 'Place in the log of the sub-project: a whole number from 1. Positions have no gaps',
    }),
    type: Type.String({ description: 'Type of the event, e.g. process.updated. getEventTypes lists them' }),
    createdTs: timestamp('When the change was made'),
    subProjectId: Type.String({ description: 'Id of the sub-project' }),
    processId: Type.Union([Type.String(), Type.Null()], {
      description: 'Process that the event is about; null when it is about none',
    }),
    sequence: Type.Union([Type.String(), Type.Null()], {
      description:
        'Number among the events of the process: a whole number from 1, without gaps; null without a process',
    }),
    subject: Type.Object(
      {
        type: Type.String({ description: 'Kind of thing: process, run, task, incident, file, message, bulk …' }),
        id: Type.String({ description: 'Id of the thing' }),
      },
      { title: 'EventSubject', description: 'What the event is about' },
    ),
    by: describedAs(userReferenceSchema, 'Who made the change'),
    traceId: Type.String({ description: 'Trace id of the request that made the change' }),
    data: jsonObject('What changed, as far as the caller may see it. getEventTypes has the schema of each type'),
  },
  { title: 'Event', description: 'An event of the log of a sub-project' },
);
export type Event = Static<typeof eventSchema>;
