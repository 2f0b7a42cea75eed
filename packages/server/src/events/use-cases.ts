import type { UseCases } from '../use-case/caller.js';
import type { EventDeps } from './feed/event-deps.js';
import { createStreamTicket } from './operations/create-stream-ticket.js';
import { getEventTypes } from './operations/get-event-types.js';
import { getEvents } from './operations/get-events.js';
import { streamEvents } from './operations/stream-events.js';

/** The operations on events. */
export const eventUseCases = (deps: EventDeps) =>
  ({
    getEvents: getEvents(deps),
    streamEvents: streamEvents(deps),
    createStreamTicket: createStreamTicket(deps),
    getEventTypes,
  }) satisfies Partial<UseCases>;
