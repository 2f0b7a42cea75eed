import type { Bucket } from '../disk/bucket.js';
import type { ObjectRecord } from '../disk/object-file.js';
import { S3Error } from '../kernel/error.js';
import type { Exchange } from '../request/exchange.js';
import { withStagedCopy } from './store-object.js';

/**
 * Replaces the record of an object and keeps its bytes, atomically like an upload. A short object is copied with its new
 * record. A long object shares its bytes with the previous version.
 * @throws OperationAborted if the object was replaced meanwhile
 */
export async function rewriteRecord(
  exchange: Exchange,
  bucket: Bucket,
  key: string,
  change: (record: ObjectRecord) => ObjectRecord,
): Promise<void> {
  const source = await bucket.open(key);
  try {
    await withStagedCopy(exchange, source, async (staged) => {
      await staged.finish(change(source.record));
      await bucket.commit(key, staged, (existing) => {
        if (existing?.etag !== source.record.etag || existing.modified !== source.record.modified) {
          throw new S3Error('OperationAborted');
        }
      });
    });
  } finally {
    await source.handle.close();
  }
}
