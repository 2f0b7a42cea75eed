import { xmlDocument } from '../http/xml.js';
import { rewriteRecord } from '../object/rewrite-record.js';
import { parseTagDocument } from '../object/tags.js';
import { bucketOf, keyOf, type Operation, xmlReply } from '../request/exchange.js';
import { receiveSmallBody } from '../request/receive-body.js';

/** GetObjectTagging. */
export const getObjectTagging: Operation = async (exchange) => {
  const { tags } = await bucketOf(exchange).read(keyOf(exchange));
  const set = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  return xmlReply(xmlDocument('Tagging', { TagSet: { Tag: set } }));
};

/** PutObjectTagging. */
export const putObjectTagging: Operation = async (exchange) => {
  const tags = parseTagDocument(await receiveSmallBody(exchange, exchange.settings.limits.xmlBytes));
  await rewriteRecord(exchange, bucketOf(exchange), keyOf(exchange), (record) => ({ ...record, tags }));
  return { status: 200 };
};

/** DeleteObjectTagging. */
export const deleteObjectTagging: Operation = async (exchange) => {
  await rewriteRecord(exchange, bucketOf(exchange), keyOf(exchange), (record) => ({ ...record, tags: {} }));
  return { status: 204 };
};
