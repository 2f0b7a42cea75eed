import { S3Error } from '../kernel/error.js';
import type { Settings } from '../kernel/options.js';
import type { Authenticated } from './caller.js';
import { credentialOf, MAX_CLOCK_SKEW_MS, requireSignedAmzHeaders, verifyRequest } from './header-signature.js';
import { payloadKind } from './payload-kind.js';
import { ALGORITHM_V4, parseAmzDate, parseCredential, type SignedRequest } from './signature-v4.js';

/** Seven days in seconds, S3's longest presigned validity. */
const MAX_EXPIRES_SECONDS = 604_800;

const required = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-SignedHeaders',
  'X-Amz-Signature',
] as const;

/** Whether the query has any parameter of a presigned URL. A URL that lacks some of them is refused, not anonymous. */
export function isPresigned(query: SignedRequest['query']): boolean {
  return required.some((name) => query.has(name));
}

/**
 * Verifies a presigned URL (SigV4 in the query string).
 * @throws S3Error if the request must be refused
 */
export function authenticatePresigned(
  settings: Settings,
  request: Omit<SignedRequest, 'signedHeaders' | 'payloadHash'>,
): Authenticated {
  const parameter = (name: (typeof required)[number]): string => {
    const value = request.query.get(name);
    if (!value || request.query.count(name) > 1) {
      throw invalid(`Query-string authentication version 4 requires the ${required.join(', ')} parameters, each once.`);
    }
    return value;
  };
  if (parameter('X-Amz-Algorithm') !== ALGORITHM_V4) throw invalid(`X-Amz-Algorithm only supports "${ALGORITHM_V4}"`);
  const scope = parseCredential(parameter('X-Amz-Credential'));
  const amzDate = parameter('X-Amz-Date');
  const date = parseAmzDate(amzDate);
  const expires = parameter('X-Amz-Expires');
  const signedHeaders = parameter('X-Amz-SignedHeaders')
    .split(';')
    .map((name) => name.toLowerCase());
  const signature = parameter('X-Amz-Signature');
  if (!scope) throw invalid('Error parsing the X-Amz-Credential parameter; the Credential is mal-formed.');
  if (date === undefined) throw invalid("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  if (!/^-?\d+$/.test(expires)) throw invalid('X-Amz-Expires should be a number');
  if (expires.startsWith('-')) throw invalid('X-Amz-Expires must be non-negative');
  if (Number(expires) > MAX_EXPIRES_SECONDS) {
    throw invalid(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  if (scope.service !== 's3') throw invalid(`incorrect service "${scope.service}". This endpoint belongs to "s3".`);
  if (scope.region !== settings.region) {
    throw invalid(`the region '${scope.region}' is wrong; expecting '${settings.region}'`, settings.region);
  }
  if (!amzDate.startsWith(scope.date)) throw invalid('The date of X-Amz-Credential is not that of X-Amz-Date');
  const credential = credentialOf(settings, scope.accessKeyId);
  if (request.query.has('X-Amz-Security-Token')) throw new S3Error('InvalidToken');
  requireSignedAmzHeaders(request, signedHeaders);

  const payloadHash =
    request.query.get('X-Amz-Content-Sha256') ?? request.headers.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD';
  verifyRequest(credential, { ...request, signedHeaders, payloadHash }, { amzDate, scope, signature });

  const now = settings.clock();
  if (date > now + MAX_CLOCK_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not valid yet');
  // `>=`: an expiry of 0 is refused even in the millisecond of its date.
  if (now >= date + Number(expires) * 1000) {
    throw new S3Error('AccessDenied', 'Request has expired', {
      'X-Amz-Expires': expires,
      Expires: new Date(date + Number(expires) * 1000).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
  return {
    caller: { kind: 'credential', accessKeyId: scope.accessKeyId },
    payload: payloadKind(payloadHash, undefined),
  };
}

function invalid(message: string, region?: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', message, region === undefined ? {} : { Region: region });
}
