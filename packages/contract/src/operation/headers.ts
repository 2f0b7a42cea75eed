import { formedText, positionOrLatest } from '../schema/text-form.js';
import { Type } from '../schema/type.js';
import type { Operation } from './operation.js';

/** Open: a text that the service does not take is replaced, not refused. */
const traceId = Type.String({
  description: 'Trace id to use for this request: 1 to 128 visible ASCII characters. Any other value is replaced',
});

/** Names a request that is safe to repeat. The server checks it against this schema. */
export const idempotencyKeySchema = formedText(
  '^[!-~]{1,255}$',
  '1 to 255 visible ASCII characters',
  'Key that makes the request safe to repeat: the same key and body within 24 hours return the first answer',
);

const expectedUser = Type.String({
  description: 'Id of the user who is meant to send the request, otherwise 1022 (409)',
});

const ifNoneMatch = Type.String({
  description: 'ETag of an answer that the client has: the answer is 304 when it would be the same',
});

const ifMatch = Type.String({ description: 'Version that the process must still have, otherwise 1008 (412)' });

const lastEventId = positionOrLatest('Position of the last event that the client has; wins over afterPosition');

/** The headers of a request that an operation reads, besides those of HTTP and of the sign-in. All are optional. */
export function headersOf(operation: Operation): Readonly<Record<string, object>> {
  const changes = operation.method === 'POST' && operation.permission.kind !== 'public';
  return {
    'x-service-traceid': traceId,
    ...(changes && operation.takesSecret !== true ? { 'Idempotency-Key': idempotencyKeySchema } : {}),
    ...(changes ? { 'X-Expected-User': expectedUser } : {}),
    ...(operation.tagged === true ? { 'If-None-Match': ifNoneMatch } : {}),
    ...(operation.errors.includes(1008) ? { 'If-Match': ifMatch } : {}),
    ...(operation.live === true ? { 'Last-Event-ID': lastEventId } : {}),
  };
}
