import { S3Error } from '../kernel/error.js';
import type { Credential, Settings } from '../kernel/options.js';
import type { Authenticated, ChunkSigning } from './caller.js';
import { payloadKind } from './payload-kind.js';
import {
  ALGORITHM_V4,
  type CredentialScope,
  canonicalRequest,
  parseAmzDate,
  parseCredential,
  type SignedRequest,
  sameSignature,
  signingKey,
  signV4,
  stringToSign,
} from './signature-v4.js';

/** A client's clock may differ from the store's by this much, in milliseconds, as on S3. */
export const MAX_CLOCK_SKEW_MS = 15 * 60 * 1000;

type Unsigned = Omit<SignedRequest, 'signedHeaders' | 'payloadHash'>;

/**
 * The credential that a scope names.
 * @throws InvalidAccessKeyId
 */
export function credentialOf(settings: Settings, accessKeyId: string): Credential {
  const credential = settings.credentials.get(accessKeyId);
  if (!credential) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKeyId });
  return credential;
}

/**
 * Requires that every x-amz-* header of the request is signed. Otherwise a third party on the network could have added it.
 * @throws AccessDenied
 */
export function requireSignedAmzHeaders(request: Unsigned, signedHeaders: readonly string[]): void {
  const missing = [...request.headers.keys()].filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  );
  if (!signedHeaders.includes('host')) missing.push('host');
  if (missing.length === 0) return;
  throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
    HeadersNotSigned: missing.join(', '),
  });
}

/** The error for a wrong signature. It contains the texts that the store signed, so that the author of a client can compare. */
export function signatureMismatch(accessKeyId: string, given: string, text: string, canonical?: string): S3Error {
  return new S3Error('SignatureDoesNotMatch', undefined, {
    AWSAccessKeyId: accessKeyId,
    StringToSign: text,
    SignatureProvided: given,
    ...(canonical === undefined ? {} : { CanonicalRequest: canonical }),
  });
}

/**
 * Verifies `Authorization: AWS4-HMAC-SHA256 ...`.
 * @throws S3Error if the request must be refused
 */
export function authenticateHeader(settings: Settings, request: Unsigned, authorization: string): Authenticated {
  const fields = parseAuthorization(authorization);
  const scope = parseCredential(fields.Credential);
  if (!scope)
    throw malformed('the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".');
  const amzDate = requestDate(request, scope);
  checkScope(settings, scope, amzDate);
  const credential = credentialOf(settings, scope.accessKeyId);
  if (request.headers.has('x-amz-security-token')) throw new S3Error('InvalidToken');
  const skew = Math.abs(settings.clock() - (parseAmzDate(amzDate) ?? Number.NaN));
  if (!(skew <= MAX_CLOCK_SKEW_MS)) throw new S3Error('RequestTimeTooSkewed', undefined, { RequestTime: amzDate });
  const payloadHash = request.headers.get('x-amz-content-sha256');
  if (payloadHash === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  const signedHeaders = fields.SignedHeaders.split(';').map((name) => name.toLowerCase());
  requireSignedAmzHeaders(request, signedHeaders);

  const signed = { ...request, signedHeaders, payloadHash };
  const signing = verifyRequest(credential, signed, { amzDate, scope, signature: fields.Signature });
  return {
    caller: { kind: 'credential', accessKeyId: scope.accessKeyId },
    payload: payloadKind(payloadHash, signing),
  };
}

/** The signature that a request gives, and what it was computed with. */
interface GivenSignature {
  readonly amzDate: string;
  readonly scope: CredentialScope;
  readonly signature: string;
}

/**
 * Verifies the version 4 signature of a request. Returns what the first chunk's signature is computed from.
 * @throws SignatureDoesNotMatch
 */
export function verifyRequest(
  credential: Credential,
  request: SignedRequest,
  { amzDate, scope, signature }: GivenSignature,
): ChunkSigning {
  const canonical = canonicalRequest(request);
  const text = stringToSign(amzDate, scope, canonical);
  const key = signingKey(credential.secretAccessKey, scope);
  const seed = signV4(key, text);
  if (!sameSignature(seed, signature)) throw signatureMismatch(scope.accessKeyId, signature, text, canonical);
  return { key, amzDate, scope, seed };
}

interface AuthorizationFields {
  readonly Credential: string;
  readonly SignedHeaders: string;
  readonly Signature: string;
}

function parseAuthorization(authorization: string): AuthorizationFields {
  const fields = new Map<string, string>();
  for (const part of authorization.slice(ALGORITHM_V4.length).split(',')) {
    const equals = part.indexOf('=');
    if (equals > 0) fields.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  const Credential = fields.get('Credential');
  const SignedHeaders = fields.get('SignedHeaders');
  const Signature = fields.get('Signature');
  if (!Credential || !SignedHeaders || !Signature) {
    throw malformed('the authorization header requires three components: Credential, SignedHeaders, and Signature.');
  }
  return { Credential, SignedHeaders, Signature };
}

function requestDate(request: Unsigned, scope: CredentialScope): string {
  const amzDate = request.headers.get('x-amz-date');
  if (amzDate !== undefined && parseAmzDate(amzDate) !== undefined) return amzDate;
  const date = Date.parse(request.headers.get('date') ?? '');
  if (amzDate !== undefined || Number.isNaN(date)) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header', {
      Scope: scope.date,
    });
  }
  return new Date(date).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function checkScope(settings: Settings, scope: CredentialScope, amzDate: string): void {
  if (scope.service !== 's3') throw malformed(`incorrect service "${scope.service}". This endpoint belongs to "s3".`);
  if (scope.region !== settings.region) {
    throw malformed(`the region '${scope.region}' is wrong; expecting '${settings.region}'`, settings.region);
  }
  if (!amzDate.startsWith(scope.date)) {
    throw malformed(`Invalid credential date "${scope.date}". This date is not the same as X-Amz-Date: "${amzDate}".`);
  }
}

function malformed(reason: string, region?: string): S3Error {
  return new S3Error(
    'AuthorizationHeaderMalformed',
    `The authorization header is malformed; ${reason}`,
    region === undefined ? {} : { Region: region },
  );
}
