import { checksumAlgorithms } from '../checksum/checksum.js';
import type { Bucket } from '../disk/bucket.js';
import type { ListedObject } from '../disk/listed-objects.js';
import { uriEncodePath } from '../http/uri.js';
import { type XmlNode, xmlDocument } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { owner } from '../object/owner.js';
import {
  bucketOf,
  countParameter,
  type Exchange,
  type Operation,
  requirePermission,
  xmlReply,
} from '../request/exchange.js';
import { decodeToken, encodeToken } from './continuation-token.js';
import { type ListPage, listKeys } from './list-keys.js';

/** S3's limit for the keys of one page. */
const MAX_PAGE_KEYS = 1000;

/** ListObjects, version 1: pages by marker. */
export const listObjects: Operation = async (exchange) => {
  const { query } = exchange.target;
  const { bucket, request, encode } = listing(exchange);
  const marker = query.get('marker') ?? '';
  const page = listKeys(await bucket.index(), { ...request, after: marker });
  return xmlReply(
    xmlDocument('ListBucketResult', {
      ...echo(bucket, request, encode, query.get('encoding-type')),
      Marker: encode(marker),
      // As on S3, only with a delimiter. Without one, clients continue after the last key.
      NextMarker: request.delimiter !== '' && page.next !== undefined ? encode(page.next) : undefined,
      IsTruncated: page.next !== undefined,
      Contents: (await bucket.listed(page.keys)).map((record) => entry(record, encode, true)),
      CommonPrefixes: prefixes(page, encode),
    }),
  );
};

/** ListObjectsV2: pages by continuation token. */
export const listObjectsV2: Operation = async (exchange) => {
  const { query } = exchange.target;
  const { bucket, request, encode } = listing(exchange);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const after = token ? decodeToken(token) : (startAfter ?? '');
  const page = listKeys(await bucket.index(), { ...request, after });
  const contents = await bucket.listed(page.keys);
  return xmlReply(
    xmlDocument('ListBucketResult', {
      ...echo(bucket, request, encode, query.get('encoding-type')),
      KeyCount: contents.length + page.commonPrefixes.length,
      IsTruncated: page.next !== undefined,
      ContinuationToken: token,
      NextContinuationToken: page.next === undefined ? undefined : encodeToken(page.next),
      StartAfter: startAfter === undefined ? undefined : encode(startAfter),
      Contents: contents.map((record) => entry(record, encode, query.get('fetch-owner') === 'true')),
      CommonPrefixes: prefixes(page, encode),
    }),
  );
};

/** ListObjectVersions: every object as its only, unversioned version. */
export const listObjectVersions: Operation = async (exchange) => {
  const { query } = exchange.target;
  const { bucket, request, encode } = listing(exchange);
  const marker = query.get('key-marker') ?? '';
  const page = listKeys(await bucket.index(), { ...request, after: marker });
  return xmlReply(
    xmlDocument('ListVersionsResult', {
      ...echo(bucket, request, encode, query.get('encoding-type')),
      KeyMarker: encode(marker),
      VersionIdMarker: query.get('version-id-marker') ?? '',
      NextKeyMarker: page.next === undefined ? undefined : encode(page.next),
      NextVersionIdMarker: page.next === undefined ? undefined : 'null',
      IsTruncated: page.next !== undefined,
      Version: (await bucket.listed(page.keys)).map((record) => ({
        ...entry(record, encode, true),
        VersionId: 'null',
        IsLatest: true,
      })),
      CommonPrefixes: prefixes(page, encode),
    }),
  );
};

interface Listing {
  readonly bucket: Bucket;
  readonly request: { readonly prefix: string; readonly delimiter: string; readonly maxKeys: number };
  readonly encode: (text: string) => string;
}

function listing(exchange: Exchange): Listing {
  const bucket = bucketOf(exchange);
  requirePermission(exchange.authenticated.caller, bucket, 'read-bucket');
  const { query } = exchange.target;
  const encoding = query.get('encoding-type');
  if (encoding !== undefined && encoding !== 'url') {
    throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request', {
      ArgumentName: 'encoding-type',
    });
  }
  return {
    bucket,
    request: {
      prefix: query.get('prefix') ?? '',
      delimiter: query.get('delimiter') ?? '',
      maxKeys: countParameter(query, 'max-keys', MAX_PAGE_KEYS, MAX_PAGE_KEYS),
    },
    encode: encoding === 'url' ? uriEncodePath : (text) => text,
  };
}

function echo(
  bucket: Bucket,
  request: Listing['request'],
  encode: Listing['encode'],
  encoding: string | undefined,
): XmlNode {
  return {
    Name: bucket.name,
    Prefix: encode(request.prefix),
    MaxKeys: request.maxKeys,
    Delimiter: request.delimiter === '' ? undefined : encode(request.delimiter),
    EncodingType: encoding,
  };
}

function entry(record: ListedObject, encode: Listing['encode'], withOwner: boolean): XmlNode {
  return {
    Key: encode(record.key),
    LastModified: new Date(record.modified).toISOString(),
    ETag: `"${record.etag}"`,
    ChecksumAlgorithm: record.checksum && checksumAlgorithms[record.checksum.algorithm][0],
    ChecksumType: record.checksum?.type,
    Size: record.size,
    Owner: withOwner ? owner : undefined,
    StorageClass: 'STANDARD',
  };
}

function prefixes(page: ListPage, encode: Listing['encode']): XmlNode[] {
  return page.commonPrefixes.map((prefix) => ({ Prefix: encode(prefix) }));
}
