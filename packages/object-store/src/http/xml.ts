import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { S3Error } from '../kernel/error.js';

/** An element's content: text, child elements in order, or nothing. Arrays repeat the element they stand under. */
export type XmlValue = string | number | boolean | XmlNode | readonly (string | XmlNode)[] | undefined;
export interface XmlNode {
  readonly [name: string]: XmlValue;
}

const S3_NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** XML 1.0 forbids most control characters even as references. S3 sends the references anyway, and so does this store. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must be escaped here
  return text.replace(/[&<>"\u0000-\u001f\u007f]/g, (character) => {
    if (character === '&') return '&amp;';
    if (character === '<') return '&lt;';
    if (character === '>') return '&gt;';
    if (character === '"') return '&quot;';
    return `&#x${character.charCodeAt(0).toString(16)};`;
  });
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item: string | XmlNode) => element(name, item)).join('');
  if (typeof value === 'object') return `<${name}>${children(value as XmlNode)}</${name}>`;
  return `<${name}>${escapeText(String(value))}</${name}>`;
}

function children(node: XmlNode): string {
  return Object.entries(node)
    .map(([name, value]) => element(name, value))
    .join('');
}

/** A whole response document in S3's namespace; `undefined` members are left out. */
export function xmlDocument(root: string, content: XmlNode | string): string {
  return rawXmlDocument(root, typeof content === 'string' ? escapeText(content) : children(content));
}

/** A whole response document in S3's namespace around XML that is already written. */
export function rawXmlDocument(root: string, inner: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${S3_NAMESPACE}">${inner}</${root}>`;
}

/** A whole document without a namespace, as S3 sends errors and the answer to a form upload. */
export function plainXmlDocument(root: string, content: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${children(content)}</${root}>`;
}

/** A `<Grantee>` element. It needs an attribute, which `XmlNode` cannot express; no other element of S3 does. */
export function granteeElement(uriOrId: { readonly uri: string } | { readonly id: string }): string {
  const attributes = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return 'uri' in uriOrId
    ? `<Grantee ${attributes} xsi:type="Group"><URI>${escapeText(uriOrId.uri)}</URI></Grantee>`
    : `<Grantee ${attributes} xsi:type="CanonicalUser"><ID>${escapeText(uriOrId.id)}</ID><DisplayName>${escapeText(uriOrId.id)}</DisplayName></Grantee>`;
}

/** Elements that S3's documents may repeat. */
const repeatable = new Set([
  ...['Object', 'Part', 'Tag', 'CORSRule'],
  ...['AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader'],
]);

/**
 * Numeric references need `htmlEntities` here. Entities cannot be defined: a document type declaration is refused before
 * parsing. Values are not trimmed, as a key may begin or end with a space.
 */
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  isArray: (name) => repeatable.has(name),
});

/** A parsed request document: nested records of strings, with the repeatable elements of S3 always arrays. */
export type ParsedXml = string | ParsedXml[] | { [name: string]: ParsedXml };

/**
 * Parses a request body whose root must be `root`.
 * @throws MalformedXML for anything else
 */
export function parseXml(body: Buffer, root: string): { [name: string]: ParsedXml } {
  const parsed = parse(body.toString('utf8'));
  if (typeof parsed !== 'object' || Array.isArray(parsed)) throw new S3Error('MalformedXML');
  const content = parsed[root];
  if (typeof content === 'string' && content.trim() === '') return {};
  if (content === undefined || typeof content !== 'object' || Array.isArray(content)) throw new S3Error('MalformedXML');
  return content;
}

function parse(text: string): ParsedXml {
  if (text.includes('<!DOCTYPE')) throw new S3Error('MalformedXML');
  try {
    if (XMLValidator.validate(text) === true) return parser.parse(text);
  } catch {
    // The parser throws for some documents, for example for one that is nested too deeply.
  }
  throw new S3Error('MalformedXML');
}

/**
 * The text of a child element, or undefined if it is absent.
 * @throws MalformedXML if it is repeated or has children
 */
export function xmlText(node: { [name: string]: ParsedXml }, name: string): string | undefined {
  const value = node[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new S3Error('MalformedXML');
}

/**
 * The texts of the children called `name`; an absent child is an empty list.
 * @throws MalformedXML if one has children
 */
export function xmlTexts(node: { [name: string]: ParsedXml }, name: string): string[] {
  const value = node[name];
  if (value === undefined) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'string') throw new S3Error('MalformedXML');
    return item.trim();
  });
}

/**
 * The children called `name` as records; an absent child is an empty list.
 * @throws MalformedXML for plain text
 */
export function xmlList(node: { [name: string]: ParsedXml }, name: string): { [name: string]: ParsedXml }[] {
  const value = node[name];
  if (value === undefined) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'object' || Array.isArray(item)) throw new S3Error('MalformedXML');
    return item;
  });
}
