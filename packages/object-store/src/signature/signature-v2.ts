import { createHmac } from 'node:crypto';
import { S3Error } from '../kernel/error.js';
import type { Credential, Settings } from '../kernel/options.js';
import type { Authenticated } from './caller.js';
import { credentialOf, MAX_CLOCK_SKEW_MS, signatureMismatch } from './header-signature.js';
import { unboundPayload } from './payload-kind.js';
import { type SignedRequest, sameSignature } from './signature-v4.js';

type RequestV2 = Pick<SignedRequest, 'method' | 'rawPath' | 'query' | 'headers'>;

/** The query parameters that version 2 signs, from "Signing and authenticating REST requests" of the S3 user guide. */
const signedParameters = new Set([
  ...[
    'accelerate',
    'acl',
    'analytics',
    'cors',
    'delete',
    'encryption',
    'inventory',
    'lifecycle',
    'location',
    'logging',
  ],
  ...['metrics', 'notification', 'object-lock', 'partNumber', 'policy', 'replication', 'requestPayment', 'restore'],
  ...['select', 'select-type', 'storageClass', 'tagging', 'torrent', 'uploadId', 'uploads', 'versionId', 'versioning'],
  ...['versions', 'website', 'response-cache-control', 'response-content-disposition', 'response-content-encoding'],
  ...['response-content-language', 'response-content-type', 'response-expires'],
]);

/** HMAC-SHA1 in base64, of a request's string to sign or of a POST policy's base64 text. */
export function signV2(secretAccessKey: string, text: string): string {
  return createHmac('sha1', secretAccessKey).update(text, 'latin1').digest('base64');
}

/**
 * Version 2's string to sign; `date` is the Date header's value or the Expires parameter. Clients that presign put
 * x-amz-* headers, Content-MD5 and Content-Type into the query string, so those count as headers. `path` is signed.
 */
export function stringToSignV2(request: RequestV2, date: string, path = request.rawPath): string {
  const headers = new Map(request.headers);
  for (const [name, value] of request.query.pairs) {
    const lower = name.toLowerCase();
    if (/^(x-amz-|content-(type|md5)$)/.test(lower) && !headers.has(lower)) headers.set(lower, value);
  }
  const amzHeaders = [...headers]
    .filter(([name]) => name.startsWith('x-amz-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`)
    .join('');
  const parameters = request.query.pairs
    .filter(([name]) => signedParameters.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&');
  const resource = parameters === '' ? path : `${path}?${parameters}`;
  const head = [request.method, headers.get('content-md5') ?? '', headers.get('content-type') ?? '', date].join('\n');
  return `${head}\n${amzHeaders}${resource}`;
}

/**
 * Verifies `Authorization: AWS <key id>:<signature>`.
 * @throws S3Error if the request must be refused
 */
export function authenticateHeaderV2(settings: Settings, request: RequestV2, authorization: string): Authenticated {
  requireV2Allowed(settings);
  const match = /^AWS ([^:]+):(.+)$/.exec(authorization);
  if (!match) throw new S3Error('InvalidArgument', 'Invalid Authorization header');
  const [, accessKeyId = '', signature = ''] = match;
  const credential = credentialOf(settings, accessKeyId);
  const amzDate = request.headers.get('x-amz-date');
  const date = amzDate ?? request.headers.get('date') ?? '';
  const time = Date.parse(date);
  if (Number.isNaN(time)) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  }
  if (Math.abs(settings.clock() - time) > MAX_CLOCK_SKEW_MS) throw new S3Error('RequestTimeTooSkewed');
  return verify(credential, request, amzDate === undefined ? date : '', signature);
}

/** Whether the query has any parameter of a version 2 presigned URL. */
export function isPresignedV2(query: SignedRequest['query']): boolean {
  return query.has('AWSAccessKeyId') || query.has('Signature');
}

/**
 * Verifies a URL presigned with version 2: AWSAccessKeyId, Expires (seconds since 1970) and Signature.
 * @throws S3Error if the request must be refused
 */
export function authenticatePresignedV2(settings: Settings, request: RequestV2): Authenticated {
  requireV2Allowed(settings);
  const accessKeyId = request.query.get('AWSAccessKeyId');
  const signature = request.query.get('Signature');
  const expires = request.query.get('Expires');
  if (!accessKeyId || !signature || expires === undefined || !/^-?\d+$/.test(expires)) {
    throw new S3Error(
      'AccessDenied',
      'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
    );
  }
  const credential = credentialOf(settings, accessKeyId);
  const outcome = verify(credential, request, expires, signature);
  if (settings.clock() >= Number(expires) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
  return outcome;
}

/** S3 signs the path of a bucket with a slash at the end, also if the request has none. Some clients sign it as they send it. */
function verify(credential: Credential, request: RequestV2, date: string, signature: string): Authenticated {
  const { accessKeyId, secretAccessKey } = credential;
  const isBucket = /^\/[^/]+$/.test(request.rawPath);
  const paths = isBucket ? [`${request.rawPath}/`, request.rawPath] : [request.rawPath];
  const texts = paths.map((path) => stringToSignV2(request, date, path));
  if (!texts.some((text) => sameSignature(signV2(secretAccessKey, text), signature))) {
    throw signatureMismatch(accessKeyId, signature, texts[0] ?? '');
  }
  return { caller: { kind: 'credential', accessKeyId }, payload: unboundPayload(request.headers) };
}

/**
 * Refuses signature version 2 unless it is allowed, as newer regions of S3 do.
 * @throws InvalidRequest
 */
export function requireV2Allowed(settings: Settings): void {
  if (settings.allowSignatureV2) return;
  throw new S3Error(
    'InvalidRequest',
    'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
  );
}
