import { Query } from '../http/uri.js';
import { type ParsedXml, parseXml, xmlList, xmlText } from '../http/xml.js';
import { S3Error } from '../kernel/error.js';

/** An object's tags by key. */
export type Tags = Readonly<Record<string, string>>;

/**
 * Reads x-amz-tagging, `a=1&b=2`.
 * @throws InvalidTag or InvalidArgument
 */
export function parseTagHeader(text: string | undefined): Tags {
  if (text === undefined) return {};
  return checkTags(Query.parse(text).pairs);
}

/**
 * Reads a `<Tagging>` document. One without a tag set is an empty set, as S3 takes it.
 * @throws MalformedXML or InvalidTag
 */
export function parseTagDocument(body: Buffer): Tags {
  return tagsOf(parseXml(body, 'Tagging'));
}

function tagsOf(tagging: { [name: string]: ParsedXml }): Tags {
  if (typeof tagging.TagSet !== 'object') return {};
  const [set = {}] = xmlList(tagging, 'TagSet');
  return checkTags(xmlList(set, 'Tag').map((tag) => [xmlText(tag, 'Key') ?? '', xmlText(tag, 'Value') ?? ''] as const));
}

function checkTags(pairs: readonly (readonly [key: string, value: string])[]): Tags {
  if (pairs.length > 10) throw new S3Error('BadRequest', 'Object tags cannot be greater than 10');
  const tags: Record<string, string> = {};
  for (const [key, value] of pairs) {
    if (key === '' || key.length > 128) throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid');
    if (value.length > 256) throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid');
    if (Object.hasOwn(tags, key)) throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key');
    tags[key] = value;
  }
  return tags;
}
