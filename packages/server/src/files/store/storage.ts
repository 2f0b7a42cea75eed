import { storageFailed, unknownPlugin } from '../../kernel/errors/storage-errors.js';
import type { Page } from './listing.js';
import {
  abortMultipart,
  abortMultiparts,
  completeMultipart,
  createMultipart,
  type ListedUpload,
  listMultipartsPage,
  listParts,
  type MultipartUpload,
  type StoredPart,
  signPart,
  type UploadMarker,
} from './multipart-requests.js';
import {
  type CopyRequest,
  copy,
  digest,
  head,
  type ListedObject,
  listPage,
  probeBucket,
  remove,
  type StoredObject,
  signDownload,
} from './object-requests.js';
import type { StoragePlugin } from './plugin.js';
import { defaultTimeouts, type S3Target, type StoreTimeouts, s3Target } from './s3-target.js';
import { type SignedForm, signUpload, type UploadPolicy } from './sign-upload.js';
import { atStore } from './storage-failure.js';

/**
 * The stores behind the plugins (D28). Everything that reaches for a store raises CatalogueError 1709 with 502 when its
 * plugin is not configured, cannot be reached or refuses, within two attempts of a few seconds.
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
  /** Copies an object within the plugin's bucket and waits for it; false when there is no such object. */
  copy(plugin: string, request: CopyRequest): Promise<boolean>;
  /** Begins a multipart upload and gives its id. */
  createMultipart(plugin: string, upload: { readonly key: string; readonly mimeType: string }): Promise<string>;
  /** An address that takes one part of exactly that size by PUT, for 15 minutes. */
  signPart(
    plugin: string,
    upload: MultipartUpload,
    part: { readonly number: number; readonly size: number },
  ): Promise<string>;
  /** The parts that are there, by number; undefined when the upload has ended. */
  listParts(plugin: string, upload: MultipartUpload): Promise<readonly StoredPart[] | undefined>;
  /** Makes the object of its parts: `gone` when the upload has ended before, `changed` when the parts are other ones now. */
  completeMultipart(
    plugin: string,
    upload: MultipartUpload,
    parts: readonly StoredPart[],
  ): Promise<'done' | 'gone' | 'changed'>;
  /** Ends every multipart upload whose key begins with the prefix. */
  abortMultiparts(plugin: string, prefix: string): Promise<void>;
  /** Ends one multipart upload; one that has ended is as good as aborted. */
  abortMultipart(plugin: string, upload: MultipartUpload): Promise<void>;
  /** Up to 1,000 multipart uploads under way under a prefix, by key; `next` is of the page before. */
  listMultipartsPage(plugin: string, prefix: string, next?: UploadMarker): Promise<Page<ListedUpload, UploadMarker>>;
  /** Removes an object; one that is not there is as good as removed. */
  remove(plugin: string, key: string): Promise<void>;
  /** Up to 1,000 objects under a prefix, by key; `next` is of the page before. */
  listPage(plugin: string, prefix: string, next?: string): Promise<Page<ListedObject>>;
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
    throw unknownPlugin(`There is no storage plugin "${name.slice(0, 100)}". Use ${known}.`);
  };
  const using = async <T>(name: string, exchange: (target: S3Target) => Promise<T>): Promise<T> => {
    const target = targets.get(name);
    // The name is that of a stored file, not of the request: it was taken out of the server's configuration (D8: 502).
    if (target === undefined) throw storageFailed('The storage of this file is not configured on this server.');
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
    copy: (name, request) => using(name, (target) => copy(target, request)),
    createMultipart: (name, upload) => using(name, (target) => createMultipart(target, upload)),
    signPart: (name, upload, part) => using(name, (target) => signPart(target, upload, part)),
    listParts: (name, upload) => using(name, (target) => listParts(target, upload)),
    completeMultipart: (name, upload, parts) => using(name, (target) => completeMultipart(target, upload, parts)),
    abortMultiparts: (name, prefix) => using(name, (target) => abortMultiparts(target, prefix)),
    abortMultipart: (name, upload) => using(name, (target) => abortMultipart(target, upload)),
    async listMultipartsPage(name, prefix, next) {
      const target = find(name);
      return atStore(name, () => listMultipartsPage(target, prefix, next));
    },
    remove: (name, key) => using(name, (target) => remove(target, key)),
    async listPage(name, prefix, next) {
      const target = find(name);
      return atStore(name, () => listPage(target, prefix, next));
    },
    async probe() {
      await Promise.all([...targets.keys()].map((name) => using(name, probeBucket)));
    },
    close() {
      for (const { client, patient, signer } of targets.values()) {
        client.destroy();
        patient.destroy();
        signer.destroy();
      }
    },
  };
}
