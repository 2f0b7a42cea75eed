import type { Event } from '@millrace/contract';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Subscription } from '../records/subscriptions.js';
import type { CardSettings } from '../settings/webhook-deps.js';
import { cardOf, testCard } from './card.js';

/** Bytes of a body; a larger one is sent thin. */
const LARGEST_BODY = 64 * 1024;

/** What is sent for one event. */
export interface Message {
  /** The `webhook-id`: the same for every attempt, and for a replay. */
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of the members that an event says were changed; those of dynamic fields begin with `fields.`. */
export function changedNames({ data }: Pick<Event, 'data'>): readonly string[] {
  const { before, after } = data as { readonly before?: unknown; readonly after?: unknown };
  const names = [before, after].flatMap((side) =>
    isMembers(side)
      ? Object.entries(side).flatMap(([name, value]) =>
          name === 'fields' && isMembers(value) ? Object.keys(value).map((field) => `fields.${field}`) : [name],
        )
      : [],
  );
  return [...new Set(names)];
}

/** What a card is written with beside the event. */
export interface CardSource {
  readonly subProject: Pick<SubProject, 'name'>;
  readonly cards: CardSettings;
}

/** The message of an event for a subscription. */
export function messageOf(
  { format, payload }: Pick<Subscription, 'format' | 'payload'>,
  event: Event,
  replay: boolean,
  { subProject, cards }: CardSource,
): Message {
  if (format === 'slack' || format === 'teams') {
    const body = cardOf(format, event, changedNames(event), subProject, cards);
    return { id: event.id, contentType: 'application/json', body };
  }
  const { data, ...head } = event;
  const thin = { ...head, changed: changedNames(event), replay, payload: 'thin' };
  const write = (content: object) =>
    JSON.stringify(format === 'cloudevents' ? cloudEvent(event, content) : standard(event, content));
  const full = payload === 'full' ? write({ ...thin, payload: 'full', data }) : undefined;
  const isSmall = full !== undefined && Buffer.byteLength(full) <= LARGEST_BODY;
  return {
    id: event.id,
    contentType: format === 'cloudevents' ? 'application/cloudevents+json; charset=utf-8' : 'application/json',
    body: isSmall ? full : write(thin),
  };
}

/** Standard Webhooks: the body that it recommends. */
const standard = ({ type, createdTs }: Event, data: object) => ({ type, timestamp: createdTs, data });

/** CloudEvents 1.0 in structured mode, with the extension for partitioning. */
const cloudEvent = ({ id, type, createdTs, subProjectId, processId, subject }: Event, data: object) => ({
  specversion: '1.0',
  id,
  source: `/sub-projects/${subProjectId}`,
  type,
  subject: `${subject.type}/${subject.id}`,
  time: createdTs,
  datacontenttype: 'application/json',
  ...(processId === null ? {} : { partitionkey: processId }),
  data,
});

/** The message of testEventSubscription. */
export function testMessage(
  { id, subProjectId, name, format }: Pick<Subscription, 'id' | 'subProjectId' | 'name' | 'format'>,
  messageId: string,
  now: number,
  { subProject, cards }: CardSource,
): Message {
  if (format === 'slack' || format === 'teams') {
    return { id: messageId, contentType: 'application/json', body: testCard(format, name, subProject, cards) };
  }
  const event = {
    id: messageId,
    type: 'webhook.test',
    createdTs: new Date(now).toISOString(),
    subProjectId,
    processId: null,
    subject: { type: 'subscription', id },
  } as Event;
  const data = { id: messageId, subProjectId, subscriptionId: id, name, replay: false, payload: 'thin' };
  return {
    id: messageId,
    contentType: format === 'cloudevents' ? 'application/cloudevents+json; charset=utf-8' : 'application/json',
    body: JSON.stringify(format === 'cloudevents' ? cloudEvent(event, data) : standard(event, data)),
  };
}
