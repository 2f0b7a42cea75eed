import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  });
  try {
    return await store.listen({ host: options.host, port });
  } catch (error) {
    if (error instanceof DirectoryInUseError) {
      options.log.info({ port }, 'another process serves the embedded store');
      return undefined;
    }
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new ConfigError(
        `Port ${port} of the embedded store is in use by another program. Set MILLRACE_STORE_PORT to a free one.`,
      );
    }
    throw error;
  }
}

/** What the file holds, with what the environment says in its place; written with 0600 because it holds a secret. */
async function keepSettings(path: string, options: EmbeddedStoreOptions): Promise<Settings> {
  const kept = await readSettings(path);
  const settings: Settings = {
    port: options.port ?? kept?.port ?? (await freePort(options.host)),
    accessKeyId: options.accessKey ?? kept?.accessKeyId ?? `MR${randomBytes(9).toString('hex').toUpperCase()}`,
    secretAccessKey: options.secretKey ?? kept?.secretAccessKey ?? randomBytes(30).toString('base64url'),
  };
  await writeFile(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return settings;
}

async function readSettings(path: string): Promise<Settings | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Settings;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
