import { storageFailed, storageFull, unknownPlugin } from '../../kernel/errors/storage-errors.js';
import type { DiskSpace } from './disk-space.js';
import type { StoragePlugin } from './plugin.js';
import type * as s3 from './s3-requests.js';
import type { S3Target, StoreTimeouts } from './s3-target.js';
import { atStore } from './storage-failure.js';

type S3 = typeof s3;
type Requests = S3['requests'];

/** The requests of `s3-requests.ts` with the name of a plugin in the place of its target. */
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
  const plugins = new Map(options.plugins.map((plugin) => [plugin.name, plugin]));
  const targets = new Map<string, S3Target>();
  const using: Using = async (name, exchange) => {
    const plugin = plugins.get(name);
    // The name is that of a stored file, not of the request: it was taken out of the server's configuration (D8: 502).
    if (plugin === undefined)
      throw storageFailed(`The storage "${name}" of this file is not configured on this server.`);
    const s3 = await loadS3();
    const target = targets.get(name) ?? s3.s3Target(plugin, options.timeouts);
    targets.set(name, target);
    return atStore(name, () => exchange(target, s3));
  };
  return {
    plugins: options.plugins,
    plugin(name) {
      const plugin = plugins.get(name);
      if (plugin !== undefined) return plugin;
      throw unknownPlugin(`There is no storage plugin "${name.slice(0, 100)}". Use ${[...plugins.keys()].join(', ')}.`);
    },
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
      await Promise.all([...plugins.keys()].map((name) => using(name, (target, s3) => s3.probeBucket(target))));
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

/** The SDK of S3, loaded when a store is first asked for something: it is a tenth of what a start would load. */
const loadS3 = (): Promise<S3> => import('./s3-requests.js');

/** Runs one exchange with the store of a plugin. @throws CatalogueError 1709 */
type Using = <T>(plugin: string, exchange: (target: S3Target, s3: S3) => Promise<T>) => Promise<T>;

const NAMES = Object.keys({
  signUpload: true,
  signDownload: true,
  signRead: true,
  head: true,
  digest: true,
  copy: true,
  remove: true,
  listPage: true,
  createMultipart: true,
  signPart: true,
  listParts: true,
  completeMultipart: true,
  abortMultipart: true,
  abortMultiparts: true,
  listMultipartsPage: true,
} satisfies Record<keyof Requests, true>) as readonly (keyof Requests)[];

function bindRequests(using: Using): StorageRequests {
  const bound = NAMES.map((name) => [
    name,
    (plugin: string, ...rest: readonly unknown[]) =>
      using(plugin, (target, s3) => (s3.requests[name] as Request)(target, ...rest)),
  ]);
  return Object.fromEntries(bound) as StorageRequests;
}

type Request = (target: S3Target, ...rest: readonly unknown[]) => Promise<unknown>;
