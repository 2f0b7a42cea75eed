import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { CatalogueError } from '../catalogue-error.js';
import { attachmentDisposition } from './content-disposition.js';
import { keyRoot } from './object-key.js';
import type { StoragePlugin } from './plugin.js';
import { defaultTimeouts, type S3Target, type StoreTimeouts, s3Target } from './s3-target.js';
import { type SignedForm, signUpload, type UploadPolicy } from './sign-upload.js';
import { atStore, isMissing, storageFailure } from './storage-failure.js';

/** Lifetime of a signed download in seconds (D31). */
export const downloadSeconds = 15 * 60;

/** What a store says of an object. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number;
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
 * The stores behind the plugins (D28). Everything that reaches for a store raises CatalogueError 1709 when the plugin is
 * unknown (400), or when its store cannot be reached or refuses (502), within two attempts of a few seconds.
 */
export interface Storage {
  /** In the order of the configuration. */
  readonly plugins: readonly StoragePlugin[];
  /** @throws CatalogueError 1709 with 400 */
  plugin(name: string): StoragePlugin;
  /** Largest upload in bytes that a plugin takes (D29). */
  maximumFileSize(plugin: StoragePlugin): number;
  signUpload(plugin: string, policy: UploadPolicy): Promise<SignedForm>;
  /** An address that downloads the object under the given name for 15 minutes (D31). */
  signDownload(plugin: string, object: { readonly key: string; readonly fileName: string }): Promise<string>;
  /** Undefined when there is no such object. */
  head(plugin: string, key: string): Promise<StoredObject | undefined>;
  /** Hex SHA-256 of an object, by reading it: costs its transfer. Undefined when there is no such object. */
  digest(plugin: string, key: string): Promise<string | undefined>;
  /** Removes an object; one that is not there is as good as removed. */
  remove(plugin: string, key: string): Promise<void>;
  /** Every object under the plugin's prefix, a page of up to 1,000 at a time, by key. */
  list(plugin: string): AsyncGenerator<readonly ListedObject[], void, undefined>;
  /** Resolves when every plugin's bucket answers. For `/readyz`. */
  probe(): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

export interface StorageOptions {
  readonly plugins: readonly StoragePlugin[];
  /** Largest upload in bytes whatever the plugin (D29). */
  readonly maximumFileSize: number;
  readonly timeouts?: StoreTimeouts;
}

/** Connects to nothing until something is asked of a store. */
export function createStorage(options: StorageOptions): Storage {
  const targets = new Map(
    options.plugins.map((plugin) => [plugin.name, s3Target(plugin, options.timeouts ?? defaultTimeouts)]),
  );
  const find = (name: string): S3Target => {
    const target = targets.get(name);
    if (target !== undefined) return target;
    const known = [...targets.keys()].join(', ');
    throw new CatalogueError(1709, `There is no storage plugin "${name.slice(0, 100)}". Use ${known}.`, {
      status: 400,
    });
  };
  const using = async <T>(name: string, exchange: (target: S3Target) => Promise<T>): Promise<T> => {
    const target = find(name);
    return atStore(name, () => exchange(target));
  };
  return {
    plugins: options.plugins,
    plugin: (name) => find(name).plugin,
    maximumFileSize: (plugin) => Math.min(options.maximumFileSize, plugin.maximumFileSize ?? Number.MAX_SAFE_INTEGER),
    signUpload: (name, policy) => using(name, (target) => signUpload(target, policy)),
    signDownload: (name, object) => using(name, (target) => signDownload(target, object)),
    head: (name, key) => using(name, (target) => head(target, key)),
    digest: (name, key) => using(name, (target) => digest(target, key)),
    remove: (name, key) => using(name, (target) => remove(target, key)),
    list: (name) => list(find(name)),
    async probe() {
      await Promise.all([...targets.keys()].map((name) => using(name, probeBucket)));
    },
    close() {
      for (const { client, signer } of targets.values()) {
        client.destroy();
        signer.destroy();
      }
    },
  };
}

function signDownload({ plugin, signer }: S3Target, object: { readonly key: string; readonly fileName: string }) {
  const command = new GetObjectCommand({
    Bucket: plugin.bucket,
    Key: object.key,
    ResponseContentDisposition: attachmentDisposition(object.fileName),
  });
  return getSignedUrl(signer, command, { expiresIn: downloadSeconds });
}

async function head({ plugin, client }: S3Target, key: string): Promise<StoredObject | undefined> {
  try {
    const object = await client.send(
      new HeadObjectCommand({ Bucket: plugin.bucket, Key: key, ChecksumMode: 'ENABLED' }),
    );
    return {
      size: object.ContentLength ?? 0,
      etag: object.ETag ?? '',
      contentType: object.ContentType,
      sha256: wholeSha256(object),
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Checksums of multipart uploads are of the parts' checksums and end in `-<parts>`. */
function wholeSha256({ ChecksumSHA256: checksum }: HeadObjectCommandOutput): string | undefined {
  return checksum !== undefined && /^[A-Za-z0-9+/]{43}=$/.test(checksum)
    ? Buffer.from(checksum, 'base64').toString('hex')
    : undefined;
}

async function digest({ plugin, client }: S3Target, key: string): Promise<string | undefined> {
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

async function remove({ plugin, client }: S3Target, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: plugin.bucket, Key: key }));
}

async function* list({ plugin, client }: S3Target): AsyncGenerator<readonly ListedObject[], void, undefined> {
  let token: string | undefined;
  do {
    const page = await atStore(plugin.name, () =>
      client.send(
        new ListObjectsV2Command({
          Bucket: plugin.bucket,
          Prefix: keyRoot(plugin.prefix),
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      ),
    );
    yield (page.Contents ?? []).map((object) => ({
      key: object.Key ?? '',
      size: object.Size ?? 0,
      etag: object.ETag ?? '',
      modifiedTs: object.LastModified ?? new Date(0),
    }));
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    if (page.IsTruncated === true && token === undefined) {
      throw storageFailure(plugin.name, new Error('a listing said there is more but not where it goes on'));
    }
  } while (token !== undefined);
}

async function probeBucket({ plugin, client }: S3Target): Promise<void> {
  await client.send(new HeadBucketCommand({ Bucket: plugin.bucket }));
}
