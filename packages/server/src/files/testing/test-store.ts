import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createObjectStore } from '@millrace/object-store';
import { newId } from '../../kernel/identifiers.js';

/** An S3 server with an empty bucket for one test file. */
export interface TestStore {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Not our own object store. */
  readonly external: boolean;
  stop(): Promise<void>;
}

/**
 * Our object store, or the S3 server that `TEST_S3_ENDPOINT`, `TEST_S3_ACCESS_KEY` and `TEST_S3_SECRET_KEY` name, so that
 * the same tests tell whether the server speaks S3 or just our own dialect of it.
 */
export async function startTestStore(): Promise<TestStore> {
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_ACCESS_KEY: key, TEST_S3_SECRET_KEY: secret } = process.env;
  return endpoint ? externalStore(endpoint, { accessKeyId: key ?? '', secretAccessKey: secret ?? '' }) : ownStore();
}

async function ownStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'millrace-files-'));
  const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
  const running = await createObjectStore({ directory, credentials: [credentials], buckets: ['test'] }).listen();
  return {
    endpoint: running.url,
    bucket: 'test',
    credentials,
    external: false,
    async stop() {
      await running.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function externalStore(endpoint: string, credentials: TestStore['credentials']): Promise<TestStore> {
  const bucket = `test-${newId()}`;
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { endpoint, bucket, credentials, external: true, stop: async () => undefined };
}
