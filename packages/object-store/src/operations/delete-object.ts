import { S3Error } from '../kernel/error.js';
import { deletePrecondition } from '../request/conditional.js';
import { bucketOf, keyOf, type Operation, requirePermission } from '../request/exchange.js';

/** DeleteObject. Deleting an object that does not exist succeeds too, unless the request has a condition. */
export const deleteObject: Operation = async (exchange) => {
  const { headers } = exchange;
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  // S3 has no such condition of a delete. To ignore it could delete too much.
  if (headers.has('if-none-match')) throw new S3Error('NotImplemented', undefined, { Header: 'If-None-Match' });
  const precondition = deletePrecondition({
    etag: headers.get('if-match'),
    lastModified: headers.get('x-amz-if-match-last-modified-time'),
    size: headers.get('x-amz-if-match-size'),
  });
  await bucket.delete(keyOf(exchange), precondition);
  return { status: 204 };
};
