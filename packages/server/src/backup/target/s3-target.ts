import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { BackupError } from './backup-error.js';
import type { BackupTarget, TargetObject } from './target.js';
import type { S3Place } from './target-address.js';

/** S3 deletes this many objects per request at most. */
const DELETE_BATCH = 1000;

/** Backups below a prefix of an S3 bucket, which must exist. */
export function s3Target({ bucket, prefix, endpoint, region }: S3Place): BackupTarget {
  const client = new S3Client({
    region: region ?? process.env.AWS_REGION ?? 'us-east-1',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  const address = `s3://${bucket}/${prefix}`;
  const explained = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BackupError) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new BackupError(
        `${what} ${address} failed (${reason}). Check the bucket, its endpoint and region, and the credentials in ` +
          'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        { cause: error },
      );
    }
  };
  return {
    address,
    list: (start) =>
      explained('Listing', async () => {
        const objects: TargetObject[] = [];
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + start })) {
          for (const { Key = '', Size = 0 } of page.Contents ?? []) {
            objects.push({ name: Key.slice(prefix.length), size: Size });
          }
        }
        return objects;
      }),
    write: (name, content) =>
      explained('Writing to', async () => {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + name, Body: content }));
      }),
    read: (name) =>
      explained('Reading from', async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + name }));
        if (Body instanceof Readable) return Body;
        throw new BackupError(`${address}${name} has no content. The backup is not complete.`);
      }),
    remove: (names) =>
      explained('Deleting from', async () => {
        for (let from = 0; from < names.length; from += DELETE_BATCH) {
          const batch = names.slice(from, from + DELETE_BATCH).map((name) => ({ Key: prefix + name }));
          const { Errors = [] } = await client.send(
            new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: batch, Quiet: true } }),
          );
          const [refused] = Errors;
          if (refused !== undefined) throw new Error(`${refused.Key}: ${refused.Message ?? refused.Code ?? ''}`);
        }
      }),
    close: () => client.destroy(),
  };
}
