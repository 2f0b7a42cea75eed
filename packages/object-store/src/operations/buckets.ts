import { isIP } from 'node:net';
import { parseXml, xmlDocument, xmlText } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { cannedAcl } from '../object/attributes.js';
import { owner } from '../object/owner.js';
import { bucketOf, type Operation, xmlReply } from '../request/exchange.js';
import { receiveSmallBody } from '../request/receive-body.js';
import { decodeToken, encodeToken } from './continuation-token.js';

/** S3's limit for the buckets of one page. */
const MAX_PAGE_BUCKETS = 10_000;

/** ListBuckets: in pages if the request asks for them with max-buckets, all of a prefix otherwise. */
export const listBuckets: Operation = async ({ disk, settings, target }) => {
  const { query } = target;
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token ? decodeToken(token) : '';
  const region = query.get('bucket-region') ?? settings.region;
  const matching = disk.buckets.filter(
    ({ name }) => name.startsWith(prefix) && name > after && region === settings.region,
  );
  const page = matching.slice(0, maxBuckets(query.get('max-buckets')));
  const last = page.at(-1);
  return xmlReply(
    xmlDocument('ListAllMyBucketsResult', {
      Owner: owner,
      Buckets: {
        Bucket: page.map(({ name, record }) => ({
          Name: name,
          CreationDate: new Date(record.created).toISOString(),
          BucketRegion: settings.region,
        })),
      },
      ContinuationToken: last && page.length < matching.length ? encodeToken(last.name) : undefined,
      Prefix: prefix === '' ? undefined : prefix,
    }),
  );
};

function maxBuckets(text: string | undefined): number {
  if (text === undefined || text === '') return Number.POSITIVE_INFINITY;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_PAGE_BUCKETS) return number;
  throw new S3Error('InvalidArgument', `max-buckets must be an integer between 1 and ${MAX_PAGE_BUCKETS}`, {
    ArgumentName: 'max-buckets',
    ArgumentValue: text,
  });
}

/** CreateBucket. Creating a bucket that exists succeeds in us-east-1 and is refused in other regions, as on S3. */
export const createBucket: Operation = async (exchange) => {
  const { settings, disk, headers } = exchange;
  const name = exchange.target.bucket ?? '';
  requireBucketName(name);
  const acl = cannedAcl(headers.get('x-amz-acl'));
  const hasBody = headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0';
  if (hasBody) {
    const body = await receiveSmallBody(exchange, settings.limits.xmlBytes);
    const configuration = body.length === 0 ? {} : parseXml(body, 'CreateBucketConfiguration');
    const location = xmlText(configuration, 'LocationConstraint');
    if (location && location !== settings.region) throw new S3Error('IllegalLocationConstraintException');
  }
  try {
    await disk.createBucket(name, { created: settings.clock(), acl });
  } catch (error) {
    const again = error instanceof S3Error && error.code === 'BucketAlreadyOwnedByYou';
    if (!again || settings.region !== 'us-east-1') throw error;
  }
  return { status: 200, headers: { location: `/${name}` } };
};

/** HeadBucket. */
export const headBucket: Operation = async (exchange) => {
  bucketOf(exchange);
  return { status: 200, headers: { 'x-amz-bucket-region': exchange.settings.region } };
};

/** DeleteBucket. */
export const deleteBucket: Operation = async (exchange) => {
  await exchange.disk.deleteBucket(bucketOf(exchange));
  return { status: 204 };
};

/** GetBucketLocation; us-east-1 is an empty element. */
export const getBucketLocation: Operation = async (exchange) => {
  bucketOf(exchange);
  const { region } = exchange.settings;
  return xmlReply(xmlDocument('LocationConstraint', region === 'us-east-1' ? '' : region));
};

/** GetBucketVersioning: never enabled. */
export const getBucketVersioning: Operation = async (exchange) => {
  bucketOf(exchange);
  return xmlReply(xmlDocument('VersioningConfiguration', {}));
};

/**
 * S3's rules for bucket names.
 * @throws InvalidBucketName
 */
export function requireBucketName(name: string): void {
  const valid = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !/\.\.|\.-|-\./.test(name) && isIP(name) === 0;
  if (!valid) throw new S3Error('InvalidBucketName', undefined, { BucketName: name });
}
