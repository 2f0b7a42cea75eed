import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition } from './content-disposition.js';
import { ListingError, type Page } from './listing.js';
import { type S3Target, writeDeadline } from './s3-target.js';
import { isMissing } from './storage-failure.js';

/** Lifetime of a signed download in seconds (D31). */
export const downloadSeconds = 15 * 60;

/** What a store says of an object. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly contentType: string | undefined;
  /** Hex SHA-256 of the whole object, where the store has computed it. */
  readonly sha256: string | undefined;
}

/** An object in a listing. */
export interface ListedObject {
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedTs: Date;
}

/**
 * An address that downloads the object under the given name, or shows it in a browser.
 *
 * @param object its `shownAs` is the type it is shown as; undefined: it is downloaded
 */
export function signDownload(
  { plugin, signer }: S3Target,
  object: { readonly key: string; readonly fileName: string; readonly shownAs?: string | undefined },
) {
  const { shownAs } = object;
  const command = new GetObjectCommand({
    Bucket: plugin.bucket,
    Key: object.key,
    ResponseContentDisposition: contentDisposition(shownAs === undefined ? 'attachment' : 'inline', object.fileName),
    ...(shownAs === undefined ? {} : { ResponseContentType: shownAs }),
  });
  return getSignedUrl(signer, command, { expiresIn: downloadSeconds });
}

/** An address at which a program near the server reads the object, for 15 minutes: at the endpoint that the server uses. */
export function signRead({ plugin, client }: S3Target, key: string): Promise<string> {
  const command = new GetObjectCommand({ Bucket: plugin.bucket, Key: key });
  return getSignedUrl(client, command, { expiresIn: downloadSeconds });
}

/**
 * Undefined when there is no such object. The answer to HEAD has no body that would tell a missing object from a missing
 * bucket, so the bucket is asked for then.
 */
export async function head(target: S3Target, key: string): Promise<StoredObject | undefined> {
  const { plugin, client } = target;
  try {
    const object = await client.send(
      new HeadObjectCommand({ Bucket: plugin.bucket, Key: key, ChecksumMode: 'ENABLED' }),
    );
    return {
      size: object.ContentLength ?? 0,
      etag: plainEtag(object.ETag),
      contentType: object.ContentType,
      sha256: wholeSha256(object),
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    await probeBucket(target);
    return undefined;
  }
}

/** Some stores quote an ETag in one answer and not in another. */
const plainEtag = (etag: string | undefined): string => (etag ?? '').replace(/^"(.*)"$/, '$1');

/** Checksums of multipart uploads are of the parts' checksums and end in `-<parts>`. */
function wholeSha256({ ChecksumSHA256: checksum }: HeadObjectCommandOutput): string | undefined {
  return checksum !== undefined && /^[A-Za-z0-9+/]{43}=$/.test(checksum)
    ? Buffer.from(checksum, 'base64').toString('hex')
    : undefined;
}

/** Hex SHA-256 of an object, by reading it; undefined when there is no such object. */
export async function digest({ plugin, client }: S3Target, key: string): Promise<string | undefined> {
  try {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: plugin.bucket, Key: key }));
    const hash = createHash('sha256');
    if (body !== undefined) await pipeline(body.transformToWebStream(), hash);
    return hash.digest('hex');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A copy within a bucket. */
export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  /** Bytes to expect; only the time allowed follows from it. */
  readonly size: number;
}

/**
 * Copies an object, at the store, with its type; up to 5 GiB, as S3 does. Takes a store as long as writing it. What was
 * copied is for the caller to look at: not every store heeds a condition on the source (Ceph 16 does not).
 *
 * @returns false when there is no such object
 */
export async function copy(target: S3Target, { from, to, size }: CopyRequest): Promise<boolean> {
  const { bucket } = target.plugin;
  try {
    await target.untimedClient.send(
      new CopyObjectCommand({
        Bucket: bucket,
        Key: to,
        CopySource: `${bucket}/${from.split('/').map(encodeURIComponent).join('/')}`,
      }),
      { abortSignal: writeDeadline(target, size) },
    );
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** One that is not there is as good as removed. */
export async function remove({ plugin, client }: S3Target, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: plugin.bucket, Key: key }));
}

/**
 * Up to 1,000 objects under a prefix, by key.
 *
 * @param next of the page before; undefined for the first page
 * @throws Error when the store does not say where a listing goes on
 */
export async function listPage(
  { plugin, client }: S3Target,
  prefix: string,
  next?: string,
): Promise<Page<ListedObject>> {
  const page = await client.send(
    new ListObjectsV2Command({
      Bucket: plugin.bucket,
      Prefix: prefix,
      ...(next === undefined ? {} : { ContinuationToken: next }),
    }),
  );
  if (page.IsTruncated === true && page.NextContinuationToken === undefined) throw new ListingError();
  const items = (page.Contents ?? []).map((object) => ({
    key: object.Key ?? '',
    size: object.Size ?? 0,
    etag: plainEtag(object.ETag),
    modifiedTs: object.LastModified ?? new Date(0),
  }));
  return { items, next: page.IsTruncated === true ? page.NextContinuationToken : undefined };
}

/** Resolves when the bucket answers. */
export async function probeBucket({ plugin, client }: S3Target): Promise<void> {
  await client.send(new HeadBucketCommand({ Bucket: plugin.bucket }));
}
