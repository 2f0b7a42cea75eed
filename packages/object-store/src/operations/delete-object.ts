import { writePrecondition } from '../request/conditional.js';
import { bucketOf, keyOf, type Operation, requirePermission } from '../request/exchange.js';

/** DeleteObject; deleting what is not there succeeds too. */
export const deleteObject: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  await bucket.delete(keyOf(exchange), writePrecondition(exchange.headers));
  return { status: 204 };
};
