import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { StoragePlugin } from './plugin.js';

/** How long one attempt may take, in milliseconds. */
export interface StoreTimeouts {
  readonly connectMs: number;
  readonly requestMs: number;
}

/** Two attempts of at most these, so that an unreachable store is an answer within seconds. */
export const defaultTimeouts: StoreTimeouts = Object.freeze({ connectMs: 2000, requestMs: 5000 });

/** A plugin with the clients that speak for it. */
export interface S3Target {
  readonly plugin: StoragePlugin;
  /** For what this server asks of the store. */
  readonly client: S3Client;
  /** For requests that take a store longer the larger the object is: only the request's own signal ends them. */
  readonly untimedClient: S3Client;
  /**
   * For signatures that clients use: it knows the public address and never connects. A client that connects would sign forms,
   * though not addresses, by the time that the store told last, right or wrong.
   */
  readonly signer: S3Client;
  readonly timeouts: StoreTimeouts;
}

/** What every store writes at least, in bytes per millisecond (16 MiB/s); the slowest measured one writes ten times this. */
const slowestWrite = (16 * 1024 ** 2) / 1000;

/** The signal for a request of {@link S3Target.untimedClient} that makes the store write `size` bytes. */
export const writeDeadline = ({ timeouts }: S3Target, size: number): AbortSignal =>
  AbortSignal.timeout(Math.ceil(2 * timeouts.requestMs + size / slowestWrite));

export function s3Target(plugin: StoragePlugin, timeouts: StoreTimeouts = defaultTimeouts): S3Target {
  const client = new S3Client(configuration(plugin, plugin.endpoint, timeouts));
  const untimedClient = new S3Client(configuration(plugin, plugin.endpoint, { ...timeouts, requestMs: 0 }));
  const signer = new S3Client(configuration(plugin, plugin.publicEndpoint ?? plugin.endpoint, timeouts));
  return { plugin, client, untimedClient, signer, timeouts };
}

function configuration(plugin: StoragePlugin, endpoint: string | undefined, timeouts: StoreTimeouts): S3ClientConfig {
  return {
    region: plugin.region,
    forcePathStyle: plugin.forcePathStyle,
    maxAttempts: 2,
    // The SDK's own default adds checksum headers, which signed downloads would then demand of the browser.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.requestMs,
      socketTimeout: timeouts.requestMs,
      // Without it the SDK only writes a warning when the time is over.
      throwOnRequestTimeout: true,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(plugin.credentials === undefined ? {} : { credentials: plugin.credentials }),
  };
}
