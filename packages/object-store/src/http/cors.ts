import { S3Error } from '../kernel/error.js';
import type { Headers } from './headers.js';

const exposed = [
  ...['ETag', 'Location', 'Content-Range', 'Content-Disposition', 'Accept-Ranges', 'x-amz-request-id'],
  ...['x-amz-checksum-crc32', 'x-amz-checksum-crc32c', 'x-amz-checksum-crc64nvme', 'x-amz-checksum-sha1'],
  ...['x-amz-checksum-sha256', 'x-amz-checksum-type', 'x-amz-version-id'],
].join(', ');

/** The headers that let a page of the request's origin read the answer. Empty if the origin is not allowed. */
export function corsHeaders(origins: readonly string[], headers: Headers): Readonly<Record<string, string>> {
  const origin = headers.get('origin');
  if (origin === undefined) return {};
  const everyone = origins.includes('*');
  if (!everyone && !origins.includes(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': everyone ? '*' : origin,
    'access-control-expose-headers': exposed,
    vary: 'Origin',
  };
}

/**
 * The answer to a preflight.
 * @throws BadRequest if the request is not a preflight, AccessForbidden if the origin is not allowed
 */
export function preflightHeaders(origins: readonly string[], headers: Headers): Readonly<Record<string, string>> {
  if (!headers.has('origin')) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.');
  }
  const method = headers.get('access-control-request-method');
  if (method === undefined || !['GET', 'HEAD', 'PUT', 'POST', 'DELETE'].includes(method)) {
    throw new S3Error('BadRequest', `Invalid Access-Control-Request-Method: ${method ?? 'null'}`);
  }
  const allowed = corsHeaders(origins, headers);
  if (!('access-control-allow-origin' in allowed)) throw new S3Error('AccessForbidden');
  const asked = headers.get('access-control-request-headers');
  return {
    ...allowed,
    'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE',
    ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
    'access-control-max-age': '3000',
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}
