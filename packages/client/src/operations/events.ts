// Generated from packages/contract by `npm run generate`; do not edit.
import type { Event } from './models.js';
import type { SubProjectRequest } from './shared.js';

/** The request of createStreamTicket: create a stream ticket. */
export type CreateStreamTicketRequest = SubProjectRequest;

/** The answer of createStreamTicket: create a stream ticket. */
export interface CreateStreamTicketResponse {
  /** Send it as the query parameter `ticket` of streamEvents. */
  readonly ticket: string;
  /** When the ticket is no longer accepted. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string;
}

/** The request of getEventTypes: list event types. */
export interface GetEventTypesRequest {
  /** Types to return, e.g. process.updated or task.*; repeat it for more. Default: all. */
  readonly types?: string | readonly string[] | undefined;
}

/** The answer of getEventTypes: list event types. */
export interface GetEventTypesResponse {
  /** The types of events. */
  readonly types: readonly {
    /** The type; custom.* stands for those that diagrams publish. */
    readonly type: string;
    /** What events of this type tell. */
    readonly description: string;
    /** JSON Schema of `data`. */
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
}

/** The request of getEvents: read events. */
export interface GetEventsRequest extends SubProjectRequest {
  /** Types of events to return, e.g. process.updated, task.* for all of an area; repeat it for more. Default: all that the role subscribes to. */
  readonly types?: string | readonly string[] | undefined;
  /** Return only events of this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Position after which to begin, or "latest" to begin with the next event. Default: the oldest event that is kept. At most 8192 characters. */
  readonly afterPosition?: string | undefined;
  /** Number of an event of the process: return the events of the process after it. Requires processId; not with afterPosition. At most 8192 characters. */
  readonly afterSequence?: string | undefined;
  /** Events at most, 1 to 1000. Default "100". At most 8192 characters. */
  readonly limit?: string | undefined;
  /** Seconds to wait for an event when there is none, 0 to 60. Default "0": answer at once. At most 8192 characters. */
  readonly waitSeconds?: string | undefined;
}

/** The answer of getEvents: read events. */
export interface GetEventsResponse {
  /** The events, in the order of their positions. */
  readonly events: readonly Event[];
  /** Send it as `afterPosition` of the next request. It can be beyond the last event returned: what is between was not for the caller. */
  readonly next: string;
  /** Position of the latest event of the sub-project; "0" when there is none. */
  readonly latest: string;
  /** true when events after the given position were deleted, because they are older than the retention: read the current state anew. */
  readonly reset: boolean;
}

/** The request of streamEvents: stream events. */
export interface StreamEventsRequest extends SubProjectRequest {
  /** Types of events to return, e.g. process.updated, task.* for all of an area; repeat it for more. Default: all that the role subscribes to. */
  readonly types?: string | readonly string[] | undefined;
  /** Return only events of this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Position after which to begin, or "latest". Default "latest": the next event. The header Last-Event-ID wins. At most 8192 characters. */
  readonly afterPosition?: string | undefined;
  /** Ticket of createStreamTicket, instead of the Authorization header. At most 8192 characters. */
  readonly ticket?: string | undefined;
  /** Seconds after which the stream ends, 1 to 3600. Default: about 900. At most 8192 characters. */
  readonly maxSeconds?: string | undefined;
}

/** The answer of streamEvents: Server-sent events. */
export type StreamEventsResponse = string;
