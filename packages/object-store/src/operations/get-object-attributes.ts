import { checksumElement, checksumElements } from '../checksum/checksum.js';
import type { ObjectRecord } from '../disk/object-file.js';
import type { Headers } from '../http/headers.js';
import { type XmlNode, xmlDocument } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';
import { bucketOf, countParameter, keyOf, type Operation, xmlReply } from '../request/exchange.js';
import { openReadable } from './get-object.js';

const known = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'];
/** S3's limit for the parts of one answer. */
const MAX_PAGE_PARTS = 1000;

/** GetObjectAttributes: what a request names of entity tag, checksum, parts, storage class and size. */
export const getObjectAttributes: Operation = async (exchange) => {
  const asked = askedAttributes(exchange.headers);
  const object = await openReadable(exchange, bucketOf(exchange), keyOf(exchange));
  await object.handle.close();
  const { record } = object;
  const content: XmlNode = {
    ETag: asked.has('ETag') ? record.etag : undefined,
    Checksum: asked.has('Checksum') && record.checksum ? checksumElements(record.checksum) : undefined,
    ObjectParts: asked.has('ObjectParts') ? objectParts(record, exchange.headers) : undefined,
    StorageClass: asked.has('StorageClass') ? 'STANDARD' : undefined,
    ObjectSize: asked.has('ObjectSize') ? record.size : undefined,
  };
  const modified = { 'last-modified': new Date(record.modified).toUTCString() };
  return xmlReply(xmlDocument('GetObjectAttributesResponse', content), modified);
};

function askedAttributes(headers: Headers): ReadonlySet<string> {
  const names = (headers.get('x-amz-object-attributes') ?? '').split(',').map((name) => name.trim());
  if (names.every((name) => name === '')) {
    throw new S3Error(
      'InvalidRequest',
      'The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty',
    );
  }
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new S3Error('InvalidArgument', 'Invalid attribute name specified.', {
    ArgumentName: 'x-amz-object-attributes',
    ArgumentValue: unknown,
  });
}

/** A page of the parts. Undefined for an object that came in one piece. */
function objectParts({ parts, checksum }: ObjectRecord, headers: Headers): XmlNode | undefined {
  if (!parts) return undefined;
  const marker = countParameter(headers, 'x-amz-part-number-marker', 0, 10_000);
  const maxParts = countParameter(headers, 'x-amz-max-parts', MAX_PAGE_PARTS, MAX_PAGE_PARTS);
  const page = parts.slice(marker, marker + maxParts);
  return {
    PartsCount: parts.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: marker + page.length,
    MaxParts: maxParts,
    IsTruncated: marker + page.length < parts.length,
    Part: page.map(([size, value], index) => ({
      PartNumber: marker + index + 1,
      Size: size,
      ...(value !== undefined && checksum ? { [checksumElement(checksum.algorithm)]: value } : {}),
    })),
  };
}
