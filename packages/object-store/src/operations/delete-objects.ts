import { parseXml, xmlDocument, xmlList, xmlText } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { bucketOf, type Operation, requireKeyLength, requirePermission, xmlReply } from '../request/exchange.js';
import { receiveSmallBody } from '../request/receive-body.js';

/** S3's limit for the keys of one request. */
const MAX_KEYS = 1000;
/** This many deletes wait for the disk at the same time. */
const CONCURRENT_DELETES = 16;

/** DeleteObjects: up to 1,000 keys, each with its own result. */
export const deleteObjects: Operation = async (exchange) => {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'write-bucket');
  const request = parseXml(await receiveSmallBody(exchange, exchange.settings.limits.xmlBytes), 'Delete');
  const keys = xmlList(request, 'Object').map((object) => xmlText(object, 'Key') ?? '');
  if (keys.length === 0 || keys.length > MAX_KEYS || keys.includes('')) throw new S3Error('MalformedXML');
  const quiet = xmlText(request, 'Quiet') === 'true';

  const deleted: { Key: string }[] = [];
  const failed: { Key: string; Code: string; Message: string }[] = [];
  const remove = async (key: string): Promise<void> => {
    try {
      requireKeyLength(key);
      await bucket.delete(key);
      if (!quiet) deleted.push({ Key: key });
    } catch (error) {
      const refusal = error instanceof S3Error ? error : new S3Error('InternalError');
      if (refusal !== error) exchange.settings.logger?.error({ err: error, key }, 'delete failed');
      failed.push({ Key: key, Code: refusal.code, Message: refusal.message });
    }
  };
  for (let start = 0; start < keys.length; start += CONCURRENT_DELETES) {
    await Promise.all(keys.slice(start, start + CONCURRENT_DELETES).map(remove));
  }
  return xmlReply(xmlDocument('DeleteResult', { Deleted: deleted, Error: failed }));
};
