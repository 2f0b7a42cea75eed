import type { StoredHeaders } from '../disk/object-file.js';
import { isHeaderValue } from '../http/headers.js';
import { S3Error } from '../kernel/error.js';
import { parseTagHeader, type Tags } from './tags.js';

/** The metadata of an object that a client can set. */
export interface ObjectAttributes {
  readonly headers: StoredHeaders;
  readonly metadata: StoredHeaders;
  readonly acl: string;
  readonly tags: Tags;
}

/** Headers that are stored and returned unchanged. */
export const storedHeaderNames = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
] as const;

/** Headers of features that the store lacks. They are refused, because ignoring them would break a promise of S3. */
const UNSUPPORTED_HEADERS = /^x-amz-(server-side-encryption|object-lock|grant-|website-redirect-location)/;

/** The canned access lists. Only the two public ones have an effect, because every credential owns every bucket. */
const cannedAcls = new Set([
  ...['private', 'public-read', 'public-read-write', 'authenticated-read', 'aws-exec-read'],
  ...['bucket-owner-read', 'bucket-owner-full-control', 'log-delivery-write'],
]);

/** S3's limit for all user metadata of an object, in bytes. */
const MAX_METADATA_BYTES = 2048;

/**
 * Reads an object's attributes from headers, or from form fields of the same names.
 * @throws NotImplemented, InvalidArgument, MetadataTooLarge or InvalidStorageClass
 */
export function readAttributes(source: ReadonlyMap<string, string>): ObjectAttributes {
  const headers: Record<string, string> = {};
  for (const name of storedHeaderNames) {
    const value = name === 'content-encoding' ? withoutAwsChunked(source.get(name)) : source.get(name);
    if (value) headers[name] = requireHeaderValue(name, value);
  }
  headers['content-type'] ??= 'binary/octet-stream';
  const metadata: Record<string, string> = {};
  let metadataBytes = 0;
  for (const [name, value] of source) {
    if (UNSUPPORTED_HEADERS.test(name)) throw new S3Error('NotImplemented', undefined, { Header: name });
    if (!name.startsWith('x-amz-meta-')) continue;
    metadata[requireToken(name).slice('x-amz-meta-'.length)] = requireHeaderValue(name, value);
    metadataBytes += name.length - 'x-amz-meta-'.length + value.length;
  }
  if (metadataBytes > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', undefined, {
      Size: String(metadataBytes),
      MaxSizeAllowed: String(MAX_METADATA_BYTES),
    });
  }
  const storageClass = source.get('x-amz-storage-class');
  if (storageClass !== undefined && storageClass !== 'STANDARD') {
    throw new S3Error('InvalidStorageClass', undefined, { StorageClassRequested: storageClass });
  }
  return {
    headers,
    metadata,
    acl: cannedAcl(source.get('x-amz-acl') ?? source.get('acl')),
    tags: parseTagHeader(source.get('x-amz-tagging')),
  };
}

/**
 * A canned access list, `private` when absent.
 * @throws InvalidArgument for an unknown one
 */
export function cannedAcl(value: string | undefined): string {
  if (value === undefined) return 'private';
  if (cannedAcls.has(value)) return value;
  throw new S3Error('InvalidArgument', undefined, { ArgumentName: 'x-amz-acl', ArgumentValue: value });
}

/** Encodes text for a header: one character for each byte of its UTF-8 form. */
export function toHeaderText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Checks a value that will be sent in a header.
 * @throws InvalidArgument if no header can carry it
 */
export function requireHeaderValue(name: string, value: string): string {
  if (isHeaderValue(value)) return value;
  throw new S3Error('InvalidArgument', 'The value is not allowed in an HTTP header', { ArgumentName: name });
}

function requireToken(name: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name;
  throw new S3Error('InvalidArgument', 'The name is not a valid HTTP header name', { ArgumentName: name });
}

/** aws-chunked describes the transfer, not the object. */
function withoutAwsChunked(value: string | undefined): string | undefined {
  return value
    ?.split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'aws-chunked' && coding !== '')
    .join(', ');
}
