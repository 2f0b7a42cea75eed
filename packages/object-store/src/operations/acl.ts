import { granteeElement, rawXmlDocument } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { cannedAcl } from '../object/attributes.js';
import { owner } from '../object/owner.js';
import { rewriteRecord } from '../object/rewrite-record.js';
import { bucketOf, keyOf, type Operation, type Reply, xmlReply } from '../request/exchange.js';

const ALL_USERS_URI = 'http://acs.amazonaws.com/groups/global/AllUsers';

/** GetBucketAcl. */
export const getBucketAcl: Operation = async (exchange) => aclReply(bucketOf(exchange).record.acl);

/** PutBucketAcl with a canned list; a list in the body is not implemented. */
export const putBucketAcl: Operation = async (exchange) => {
  const acl = requestedAcl(exchange.headers);
  await exchange.disk.updateBucket(bucketOf(exchange), (record) => ({ ...record, acl }));
  return { status: 200 };
};

/** GetObjectAcl. */
export const getObjectAcl: Operation = async (exchange) =>
  aclReply((await bucketOf(exchange).read(keyOf(exchange))).acl);

/** PutObjectAcl with a canned list. */
export const putObjectAcl: Operation = async (exchange) => {
  const acl = requestedAcl(exchange.headers);
  await rewriteRecord(exchange, bucketOf(exchange), keyOf(exchange), (record) => ({ ...record, acl }));
  return { status: 200 };
};

function requestedAcl(headers: ReadonlyMap<string, string>): string {
  const acl = headers.get('x-amz-acl');
  if (acl === undefined) throw new S3Error('NotImplemented', 'Only canned access lists (x-amz-acl) are implemented.');
  return cannedAcl(acl);
}

function aclReply(acl: string): Reply {
  const grants = [`<Grant>${granteeElement({ id: owner.ID })}<Permission>FULL_CONTROL</Permission></Grant>`];
  const permissions = acl === 'public-read-write' ? ['READ', 'WRITE'] : acl === 'public-read' ? ['READ'] : [];
  for (const permission of permissions) {
    grants.push(`<Grant>${granteeElement({ uri: ALL_USERS_URI })}<Permission>${permission}</Permission></Grant>`);
  }
  const ownerXml = `<Owner><ID>${owner.ID}</ID><DisplayName>${owner.DisplayName}</DisplayName></Owner>`;
  return xmlReply(
    rawXmlDocument('AccessControlPolicy', `${ownerXml}<AccessControlList>${grants.join('')}</AccessControlList>`),
  );
}
