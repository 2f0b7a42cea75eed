import { readAttributes } from '../object/attributes.js';
import { digestHeaders, incomingBody, storeObject } from '../object/store-object.js';
import { writePrecondition } from '../request/conditional.js';
import { bucketOf, keyOf, type Operation, requirePermission } from '../request/exchange.js';
import { receiveBody } from '../request/receive-body.js';

/** PutObject. */
export const putObject: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  const key = keyOf(exchange);
  const precondition = writePrecondition(exchange.headers);
  // Also checked before the body, so that a client which waits for 100 Continue need not send it.
  precondition?.(await bucket.readIfAny(key));
  const attributes = readAttributes(exchange.headers);
  const object = { key, attributes, precondition, incoming: incomingBody(exchange) };
  const record = await storeObject(exchange, bucket, object, (sink) =>
    receiveBody(exchange, exchange.settings.limits.objectBytes, sink),
  );
  return { status: 200, headers: digestHeaders(record) };
};
