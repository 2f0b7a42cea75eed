import { createHash } from 'node:crypto';
import type { HookDefinition } from './hook.js';
import type { SignedDelivery } from './signed-delivery.js';

const DEFAULTS: Readonly<Record<HookDefinition['scheme'], string>> = {
  standard: 'header:webhook-id',
  github: 'header:x-github-delivery',
  stripe: 'body:id',
  hmac: 'hash',
};

/** Longer ids are kept as their hash. */
const LONGEST = 200;

/** Whether a hook may name its ids like this. */
export const isDeliveryIdSource = (source: string): boolean =>
  source === 'hash' ||
  /^header:[A-Za-z0-9-]{1,100}$/.test(source) ||
  /^body:[\w-]{1,100}(?:\.[\w-]{1,100}){0,9}$/.test(source);

/** What the sender calls the delivery; undefined when it is not where the hook says. */
export function deliveryIdOf(
  { scheme, deliveryId = DEFAULTS[scheme] }: Pick<HookDefinition, 'scheme' | 'deliveryId'>,
  delivery: SignedDelivery,
  body: unknown,
): string | undefined {
  const [kind, place = ''] = deliveryId.split(':', 2);
  if (kind === 'hash') return hashOf(delivery.body);
  const found = kind === 'header' ? delivery.headers[place.toLowerCase()] : memberOf(body, place);
  // A larger one was rounded when the body was read: two deliveries could have the same.
  const id = Number.isSafeInteger(found) ? String(found) : found;
  if (typeof id !== 'string' || id === '') return undefined;
  return id.length > LONGEST ? hashOf(id) : id;
}

/** Where the id should have been, for people. */
export const deliveryIdPlace = ({ scheme, deliveryId = DEFAULTS[scheme] }: HookDefinition): string => deliveryId;

const hashOf = (text: string | Buffer): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

function memberOf(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Readonly<Record<string, unknown>>)[name]
          : undefined,
      value,
    );
}
