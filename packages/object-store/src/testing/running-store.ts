import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import type { ObjectStoreOptions } from '../kernel/options.js';
import { createObjectStore } from '../object-store.js';

/** The one credential of the stores under test. */
export const credential = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret/+example' };

/** A directory that is removed after the tests of the file. */
export async function temporaryDirectory(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'millrace-store-'));
}

/** A store that runs from before the first to after the last test of a file. */
export interface StoreUnderTest {
  readonly url: string;
  readonly directory: string;
  readonly client: S3Client;
  /** A client with other options, closed with the store. */
  clientWith(options: S3ClientConfig): S3Client;
  /** A client that adds these headers to every request and signs them. */
  clientSending(headers: Readonly<Record<string, string>>): S3Client;
  /** Names of everything unfinished on disk. */
  temporaryFiles(): Promise<string[]>;
}

/** Starts a store with the bucket `bucket` for the tests of a file. */
export function useStore(options: Partial<ObjectStoreOptions> = {}): StoreUnderTest {
  const clients: S3Client[] = [];
  let url = '';
  let directory = '';
  let close: () => Promise<void> = async () => undefined;
  const clientWith = (overrides: S3ClientConfig): S3Client => {
    const client = new S3Client({
      endpoint: url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: credential,
      maxAttempts: 1,
      ...overrides,
    });
    clients.push(client);
    return client;
  };
  beforeAll(async () => {
    directory = await temporaryDirectory();
    const running = await createObjectStore({
      directory,
      credentials: [credential],
      buckets: ['bucket'],
      ...options,
    }).listen();
    url = running.url;
    close = running.close;
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await close();
    await rm(directory, { recursive: true, force: true });
  });
  let standard: S3Client | undefined;
  return {
    get url() {
      return url;
    },
    get directory() {
      return directory;
    },
    get client() {
      standard ??= clientWith({});
      return standard;
    },
    clientWith,
    clientSending: (headers) => {
      const client = clientWith({});
      client.middlewareStack.add(
        (next) => async (args) => {
          Object.assign((args.request as { headers: object }).headers, headers);
          return await next(args);
        },
        { step: 'build' },
      );
      return client;
    },
    temporaryFiles: () => readdir(join(directory, 'tmp')),
  };
}

/** The `<Code>` of an error answer. */
export function errorCode(xml: string): string | undefined {
  return /<Code>(.*?)<\/Code>/.exec(xml)?.[1];
}
