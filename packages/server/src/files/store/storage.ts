import { storageFailed, storageFull, unknownPlugin } from '../../kernel/errors/storage-errors.js';
import type { DiskSpace } from './disk-space.js';
import {
  abortMultipart,
  abortMultiparts,
  completeMultipart,
  createMultipart,
  listMultipartsPage,
  listParts,
  signPart,
} from './multipart-requests.js';
import { copy, digest, head, listPage, probeBucket, remove, signDownload, signRead } from './object-requests.js';
import type { StoragePlugin } from './plugin.js';
import { defaultTimeouts, type S3Target, type StoreTimeouts, s3Target } from './s3-target.js';
import { signUpload } from './sign-upload.js';
import { atStore } from './storage-failure.js';

/** What can be asked of one store; each function says what it answers. */
const requests = {
  signUpload,
  signDownload,
  signRead,
  head,
  digest,
  copy,
  remove,
  listPage,
  createMultipart,
  signPart,
  listParts,
  completeMultipart,
  abortMultipart,
  abortMultiparts,
  listMultipartsPage,
};

type Requests = typeof requests;

/** The requests of {@link requests} with the name of a plugin in the place of its target. */
type StorageRequests = {
  readonly [Name in keyof Requests]: Requests[Name] extends (target: S3Target, ...rest: infer Rest) => infer Answer
    ? (plugin: string, ...rest: Rest) => Answer
    : never;
};

/**
 * The stores behind the plugins (D28). Every request raises CatalogueError 1709 with 502 when its plugin is not configured,
 * cannot be reached or refuses, within two attempts of a few seconds.
 */
export interface Storage extends StorageRequests {
  /** In the order of the configuration. */
  readonly plugins: readonly StoragePlugin[];
  /** @throws CatalogueError 1709 with 400 */
  plugin(name: string): StoragePlugin;
  /** Largest upload in bytes that a plugin takes (D29). */
  maximumFileSize(plugin: StoragePlugin): number;
  /**
   * Makes sure that the disk of a plugin's store has room beyond its reserve (D56). Only the disk of the embedded store is
   * known; other stores say themselves that they are full.
   *
   * @param bytes of the upload; 0 when they are not known
   * @throws CatalogueError 1720
   */
  requireRoom(plugin: string, bytes: number): Promise<void>;
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
  /** The disk of the embedded store, and the plugin that it is. */
  readonly disk?: { readonly plugin: string; readonly space: DiskSpace };
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
  const using: Using = async (name, exchange) => {
    const target = targets.get(name);
    // The name is that of a stored file, not of the request: it was taken out of the server's configuration (D8: 502).
    if (target === undefined)
      throw storageFailed(`The storage "${name}" of this file is not configured on this server.`);
    return atStore(name, () => exchange(target));
  };
  return {
    plugins: options.plugins,
    plugin: (name) => find(name).plugin,
    maximumFileSize: (plugin) => Math.min(options.maximumFileSize, plugin.maximumFileSize ?? Number.MAX_SAFE_INTEGER),
    ...bindRequests(using),
    async requireRoom(plugin, bytes) {
      if (options.disk?.plugin !== plugin) return;
      const { free, reserve } = await options.disk.space.figures();
      if (free > reserve && free - reserve >= bytes) return;
      throw storageFull(
        `The disk of the storage "${plugin}" has ${free} bytes free and keeps ${reserve} of them as a reserve. ${bytes === 0 ? 'No upload can begin.' : `The upload has ${bytes} bytes.`}`,
      );
    },
    async probe() {
      await Promise.all([...targets.keys()].map((name) => using(name, probeBucket)));
    },
    close() {
      for (const { client, untimedClient, signer } of targets.values()) {
        client.destroy();
        untimedClient.destroy();
        signer.destroy();
      }
    },
  };
}

/** Runs one exchange with the store of a plugin. @throws CatalogueError 1709 */
type Using = <T>(plugin: string, exchange: (target: S3Target) => Promise<T>) => Promise<T>;

function bindRequests(using: Using): StorageRequests {
  const bind =
    <Rest extends readonly unknown[]>(request: (target: S3Target, ...rest: Rest) => Promise<unknown>) =>
    (plugin: string, ...rest: Rest) =>
      using(plugin, (target) => request(target, ...rest));
  const bound = Object.entries(requests).map(([name, request]) => [name, bind(request as (typeof requests)['head'])]);
  return Object.fromEntries(bound) as StorageRequests;
}
