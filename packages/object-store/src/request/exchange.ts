import type { IncomingMessage } from 'node:http';
import type { Bucket } from '../disk/bucket.js';
import type { Disk } from '../disk/disk.js';
import type { MultipartUploads } from '../disk/multipart-uploads.js';
import type { OpenObject } from '../disk/object-file.js';
import type { Headers } from '../http/headers.js';
import type { WireBody } from '../http/read-body.js';
import type { Query, Target } from '../http/uri.js';
import { S3Error } from '../kernel/error.js';
import type { Settings } from '../kernel/options.js';
import type { Authenticated, Caller } from '../signature/caller.js';

/** A request and everything an operation needs to answer it. */
export interface Exchange {
  readonly settings: Settings;
  readonly disk: Disk;
  readonly uploads: MultipartUploads;
  readonly method: string;
  readonly target: Target;
  readonly headers: Headers;
  readonly authenticated: Authenticated;
  readonly request: IncomingMessage;
  /** The base URL of this server as the client addressed it, `http://host:port`. */
  readonly origin: string;
  /** The body as it comes over the wire. The first call sends `100 Continue` if the client waits for it. */
  body(): WireBody;
}

/** An answer. An open object is streamed from `start` up to, not including, `end`, and closed. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | { readonly object: OpenObject; readonly start: number; readonly end: number };
}

/**
 * Handles one kind of request.
 * @throws S3Error to refuse the request
 */
export type Operation = (exchange: Exchange) => Promise<Reply>;

/** 200 with an XML document. */
export function xmlReply(document: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body: document };
}

/**
 * The bucket of the request.
 * @throws NoSuchBucket
 */
export function bucketOf(exchange: Exchange): Bucket {
  return exchange.disk.bucket(exchange.target.bucket ?? '');
}

/** S3's limit for a key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/**
 * The key of the request.
 * @throws KeyTooLongError
 */
export function keyOf(exchange: Exchange): string {
  const key = exchange.target.key ?? '';
  requireKeyLength(key);
  return key;
}

/**
 * Checks the length of a key.
 * @throws KeyTooLongError for a key over 1,024 bytes
 */
export function requireKeyLength(key: string): void {
  const size = Buffer.byteLength(key, 'utf8');
  if (size > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError', undefined, { Size: String(size), MaxSizeAllowed: String(MAX_KEY_BYTES) });
  }
}

/**
 * A query parameter or header as a number from 0 to `highest`, larger ones reduced to `highest`, or `missing`.
 * @throws InvalidArgument
 */
export function countParameter(query: Pick<Query, 'get'>, name: string, missing: number, highest: number): number {
  const text = query.get(name);
  if (text === undefined || text === '') return missing;
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647) {
    throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`, {
      ArgumentName: name,
      ArgumentValue: text,
    });
  }
  return Math.min(Number(text), highest);
}

/** What an operation requires of its caller. Canned access lists can open the last two to anonymous callers. */
export type Permission = 'owner' | 'read-bucket' | 'write-bucket';

/**
 * Requires a credential, or an access list that allows this to everybody.
 * @throws AccessDenied
 */
export function requirePermission(caller: Caller, bucket: Bucket, permission: Permission): void {
  if (caller.kind === 'credential') return;
  const { acl } = bucket.record;
  if (permission === 'read-bucket' && (acl === 'public-read' || acl === 'public-read-write')) return;
  if (permission === 'write-bucket' && acl === 'public-read-write') return;
  throw new S3Error('AccessDenied');
}
