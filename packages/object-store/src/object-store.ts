import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Disk } from './disk/disk.js';
import { MultipartUploads } from './disk/multipart-uploads.js';
import { isDiskFull } from './kernel/error.js';
import { type ObjectStoreOptions, type Settings, settingsOf } from './kernel/options.js';
import { requireBucketName } from './operations/buckets.js';
import { Connections } from './server/connections.js';
import { handle, type ServerContext } from './server/handle-request.js';

const HOUR_MS = 3_600_000;

/** A store that is listening. */
export interface RunningStore {
  /** `http://host:port`, the endpoint for S3 clients (path-style addressing). */
  readonly url: string;
  /**
   * Accepts no more requests, waits for running ones (at most `limits.closeMs`), closes all other connections at once, and
   * releases the directory.
   */
  close(): Promise<void>;
}

/** A store that can be started. */
export interface ObjectStore {
  /**
   * Opens the directory and listens. `host` defaults to 127.0.0.1, `port` to 0 (any free one). A store whose directory has all
   * its buckets also starts on a full disk.
   * @throws DirectoryInUseError if another process uses the directory, the system's EADDRINUSE if the port is in use
   */
  listen(address?: { readonly host?: string; readonly port?: number }): Promise<RunningStore>;
}

/**
 * Creates an S3 server that stores its objects in a directory. It does nothing before `listen`.
 * @throws TypeError if two credentials have the same id, S3Error InvalidBucketName for an invalid name in `buckets`
 */
export function createObjectStore(options: ObjectStoreOptions): ObjectStore {
  const settings = settingsOf(options);
  for (const bucket of options.buckets ?? []) requireBucketName(bucket);
  if (settings.credentials.size !== options.credentials.length)
    throw new TypeError('two credentials have the same accessKeyId');
  return {
    listen: async ({ host = '127.0.0.1', port = 0 } = {}) => {
      const disk = await Disk.open(options.directory, options);
      try {
        return await start(settings, disk, options.buckets ?? [], host, port);
      } catch (error) {
        await disk.close();
        throw error;
      }
    },
  };
}

async function start(
  settings: Settings,
  disk: Disk,
  buckets: readonly string[],
  host: string,
  port: number,
): Promise<RunningStore> {
  const uploads = new MultipartUploads(disk);
  const existing = new Set(disk.buckets.map(({ name }) => name));
  for (const name of buckets.filter((bucket) => !existing.has(bucket))) {
    try {
      await disk.createBucket(name, { created: settings.clock(), acl: 'private' });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      const reason = 'no space is left on the file system of the directory. Free space and start the store again.';
      throw new Error(`The bucket ${name} could not be created: ${reason}`, { cause: error });
    }
  }
  const sweep = async (): Promise<void> => {
    try {
      await uploads.sweep(settings.clock() - settings.limits.multipartAgeMs);
    } catch (error) {
      settings.logger?.error({ err: error }, 'could not remove old multipart uploads');
    }
  };
  await sweep();

  const inFlight = new Set<Promise<void>>();
  const { server, connections } = createHttpServer({ settings, disk, uploads }, inFlight);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const sweeper = setInterval(() => void sweep(), HOUR_MS);
  sweeper.unref();

  const url = urlOf(server.address(), host);
  settings.logger?.info({ url }, 'object store is listening');
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(sweeper);
    await connections.close(settings.limits.closeMs);
    await Promise.allSettled(inFlight);
    await disk.close();
  };
  return {
    url,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function createHttpServer(
  context: ServerContext,
  inFlight: Set<Promise<void>>,
): { readonly server: Server; readonly connections: Connections } {
  const accept = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    connections.serve(request, response);
    const handled = handle(context, request, response, expectsContinue).finally(() => inFlight.delete(handled));
    inFlight.add(handled);
  };
  // requestTimeout would limit a whole upload, even a fast one. Idle connections are closed instead.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 20_000 }, (request, response) =>
    accept(request, response, false),
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => accept(request, response, true));
  server.on('timeout', (socket) => socket.destroy());
  const connections = new Connections(server);
  return { server, connections };
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
