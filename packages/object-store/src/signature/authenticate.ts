import type { Headers } from '../http/headers.js';
import type { Target } from '../http/uri.js';
import { S3Error } from '../kernel/error.js';
import type { Settings } from '../kernel/options.js';
import type { Authenticated } from './caller.js';
import { authenticateHeader } from './header-signature.js';
import { unboundPayload } from './payload-kind.js';
import { authenticatePresigned, isPresigned } from './presigned.js';
import { authenticateHeaderV2, authenticatePresignedV2, isPresignedV2 } from './signature-v2.js';
import { ALGORITHM_V4 } from './signature-v4.js';

/**
 * Finds out who sent a request and how its body is bound to the signature. A request without any sign of authentication
 * is anonymous. A request with a broken or partial signature is refused and never treated as anonymous.
 */
export function authenticate(settings: Settings, method: string, target: Target, headers: Headers): Authenticated {
  const request = { method, rawPath: target.rawPath, query: target.query, headers };
  const authorization = headers.get('authorization');
  const presigned = isPresigned(target.query);
  const presignedV2 = isPresignedV2(target.query);
  if (Number(authorization !== undefined) + Number(presigned) + Number(presignedV2) > 1) {
    throw new S3Error(
      'InvalidArgument',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    );
  }
  if (presigned) return authenticatePresigned(settings, request);
  if (presignedV2) return authenticatePresignedV2(settings, request);
  if (authorization === undefined) return { caller: { kind: 'anonymous' }, payload: unboundPayload(headers) };
  if (authorization.startsWith(`${ALGORITHM_V4} `)) return authenticateHeader(settings, request, authorization);
  if (authorization.startsWith('AWS ')) return authenticateHeaderV2(settings, request, authorization);
  throw new S3Error('InvalidArgument', 'Unsupported Authorization Type', { ArgumentName: 'Authorization' });
}

/**
 * The headers an operation works with: presigning clients hoist x-amz-* headers into the query string, where the
 * signature covers them too. A real header wins over a hoisted one. Hoisted checksums are ignored, as on S3: SDKs put
 * the checksum of an empty body there when they presign an upload (aws/aws-sdk-go-v2#2610).
 */
export function effectiveHeaders(target: Target, headers: Headers): Headers {
  if (!isPresigned(target.query) && !isPresignedV2(target.query)) return headers;
  const merged = new Map(headers);
  for (const [name, value] of target.query.pairs) {
    const lower = name.toLowerCase();
    const hoisted =
      /^x-amz-(?!checksum-|sdk-)/.test(lower) || (isPresignedV2(target.query) && lower === 'content-type');
    if (hoisted && !merged.has(lower)) merged.set(lower, value);
  }
  return merged;
}
