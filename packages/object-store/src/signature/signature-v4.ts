import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Headers } from '../http/headers.js';
import { percentDecode, type Query, uriEncode, uriEncodePath } from '../http/uri.js';

/** The algorithm name that SigV4 texts begin with. */
export const ALGORITHM_V4 = 'AWS4-HMAC-SHA256';

/** `<date>/<region>/<service>/aws4_request` of a credential, with the key id before it. */
export interface CredentialScope {
  readonly accessKeyId: string;
  /** `YYYYMMDD`. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

/** The pieces of a request that a signature covers. */
export interface SignedRequest {
  readonly method: string;
  readonly rawPath: string;
  readonly query: Query;
  readonly headers: Headers;
  /** Lower-case names in the order of the request's list. */
  readonly signedHeaders: readonly string[];
  /** The value of x-amz-content-sha256, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
}

/** Reads `AKID/20130524/us-east-1/s3/aws4_request`; undefined if it has another shape. The key id may hold slashes. */
export function parseCredential(text: string): CredentialScope | undefined {
  const match = /^(.+)\/(\d{8})\/([^/]*)\/([^/]*)\/aws4_request$/.exec(text);
  if (!match) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = ''] = match;
  return { accessKeyId, date, region, service };
}

/** The scope as it stands in a string to sign. */
export function scopeText(scope: CredentialScope): string {
  return `${scope.date}/${scope.region}/${scope.service}/aws4_request`;
}

/** Reads `20130524T000000Z` to milliseconds; undefined if it is not such a date. */
export function parseAmzDate(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** Bytes from latin1: header values are hashed as they came over the wire. Everything else in the text is ASCII. */
function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

/**
 * The canonical request of SigV4 as S3 defines it: the path is encoded once and not normalised, the query is sorted by
 * encoded name and value, and `X-Amz-Signature` is left out.
 */
export function canonicalRequest(request: SignedRequest): string {
  const path = uriEncodePath(percentDecode(request.rawPath));
  const query = request.query.pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = request.signedHeaders
    .map((name) => `${name}:${(request.headers.get(name) ?? '').trim().replace(/ +/g, ' ')}\n`)
    .join('');
  return [request.method, path, query, headers, request.signedHeaders.join(';'), request.payloadHash].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `AWS4-HMAC-SHA256`, the date, the scope and the hash of the canonical request, one per line. */
export function stringToSign(amzDate: string, scope: CredentialScope, canonical: string): string {
  return [ALGORITHM_V4, amzDate, scopeText(scope), sha256Hex(canonical)].join('\n');
}

/** The key derived from a secret for one day, region and service. */
export function signingKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const dateKey = hmac(`AWS4${secretAccessKey}`, scope.date);
  return hmac(hmac(hmac(dateKey, scope.region), scope.service), 'aws4_request');
}

/** The signature of a text, in lower-case hexadecimal. */
export function signV4(key: Buffer, text: string): string {
  return hmac(key, text).toString('hex');
}

/** Compares two signatures without revealing where they differ. */
export function sameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}
