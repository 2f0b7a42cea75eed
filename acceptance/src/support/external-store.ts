import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';

export interface ExternalStore {
  /** Settings that make a server keep the files of its plugin `knowledgeRepo` in a bucket of its own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Deletes the bucket and what is in it. */
  remove(): Promise<void>;
}

/** A bucket of its own on the S3 that `TEST_S3_ENDPOINT` names, or nothing where tests run on the embedded store. */
export async function externalStore(): Promise<ExternalStore | undefined> {
  const {
    TEST_S3_ENDPOINT: endpoint,
    TEST_S3_ACCESS_KEY: accessKeyId,
    TEST_S3_SECRET_KEY: secretAccessKey,
  } = process.env;
  if (!endpoint) return undefined;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('TEST_S3_ENDPOINT needs TEST_S3_ACCESS_KEY and TEST_S3_SECRET_KEY');
  const region = process.env.TEST_S3_REGION ?? 'us-east-1';
  const Bucket = `millrace-acceptance-${process.pid}-${Date.now()}`;
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  await s3.send(new CreateBucketCommand({ Bucket }));
  const knowledgeRepo = { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey, forcePathStyle: true };
  return {
    keys: { accessKeyId, secretAccessKey },
    environment: { MILLRACE_STORAGE_PLUGINS: JSON.stringify({ knowledgeRepo }) },
    async remove() {
      for (;;) {
        const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
        if (Contents.length === 0) break;
        const Objects = Contents.map(({ Key }) => ({ Key }));
        await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      }
      await s3.send(new DeleteBucketCommand({ Bucket }));
      s3.destroy();
    },
  };
}
