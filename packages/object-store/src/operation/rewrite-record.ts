import type { Bucket } from '../disk/bucket.js';
import type { ObjectRecord } from '../disk/object-file.js';
import { S3Error } from '../error.js';
import type { Exchange } from '../http/exchange.js';
import { readRange } from './copy-object.js';
import { withStagedFile } from './store-object.js';

/**
 * Changes what is known about an object without changing its bytes. Record and bytes are one file, so the file is written
 * anew: atomic like any upload, at the cost of a copy. Throws OperationAborted if the object was replaced meanwhile.
 */
export async function rewriteRecord(
  exchange: Exchange,
  bucket: Bucket,
  key: string,
  change: (record: ObjectRecord) => ObjectRecord,
): Promise<void> {
  const source = await bucket.open(key);
  try {
    await withStagedFile(exchange, async (staged) => {
      for await (const piece of readRange(source, { start: 0, end: source.record.size })) await staged.write(piece);
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
