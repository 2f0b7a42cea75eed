import { type ParsedXml, parseXml, xmlDocument, xmlList, xmlText } from '../http/xml.js';
import { refusalOf, S3Error } from '../kernel/error.js';
import { type DeleteConditions, deletePrecondition } from '../request/conditional.js';
import { bucketOf, type Operation, requireKeyLength, requirePermission, xmlReply } from '../request/exchange.js';
import { receiveSmallBody } from '../request/receive-body.js';
import { requireNullVersion } from './version.js';

/** S3's limit for the keys of one request. */
const MAX_KEYS = 1000;
/** This many deletes wait for the disk at the same time. */
const CONCURRENT_DELETES = 16;

/** One object that a request wants to delete, with the conditions under which it may be deleted. */
interface Named {
  readonly key: string;
  readonly version: string | undefined;
  readonly conditions: DeleteConditions;
}

/** DeleteObjects: up to 1,000 objects, each with its own conditions and its own result. */
export const deleteObjects: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  // Conditions of the single objects are in the body. Ignoring a condition of the whole request could delete too much.
  for (const header of ['if-match', 'if-none-match']) {
    if (exchange.headers.has(header)) throw new S3Error('NotImplemented', undefined, { Header: header });
  }
  const request = parseXml(await receiveSmallBody(exchange, exchange.settings.limits.xmlBytes), 'Delete');
  const objects = xmlList(request, 'Object').map(named);
  if (objects.length === 0 || objects.length > MAX_KEYS) throw new S3Error('MalformedXML');
  const quiet = xmlText(request, 'Quiet') === 'true';

  const deleted: { Key: string; VersionId?: string | undefined }[] = [];
  const failed: { Key: string; VersionId?: string | undefined; Code: string; Message: string }[] = [];
  const remove = async ({ key, version, conditions }: Named): Promise<void> => {
    const identifier = { Key: key, VersionId: version || undefined };
    try {
      requireKeyLength(key);
      requireNullVersion(version);
      await bucket.delete(key, deletePrecondition(conditions));
      if (!quiet) deleted.push(identifier);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== error) exchange.settings.logger?.error({ err: error, key }, 'delete failed');
      failed.push({ ...identifier, Code: refusal.code, Message: refusal.message });
    }
  };
  for (let start = 0; start < objects.length; start += CONCURRENT_DELETES) {
    await Promise.all(objects.slice(start, start + CONCURRENT_DELETES).map(remove));
  }
  return xmlReply(xmlDocument('DeleteResult', { Deleted: deleted, Error: failed }));
};

function named(object: { [name: string]: ParsedXml }): Named {
  const key = xmlText(object, 'Key');
  if (!key) throw new S3Error('MalformedXML');
  return {
    key,
    version: xmlText(object, 'VersionId'),
    conditions: {
      etag: xmlText(object, 'ETag')?.trim(),
      lastModified: xmlText(object, 'LastModifiedTime'),
      size: xmlText(object, 'Size')?.trim(),
    },
  };
}
