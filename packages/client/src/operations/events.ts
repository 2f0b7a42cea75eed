// Generated from packages/contract by `npm run build`; do not edit.
import type { Delivery, Event, EventTypeDescription, StatusResponse, SubscriptionSecretResponse, WebhookSubscription } from './models.js';
import type { PageResponse, PagingRequest, SubProjectRequest } from './shared.js';

/** The request of createEventSubscription: create an event subscription. */
export interface CreateEventSubscriptionRequest extends SubProjectRequest {
  /** Name for people. Default: the host of the URL. At most 200 characters. */
  readonly name?: string | undefined;
  /** Address that events are sent to, http or https. Private addresses are refused unless http.allowPrivateAddresses of the configuration lists them. From 1 to 2048 characters. */
  readonly url: string;
  /** Types of events to send, e.g. process.updated, task.*, or * for all that the role subscribes to. Default: ["*"]. From 1 to 200 items. */
  readonly types?: readonly string[] | undefined;
  /** A filter over the process of an event, as in getProcess, judged on the process as it is when the event is sent. {} sends events of all processes, and events of none. Default: {}. */
  readonly filter?: object | undefined;
  /** FEEL expression over the event, e.g. data.after.state = "DONE". The event is sent when it is true. An event on which it fails becomes a dead letter. At most 10000 characters. */
  readonly condition?: string | null | undefined;
  /** Form of the body: that of Standard Webhooks ({type, timestamp, data}), or CloudEvents 1.0 in structured mode. Default: standard. */
  readonly format?: 'standard' | 'cloudevents' | undefined;
  /** thin: ids, type and the names of what changed. full: also the data of the event. Above 64 KiB: thin. Default: thin. */
  readonly payload?: 'thin' | 'full' | undefined;
  /** process: the events of one process are sent one after the other, and wait for one that could not be delivered. none: they do not wait. Default: process. */
  readonly ordering?: 'process' | 'none' | undefined;
  /** Requests per second at most. Default: null, no limit. From 1 to 10000. */
  readonly ratePerSecond?: number | null | undefined;
  /** Requests at the same time at most. Default: 10. From 1 to 100. */
  readonly maxInFlight?: number | undefined;
  /** hmac: HMAC-SHA256 with a secret that the receiver has too (signature v1). ed25519: the receiver has only the public key (v1a). Default: hmac. */
  readonly signing?: 'hmac' | 'ed25519' | undefined;
  /** Id of the user that it belongs to. Only the administrator may name another one. Default: the caller. At most 8192 characters. */
  readonly ownerId?: string | undefined;
  /** Position in the log after which to begin, or "latest" to begin with the next event. Default: "latest". At most 8192 characters. */
  readonly afterPosition?: string | undefined;
}

/** The answer of createEventSubscription: create an event subscription. */
export interface CreateEventSubscriptionResponse {
  /** Id of what was created. */
  readonly id: string;
  /** Always "success". */
  readonly status: string;
  /** What was done. */
  readonly message: string;
  /** A webhook: where events are sent, and which. */
  readonly subscription: WebhookSubscription;
  /** The signing secret, whsec_ and base64. Only this answer contains it. null with ed25519: `publicKey` of the subscription is all that the receiver needs. null in the answer of createEventSubscription for another owner, who calls revealSubscriptionSecret. */
  readonly secret: string | null;
}

/** The request of createStreamTicket: create a stream ticket. */
export type CreateStreamTicketRequest = SubProjectRequest;

/** The answer of createStreamTicket: create a stream ticket. */
export interface CreateStreamTicketResponse {
  /** Send it as the query parameter `ticket` of streamEvents. */
  readonly ticket: string;
  /** When the ticket is no longer accepted. ISO 8601 timestamp in UTC. */
  readonly expiresTs: string;
}

/** The request of deleteEventSubscription: delete an event subscription. */
export interface DeleteEventSubscriptionRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
}

/** The answer of deleteEventSubscription: the answer of operations that return no data. */
export type DeleteEventSubscriptionResponse = StatusResponse;

/** The request of getDeliveries: list deliveries. */
export interface GetDeliveriesRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
  /** Return only deliveries in this state: waiting, queued, dead, delivered or skipped. At most 8192 characters. */
  readonly state?: string | undefined;
  /** Types of events to return, e.g. process.updated or task.*; repeat it for more. At most 1000 items. */
  readonly types?: string | readonly string[] | undefined;
  /** Return only deliveries of events of this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Extension: return only items created at this time or later (date-time). At most 8192 characters. */
  readonly createdTsFrom?: string | undefined;
  /** Extension: return only items created before this time (date-time). At most 8192 characters. */
  readonly createdTsTo?: string | undefined;
  /** Return the deliveries after this one: the `next` of the page before. At most 8192 characters. */
  readonly after?: string | undefined;
  /** Deliveries at most, 1 to 1000. Default "100". At most 8192 characters. */
  readonly limit?: string | undefined;
}

/** The answer of getDeliveries: list deliveries. */
export interface GetDeliveriesResponse {
  /** The deliveries, the latest event first. */
  readonly deliveries: readonly Delivery[];
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next: string | null;
}

/** The request of getEventSubscriptions: list event subscriptions. */
export interface GetEventSubscriptionsRequest extends PagingRequest, SubProjectRequest {
  /** Return only this subscription. At most 8192 characters. */
  readonly subscriptionId?: string | undefined;
  /** Return only subscriptions in this state: active, paused, suspended or disabled. At most 8192 characters. */
  readonly state?: string | undefined;
}

/** The answer of getEventSubscriptions: list event subscriptions. */
export interface GetEventSubscriptionsResponse extends PageResponse {
  /** The subscriptions of the page. */
  readonly subscriptions: readonly WebhookSubscription[];
}

/** The request of getEventTypes: list event types. */
export interface GetEventTypesRequest {
  /** Types to return, e.g. process.updated or task.*; repeat it for more. Default: all. At most 1000 items. */
  readonly types?: string | readonly string[] | undefined;
}

/** The answer of getEventTypes: list event types. */
export interface GetEventTypesResponse {
  /** The types of events. */
  readonly types: readonly EventTypeDescription[];
}

/** The request of getEvents: read events. */
export interface GetEventsRequest extends SubProjectRequest {
  /** Types of events to return, e.g. process.updated, task.* for all of an area; repeat it for more. Default: all that the role subscribes to. At most 1000 items. */
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

/** The request of replayEvents: replay events. */
export interface ReplayEventsRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
  /** Position of the first event to send. At most 8192 characters. */
  readonly fromPosition?: string | undefined;
  /** Send the events that got into the log at this time or later (date-time). Not with fromPosition. At most 8192 characters. */
  readonly since?: string | undefined;
}

/** The answer of replayEvents: replay events. */
export interface ReplayEventsResponse {
  /** Position of the first event that is looked at. */
  readonly fromPosition: string;
  /** Position of the last one. */
  readonly toPosition: string;
}

/** The request of retryDeliveries: retry deliveries. */
export interface RetryDeliveriesRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
  /** Positions of the deliveries. Not with the other members. From 1 to 1000 items. */
  readonly positions?: readonly string[] | undefined;
  /** Only those in this state. */
  readonly state?: 'waiting' | 'dead' | undefined;
  /** Only of these types of events. At most 200 items. */
  readonly types?: readonly string[] | undefined;
  /** Only those of this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Extension: return only items created at this time or later (date-time). At most 8192 characters. */
  readonly createdTsFrom?: string | undefined;
  /** Extension: return only items created before this time (date-time). At most 8192 characters. */
  readonly createdTsTo?: string | undefined;
}

/** The answer of retryDeliveries: retry deliveries. */
export interface RetryDeliveriesResponse {
  /** Deliveries that are due now. */
  readonly count: number;
}

/** The request of revealSubscriptionSecret: read the first secret of a subscription. */
export interface RevealSubscriptionSecretRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
}

/** The answer of revealSubscriptionSecret: an event subscription and its secret. */
export type RevealSubscriptionSecretResponse = SubscriptionSecretResponse;

/** The request of rotateSubscriptionSecret: rotate the secret of a subscription. */
export interface RotateSubscriptionSecretRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
  /** Seconds for which requests are signed with the old secret too. Default 86400. From 0 to 2592000. */
  readonly overlapSeconds?: number | undefined;
  /** hmac: HMAC-SHA256 with a secret that the receiver has too (signature v1). ed25519: the receiver has only the public key (v1a). Default: as before. */
  readonly signing?: 'hmac' | 'ed25519' | undefined;
}

/** The answer of rotateSubscriptionSecret: an event subscription and its secret. */
export type RotateSubscriptionSecretResponse = SubscriptionSecretResponse;

/** The request of skipDelivery: skip a delivery. */
export interface SkipDeliveryRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
  /** Position of the delivery. From 1 to 1024 characters. */
  readonly position: string;
}

/** The answer of skipDelivery: the answer of operations that return no data. */
export type SkipDeliveryResponse = StatusResponse;

/** The request of streamEvents: stream events. */
export interface StreamEventsRequest extends SubProjectRequest {
  /** Types of events to return, e.g. process.updated, task.* for all of an area; repeat it for more. Default: all that the role subscribes to. At most 1000 items. */
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

/** The answer of streamEvents: server-sent events. */
export type StreamEventsResponse = string;

/** The request of testEventSubscription: send a test event. */
export interface TestEventSubscriptionRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
}

/** The answer of testEventSubscription: send a test event. */
export interface TestEventSubscriptionResponse {
  /** The webhook-id that was sent. */
  readonly id: string;
  /** Whether the receiver answered with 2xx. */
  readonly delivered: boolean;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Milliseconds until the answer or the failure. */
  readonly durationMs: number;
  /** What went wrong; null when nothing did. */
  readonly error: string | null;
  /** The first 1024 bytes of the answer. */
  readonly excerpt: string | null;
}

/** The request of updateEventSubscription: change an event subscription. */
export interface UpdateEventSubscriptionRequest extends SubProjectRequest {
  /** Id of the event subscription. From 1 to 1024 characters. */
  readonly subscriptionId: string;
  /** Name for people. Default: the host of the URL. At most 200 characters. */
  readonly name?: string | undefined;
  /** Address that events are sent to, http or https. Private addresses are refused unless http.allowPrivateAddresses of the configuration lists them. From 1 to 2048 characters. */
  readonly url?: string | undefined;
  /** Types of events to send, e.g. process.updated, task.*, or * for all that the role subscribes to. Default: ["*"]. From 1 to 200 items. */
  readonly types?: readonly string[] | undefined;
  /** A filter over the process of an event, as in getProcess, judged on the process as it is when the event is sent. {} sends events of all processes, and events of none. Default: {}. */
  readonly filter?: object | undefined;
  /** FEEL expression over the event, e.g. data.after.state = "DONE". The event is sent when it is true. An event on which it fails becomes a dead letter. At most 10000 characters. */
  readonly condition?: string | null | undefined;
  /** Form of the body: that of Standard Webhooks ({type, timestamp, data}), or CloudEvents 1.0 in structured mode. Default: standard. */
  readonly format?: 'standard' | 'cloudevents' | undefined;
  /** thin: ids, type and the names of what changed. full: also the data of the event. Above 64 KiB: thin. Default: thin. */
  readonly payload?: 'thin' | 'full' | undefined;
  /** process: the events of one process are sent one after the other, and wait for one that could not be delivered. none: they do not wait. Default: process. */
  readonly ordering?: 'process' | 'none' | undefined;
  /** Requests per second at most. Default: null, no limit. From 1 to 10000. */
  readonly ratePerSecond?: number | null | undefined;
  /** Requests at the same time at most. Default: 10. From 1 to 100. */
  readonly maxInFlight?: number | undefined;
  /** active: deliver, also after it was disabled. paused: keep what is to be sent. */
  readonly state?: 'active' | 'paused' | undefined;
}

/** The answer of updateEventSubscription: change an event subscription. */
export interface UpdateEventSubscriptionResponse {
  /** A webhook: where events are sent, and which. */
  readonly subscription: WebhookSubscription;
}
