import { drain, type Steps } from '../steps/steps.js';

/** Limits of a DMN file. A table of 10,000 rules with 10 columns has about 220,000 tags. */
export const MAX_CHARACTERS = 20_000_000;
export const MAX_DEPTH = 150;
export const MAX_TAGS = 500_000;
const MAX_ATTRIBUTES = 100;
/** Tags that are read in one step. */
const TAGS_PER_STEP = 256;

/** An element of an XML file. */
export type XmlElement = {
  /** Name without prefix. */
  readonly name: string;
  /** Namespace URI; empty without one. */
  readonly namespace: string;
  /** Attributes by name, as it is written. Declarations of namespaces are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element, with line breaks as `\n`. */
  readonly text: string;
  /** Line of the start tag, from 1. */
  readonly line: number;
};

/** The text is not well-formed XML, or exceeds a limit. */
export class XmlError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** An element that is being read. */
type Growing = XmlElement & { readonly children: XmlElement[]; text: string };

type Open = {
  readonly tag: string;
  readonly namespaces: ReadonlyMap<string, string>;
  readonly element: Growing;
};

const NAME = /[^\s/>=<"'&]+/y;
const ATTRIBUTE = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;
const NOT_SPACE = /\S/;
const REFERENCE = /&([^;&\s]{0,12});?/g;
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const noAttributes: ReadonlyMap<string, string> = new Map();
const xmlNamespaces: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/**
 * Reads an XML file into a tree, in time linear in its size. Document types, and with them entities, are refused.
 * @throws XmlError
 */
export function readXml(xml: string): XmlElement {
  return drain(readXmlInSteps(xml));
}

/**
 * As {@link readXml}, in steps.
 * @throws XmlError
 */
export function* readXmlInSteps(xml: string): Steps<XmlElement> {
  if (xml.length > MAX_CHARACTERS) throw new XmlError(`the file is larger than ${MAX_CHARACTERS} characters`, 1);
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let tags = 0;
  let line = 1;
  /** Where the line ends. Kept, because a file may be one long line. */
  let lineEnd = endOfLine(0);
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;

  const fail = (message: string): XmlError => new XmlError(message, lineAt(at));

  function endOfLine(from: number): number {
    const end = xml.indexOf('\n', from);
    return end === -1 ? xml.length : end;
  }

  /** Counts on from the last call: positions only grow. */
  function lineAt(position: number): number {
    for (; lineEnd < position; lineEnd = endOfLine(lineEnd + 1)) line += 1;
    return line;
  }

  function skipTo(from: number, closing: string): number {
    const end = xml.indexOf(closing, from);
    if (end === -1) throw fail(`the file ends before ${closing}`);
    return end;
  }

  function decode(text: string): string {
    const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (!normal.includes('&')) return normal;
    return normal.replace(REFERENCE, (whole, name: string) => {
      const value = whole.endsWith(';') ? (named.get(name) ?? numbered(name)) : undefined;
      if (value === undefined) throw fail(`there is an unknown entity ${whole}`);
      return value;
    });
  }

  function addText(text: string): void {
    const top = open.at(-1);
    if (top !== undefined) top.element.text += text;
    else throw fail('there is text outside the root element');
  }

  function startTag(): void {
    tags += 1;
    if (tags > MAX_TAGS) throw fail(`the file has more than ${MAX_TAGS} tags`);
    if (open.length >= MAX_DEPTH) throw fail(`elements nest deeper than ${MAX_DEPTH}`);
    if (root !== null) throw fail('there is a second root element');
    const startLine = lineAt(at);
    NAME.lastIndex = at + 1;
    const tag = NAME.exec(xml)?.[0];
    if (tag === undefined) throw fail('there is a tag without a name');
    const { attributes, declared, end } = readAttributes(NAME.lastIndex);
    const around = open.at(-1)?.namespaces ?? xmlNamespaces;
    const namespaces = declared.size === 0 ? around : new Map([...around, ...declared]);
    const colon = tag.indexOf(':');
    const prefix = colon === -1 ? '' : tag.slice(0, colon);
    const namespace = namespaces.get(prefix);
    if (namespace === undefined && prefix !== '') throw fail(`the prefix ${prefix.slice(0, 40)} is not declared`);
    const name = tag.slice(colon + 1);
    const element: Growing = { name, namespace: namespace ?? '', attributes, children: [], text: '', line: startLine };
    open.push({ tag, namespaces, element });
    TAG_END.lastIndex = end;
    const closing = TAG_END.exec(xml);
    if (closing === null) throw fail('there is a malformed tag');
    at = TAG_END.lastIndex;
    if (closing[1] === '/') close();
  }

  function readAttributes(from: number) {
    let attributes: Map<string, string> | null = null;
    let declared: Map<string, string> | null = null;
    let count = 0;
    let end = from;
    for (;;) {
      ATTRIBUTE.lastIndex = end;
      const match = ATTRIBUTE.exec(xml);
      if (match === null) return { attributes: attributes ?? noAttributes, declared: declared ?? noAttributes, end };
      end = ATTRIBUTE.lastIndex;
      const name = match[1] ?? '';
      const value = decode(match[2] ?? match[3] ?? '');
      count += 1;
      if (count > MAX_ATTRIBUTES) throw fail(`a tag has more than ${MAX_ATTRIBUTES} attributes`);
      const isDeclaration = name === 'xmlns' || name.startsWith('xmlns:');
      const key = isDeclaration ? name.slice(6) : name;
      const others: Map<string, string> = (isDeclaration ? declared : attributes) ?? new Map();
      if (others.has(key)) throw fail(`the attribute ${name.slice(0, 40)} is written twice`);
      others.set(key, value);
      if (isDeclaration) declared = others;
      else attributes = others;
    }
  }

  function close(): void {
    const done = open.pop();
    if (done === undefined) throw fail('there is an end tag without a start tag');
    const parent = open.at(-1);
    if (parent === undefined) root = done.element;
    else parent.element.children.push(done.element);
  }

  function endTag(): void {
    const end = skipTo(at, '>');
    const tag = xml.slice(at + 2, end).trim();
    const expected = open.at(-1)?.tag;
    if (tag !== expected) throw fail(`the end tag </${tag.slice(0, 40)}> does not close ${expected ?? 'anything'}`);
    at = end + 1;
    close();
  }

  for (let step = 1; at < xml.length; step += 1) {
    if (step % TAGS_PER_STEP === 0) yield;
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next === -1 ? xml.length : next);
    // Spaces between tags mean nothing.
    if (NOT_SPACE.test(text)) addText(decode(text));
    if (next === -1) break;
    at = next;
    if (xml.startsWith('<!--', at)) at = skipTo(at + 4, '-->') + 3;
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = skipTo(at + 9, ']]>');
      addText(xml.slice(at + 9, end));
      at = end + 3;
    } else if (xml.startsWith('<!', at)) throw fail('document type declarations and entities are not accepted');
    else if (xml.startsWith('<?', at)) at = skipTo(at + 2, '?>') + 2;
    else if (xml.startsWith('</', at)) endTag();
    else startTag();
  }
  if (open.length > 0) throw fail('the file ends inside an element');
  if (root === null) throw fail('the file has no element');
  return root;
}

function numbered(name: string): string | undefined {
  const match = /^#(?:(\d{1,7})|x([\da-fA-F]{1,6}))$/.exec(name);
  if (match === null) return undefined;
  const code = match[1] === undefined ? Number.parseInt(match[2] ?? '', 16) : Number(match[1]);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
