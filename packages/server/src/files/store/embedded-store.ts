import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createObjectStore, DirectoryInUseError, type RunningStore } from '@millrace/object-store';
import { ConfigError } from '../../kernel/config.js';
import { freePort } from '../../kernel/free-port.js';
import type { Log } from '../../kernel/log.js';

/** Bucket of the one plugin there is when none is configured (D28). */
const bucket = 'millrace';
const region = 'us-east-1';

export interface EmbeddedStoreOptions {
  readonly dataDirectory: string;
  readonly host: string;
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
  /** Undefined: a free port at the first start, the same one afterwards. */
  readonly port: number | undefined;
  /** Address that clients reach the store at, where it is not the one it binds. */
  readonly publicUrl: string | undefined;
  /** Takes signature version 2 as well, for clients that know no other; it binds less of a request. */
  readonly signatureV2: boolean;
  /** Bytes of its disk that uploads leave free; undefined: 1 GiB, or 5 % of a smaller disk (D56). */
  readonly reserve: number | undefined;
  readonly log: Log;
}

/** Where the embedded store answers and how to sign for it: a plugin target like any other S3. */
export interface EmbeddedStore {
  readonly endpoint: string;
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

interface Settings {
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Starts our object store in this process, unless another Millrace process on the same data directory already serves
 * it. Port and keys are kept in the data directory, so that signed addresses survive a restart.
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const directory = join(options.dataDirectory, 'object-store');
  await mkdir(directory, { recursive: true });
  const settings = await keepSettings(join(options.dataDirectory, 'object-store.json'), options);
  const running = await listen(options, directory, settings);
  const reachable = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host;
  const endpoint = `http://${reachable}:${settings.port}`;
  return {
    endpoint,
    publicEndpoint: options.publicUrl ?? endpoint,
    region,
    bucket,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    stop: async () => running?.close(),
  };
}

/** Undefined when another of our processes holds the directory, and so serves it on the port that the settings name. */
async function listen(
  options: EmbeddedStoreOptions,
  directory: string,
  settings: Settings,
): Promise<RunningStore | undefined> {
  const { port, accessKeyId, secretAccessKey } = settings;
  const credentials = [{ accessKeyId, secretAccessKey }];
  const store = createObjectStore({
    directory,
    region,
    buckets: [bucket],
    credentials,
    logger: options.log,
    allowSignatureV2: options.signatureV2,
    ...(options.reserve === undefined ? {} : { reserveBytes: options.reserve }),
  });
  try {
    return await store.listen({ host: options.host, port });
  } catch (error) {
    if (error instanceof DirectoryInUseError) {
      options.log.info({ port }, 'another process serves the embedded store');
      return undefined;
    }
    if (codeOf(error) === 'EADDRINUSE') {
      throw new ConfigError(
        `Port ${port} of the embedded store is in use by another program. Set MILLRACE_STORE_PORT to a free one.`,
      );
    }
    throw error;
  }
}

/**
 * What the file holds, with what the environment says in its place. Of several processes that start on a new data
 * directory, one creates the file and the others read it, so that all agree on the port and the keys, whichever of them
 * serves the store. The file appears and changes as a whole; its mode is 0600 because it holds a secret.
 */
async function keepSettings(path: string, options: EmbeddedStoreOptions): Promise<Settings> {
  const kept = (await readSettings(path)) ?? (await createSettings(path, options));
  const settings: Settings = {
    port: options.port ?? kept.port,
    accessKeyId: options.accessKey ?? kept.accessKeyId,
    secretAccessKey: options.secretKey ?? kept.secretAccessKey,
  };
  if (!isDeepStrictEqual(settings, kept)) {
    await withTemporaryFile(path, settings, (temporary) => rename(temporary, path));
  }
  return settings;
}

/** Creates the file, unless another process was first: then its settings count. */
async function createSettings(path: string, options: EmbeddedStoreOptions): Promise<Settings> {
  const settings: Settings = {
    port: options.port ?? (await freePort(options.host)),
    accessKeyId: options.accessKey ?? `MR${randomBytes(9).toString('hex').toUpperCase()}`,
    secretAccessKey: options.secretKey ?? randomBytes(30).toString('base64url'),
  };
  await withTemporaryFile(path, settings, async (temporary) => {
    try {
      await link(temporary, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      // A file system without hard links. Processes that start there together may disagree until they are started again.
      await rename(temporary, path);
    }
  });
  return (await readSettings(path)) ?? settings;
}

async function withTemporaryFile(
  path: string,
  settings: Settings,
  use: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await use(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function readSettings(path: string): Promise<Settings | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Settings;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
