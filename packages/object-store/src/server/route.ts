import type { Headers } from '../http/headers.js';
import type { Target } from '../http/uri.js';
import { S3Error } from '../kernel/error.js';
import { getBucketAcl, getObjectAcl, putBucketAcl, putObjectAcl } from '../operations/acl.js';
import { deleteBucketCors, getBucketCors, putBucketCors } from '../operations/bucket-cors.js';
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  getBucketVersioning,
  headBucket,
  listBuckets,
} from '../operations/buckets.js';
import { copyObject } from '../operations/copy-object.js';
import { deleteObject } from '../operations/delete-object.js';
import { deleteObjects } from '../operations/delete-objects.js';
import { getObject, headObject } from '../operations/get-object.js';
import { getObjectAttributes } from '../operations/get-object-attributes.js';
import { listObjects, listObjectsV2, listObjectVersions } from '../operations/list-objects.js';
import { completeMultipartUpload } from '../operations/multipart/complete-multipart-upload.js';
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
} from '../operations/multipart/multipart-uploads.js';
import { uploadPart, uploadPartCopy } from '../operations/multipart/upload-parts.js';
import { postObject } from '../operations/post-object.js';
import { putObject } from '../operations/put-object.js';
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from '../operations/tagging.js';
import { requireNullVersion } from '../operations/version.js';
import type { Operation } from '../request/exchange.js';
import { bucketOf, requirePermission } from '../request/exchange.js';

/** Who may run an operation: only the owner, or the operation checks the permission itself. */
type Access = 'owner' | 'checked-by-operation';

export interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly access: Access;
}

type Table = Readonly<Record<string, readonly [name: string, operation: Operation, access: Access]>>;

const service: Table = { 'GET ': ['ListBuckets', listBuckets, 'owner'] };

/** Operations by method and subresource. */
const bucketRoutes: Table = {
  'GET ': ['ListObjects', listObjects, 'checked-by-operation'],
  'GET list-type': ['ListObjectsV2', listObjectsV2, 'checked-by-operation'],
  'GET versions': ['ListObjectVersions', listObjectVersions, 'checked-by-operation'],
  'GET location': ['GetBucketLocation', getBucketLocation, 'owner'],
  'GET versioning': ['GetBucketVersioning', getBucketVersioning, 'owner'],
  'GET acl': ['GetBucketAcl', getBucketAcl, 'owner'],
  'GET uploads': ['ListMultipartUploads', listMultipartUploads, 'owner'],
  'HEAD ': ['HeadBucket', withReadBucket(headBucket), 'checked-by-operation'],
  'PUT ': ['CreateBucket', createBucket, 'owner'],
  'PUT acl': ['PutBucketAcl', putBucketAcl, 'owner'],
  'GET cors': ['GetBucketCors', getBucketCors, 'owner'],
  'PUT cors': ['PutBucketCors', putBucketCors, 'owner'],
  'DELETE cors': ['DeleteBucketCors', deleteBucketCors, 'owner'],
  'DELETE ': ['DeleteBucket', deleteBucket, 'owner'],
  'POST ': ['PostObject', postObject, 'checked-by-operation'],
  'POST delete': ['DeleteObjects', deleteObjects, 'checked-by-operation'],
};

const objectRoutes: Table = {
  'GET ': ['GetObject', getObject, 'checked-by-operation'],
  'GET acl': ['GetObjectAcl', getObjectAcl, 'owner'],
  'GET attributes': ['GetObjectAttributes', getObjectAttributes, 'checked-by-operation'],
  'GET tagging': ['GetObjectTagging', getObjectTagging, 'owner'],
  'GET uploadId': ['ListParts', listParts, 'owner'],
  'HEAD ': ['HeadObject', headObject, 'checked-by-operation'],
  'PUT ': ['PutObject', putObject, 'checked-by-operation'],
  'PUT copy': ['CopyObject', copyObject, 'checked-by-operation'],
  'PUT acl': ['PutObjectAcl', putObjectAcl, 'owner'],
  'PUT tagging': ['PutObjectTagging', putObjectTagging, 'owner'],
  'PUT uploadId': ['UploadPart', uploadPart, 'checked-by-operation'],
  'PUT uploadId copy': ['UploadPartCopy', uploadPartCopy, 'checked-by-operation'],
  'POST uploads': ['CreateMultipartUpload', createMultipartUpload, 'checked-by-operation'],
  'POST uploadId': ['CompleteMultipartUpload', completeMultipartUpload, 'checked-by-operation'],
  'DELETE ': ['DeleteObject', deleteObject, 'checked-by-operation'],
  'DELETE tagging': ['DeleteObjectTagging', deleteObjectTagging, 'owner'],
  'DELETE uploadId': ['AbortMultipartUpload', abortMultipartUpload, 'checked-by-operation'],
};

const subresources = [
  'acl',
  'attributes',
  'cors',
  'delete',
  'location',
  'tagging',
  'uploads',
  'uploadId',
  'versioning',
  'versions',
  'list-type',
];

/** Other subresources of S3. They are refused, because the operation without them would do something else. */
const notImplemented = [
  ...['accelerate', 'analytics', 'encryption', 'inventory', 'intelligent-tiering', 'legal-hold'],
  ...['lifecycle', 'logging', 'metrics', 'notification', 'object-lock', 'ownershipControls', 'partNumber', 'policy'],
  ...[
    'policyStatus',
    'publicAccessBlock',
    'replication',
    'requestPayment',
    'restore',
    'retention',
    'select',
    'torrent',
  ],
  ...['website'],
];

/**
 * Finds the operation of a request.
 * @throws NotImplemented for a subresource this store lacks, NoSuchVersion, MethodNotAllowed
 */
export function route(method: string, target: Target, headers: Headers): Route {
  const { query, bucket, key } = target;
  const found = subresources.filter((name) => query.has(name));
  const subresource = found.includes('uploadId') ? 'uploadId' : (found[0] ?? '');
  const hasParts = subresource === 'uploadId' || (key !== undefined && ['GET', 'HEAD'].includes(method));
  const refused = notImplemented.find((name) => query.has(name) && !(name === 'partNumber' && hasParts));
  if (refused !== undefined) throw new S3Error('NotImplemented', undefined, { Resource: refused });
  requireNullVersion(query.get('versionId'));
  const table = bucket === undefined ? service : key === undefined ? bucketRoutes : objectRoutes;
  const copies = method === 'PUT' && key !== undefined && headers.has('x-amz-copy-source');
  const selector = [subresource, ...(copies ? ['copy'] : [])].filter((part) => part !== '').join(' ');
  const entry = table[`${method} ${selector}`];
  if (!entry) throw new S3Error('MethodNotAllowed', undefined, { Method: method });
  const [name, operation, access] = entry;
  return { name, operation, access };
}

function withReadBucket(operation: Operation): Operation {
  return async (exchange) => {
    requirePermission(exchange.authenticated.caller, bucketOf(exchange), 'read-bucket');
    return await operation(exchange);
  };
}
