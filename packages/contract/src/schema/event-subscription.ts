import type { Static, TSchema } from 'typebox';
import { jsonObject, requiredText, subProjectId, timestamp, userReferenceSchema } from './common.js';
import { describedAs, Type } from './type.js';

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The subscription that a request is about. */
export const subscriptionTarget = { subProjectId, subscriptionId: requiredText('Id of the event subscription') };

const texts = {
  url: 'Address that events are sent to, http or https. Private addresses are refused unless http.allowPrivateAddresses of the configuration lists them',
  types: 'Types of events to send, e.g. process.updated, task.*, or * for all that the role subscribes to',
  filter:
    'A filter over the process of an event, as in getProcess, judged on the process as it is when the event is sent. {} sends events of all processes, and events of none',
  condition:
    'FEEL expression over the event, e.g. data.after.state = "DONE". The event is sent when it is true. An event on which it fails becomes a dead letter',
  format:
    'Form of the body: that of Standard Webhooks ({type, timestamp, data}), CloudEvents 1.0 in structured mode, or a card for the incoming webhook of a channel in Slack or Microsoft Teams: one sentence, without values of fields, and a button that opens the task or the process',
  payload: 'thin: ids, type and the names of what changed. full: also the data of the event. Above 64 KiB: thin',
  ordering:
    'process: the events of one process are sent one after the other, and wait for one that could not be delivered. none: they do not wait',
  ratePerSecond: 'Requests per second at most',
  maxInFlight: 'Requests at the same time at most',
  signing:
    'hmac: HMAC-SHA256 with a secret that the receiver has too (signature v1). ed25519: the receiver has only the public key (v1a)',
};

const url = (description: string) => Type.String({ minLength: 1, maxLength: 2048, description });
const types = (description: string) =>
  Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 200, description });
const condition = Type.String({ maxLength: 10_000 });
const format = (description: string) =>
  Type.Union([Type.Literal('standard'), Type.Literal('cloudevents'), Type.Literal('slack'), Type.Literal('teams')], {
    description,
  });
const payload = (description: string) => Type.Union([Type.Literal('thin'), Type.Literal('full')], { description });
const ordering = (description: string) => Type.Union([Type.Literal('process'), Type.Literal('none')], { description });
const rate = Type.Integer({ minimum: 1, maximum: 10_000 });
const inFlight = (description: string) => Type.Integer({ minimum: 1, maximum: 100, description });

/** What a subscription can be created with, besides its target. */
export const subscriptionSettings = {
  name: Type.Optional(Type.String({ maxLength: 200, description: 'Name for people. Default: the host of the URL' })),
  url: url(texts.url),
  types: Type.Optional(types(`${texts.types}. Default: ["*"]`)),
  filter: Type.Optional(jsonObject(`${texts.filter}. Default: {}`)),
  condition: Type.Optional(orNull(condition, texts.condition)),
  format: Type.Optional(format(`${texts.format}. Default: standard`)),
  payload: Type.Optional(payload(`${texts.payload}. Default: thin`)),
  ordering: Type.Optional(ordering(`${texts.ordering}. Default: process`)),
  ratePerSecond: Type.Optional(orNull(rate, `${texts.ratePerSecond}. Default: null, no limit`)),
  maxInFlight: Type.Optional(inFlight(`${texts.maxInFlight}. Default: 10`)),
};

/** How requests are signed. */
export const signing = (more = '') =>
  Type.Union([Type.Literal('hmac'), Type.Literal('ed25519')], { description: `${texts.signing}${more}` });

/** A secret that is shown once. */
export const shownSecret = orNull(
  Type.String(),
  'The signing secret, whsec_ and base64. Only this answer contains it. null with ed25519: `publicKey` of the subscription is all that the receiver needs. null in the answer of createEventSubscription for another owner, who calls revealSubscriptionSecret',
);

export const eventSubscriptionSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the subscription' }),
    subProjectId: Type.String({ description: 'Id of the sub-project' }),
    name: Type.String({ description: 'Name for people' }),
    owner: describedAs(userReferenceSchema, 'The user or service account whose roles decide what is sent'),
    declaredAs: orNull(
      Type.String(),
      'Its key under `events` in the configuration document, which alone changes its settings; null: made by a request',
    ),
    url: url(texts.url),
    types: types(texts.types),
    filter: jsonObject(texts.filter),
    condition: orNull(Type.String(), texts.condition),
    format: format(texts.format),
    payload: payload(texts.payload),
    ordering: ordering(texts.ordering),
    ratePerSecond: orNull(Type.Integer(), texts.ratePerSecond),
    maxInFlight: inFlight(texts.maxInFlight),
    signing: signing(),
    publicKey: orNull(Type.String(), 'Public key, whpk_ and base64, with ed25519; else null'),
    state: Type.Union(
      [Type.Literal('active'), Type.Literal('paused'), Type.Literal('suspended'), Type.Literal('disabled')],
      {
        description:
          'paused: by a request. suspended: the owner is disabled or may not subscribe any more; goes on when that is over. disabled: the receiver answered 410, or failed for five days. Nothing is lost in the meantime while the log keeps the events',
      },
    ),
    reason: orNull(Type.String(), 'Why it is suspended or disabled; or what it has missed'),
    position: Type.String({ description: 'Every event up to this position was looked at' }),
    replaying: Type.Boolean({ description: 'true while replayEvents goes on' }),
    failingSince: orNull(Type.String({ format: 'date-time' }), 'Since when every attempt failed; null otherwise'),
    waiting: Type.String({
      description: 'Deliveries that wait for an attempt or for an earlier event; at most "10000"',
    }),
    dead: Type.String({ description: 'Dead letters; at most "10000"' }),
    createdTs: timestamp('When it was made'),
    updatedTs: timestamp('When its settings or its state were changed'),
  },
  { title: 'WebhookSubscription', description: 'A webhook: where events are sent, and which' },
);
export type EventSubscription = Static<typeof eventSubscriptionSchema>;

const attempt = Type.Object(
  {
    attempt: Type.Integer({ description: 'Number of the attempt, from 1' }),
    startedTs: timestamp('When the request was sent'),
    durationMs: Type.Integer({ description: 'Milliseconds until the answer or the failure' }),
    status: orNull(Type.Integer(), 'HTTP status of the answer; null without an answer'),
    error: orNull(Type.String(), 'What went wrong; null when nothing did'),
    excerpt: orNull(Type.String(), 'The first 1024 bytes of the answer'),
  },
  { title: 'DeliveryAttempt', description: 'An attempt to deliver an event' },
);

export const deliverySchema = Type.Object(
  {
    id: Type.String({ description: 'The webhook-id of every attempt: the id of the event' }),
    subscriptionId: Type.String({ description: 'Id of the event subscription' }),
    position: Type.String({ description: 'Position of the event in the log' }),
    type: Type.String({ description: 'Type of the event' }),
    processId: orNull(Type.String(), 'Process that the event is about'),
    state: Type.Union(
      [
        Type.Literal('waiting'),
        Type.Literal('queued'),
        Type.Literal('dead'),
        Type.Literal('delivered'),
        Type.Literal('skipped'),
      ],
      {
        description:
          'waiting: for the next attempt. queued: an earlier event of the process was not delivered. dead: no further attempt is made; with ordering "process" the process is parked until it is retried or skipped. delivered. skipped: by a request, or because the owner does not see the event any more',
      },
    ),
    replay: Type.Boolean({ description: 'Whether replayEvents sends it' }),
    attempts: Type.Integer({ description: 'Attempts so far' }),
    dueTs: orNull(Type.String({ format: 'date-time' }), 'When the next attempt is made; null when none will be'),
    error: orNull(Type.String(), 'Why it is not delivered'),
    createdTs: timestamp('When it was tried first, or began to wait'),
    updatedTs: timestamp('When its state was changed'),
    log: Type.Array(attempt, { description: 'The attempts of the last seven days, oldest first' }),
  },
  { title: 'Delivery', description: 'What became of one event for one subscription' },
);
export type Delivery = Static<typeof deliverySchema>;

export const subscriptionSecretAnswerSchema = Type.Object(
  { subscription: eventSubscriptionSchema, secret: shownSecret },
  { title: 'SubscriptionSecretResponse', description: 'An event subscription and its secret' },
);
