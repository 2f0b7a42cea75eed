import { model, orNull, text, timestamp } from '../common.js';
import { Type } from '../type.js';

/** A browser that shows notifications. */
export const pushSubscriptionSchema = model('PushSubscription', 'A browser that shows notifications of the caller', {
  id: text('Id of the subscription'),
  name: text('What the person calls it'),
  service: text('Host of its push service'),
  fingerprint: text('SHA-256 of its address as base64url: a browser finds itself by it'),
  createdTs: timestamp('When it began'),
  sentTs: orNull(Type.String({ format: 'date-time' }), 'When a notification was last sent to it; null: never'),
});
