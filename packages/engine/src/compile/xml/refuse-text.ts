/** Limits of a file; far above real diagrams (1,000 elements with their layout are about 15,000 tags and 1 MB). */
export const MAX_CHARACTERS = 5_000_000;
export const MAX_DEPTH = 150;
export const MAX_TAGS = 100_000;
/** Most texts in places where BPMN allows none. The parser reports each of them at a cost that grows with the size of the file. */
const MAX_STRAY_TEXTS = 20;

const SLASH = 47;

const NAME = /[^\s/>=<"']+/y;
const ATTRIBUTE = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;

const STANDARD_NAMESPACE = /^http:\/\/www\.omg\.org\/spec\/|^http:\/\/camunda\.org\/schema\/zeebe\//;
const elementsWithText = new Set([
  ...['documentation', 'text', 'script', 'incoming', 'outgoing', 'supports', 'from', 'to', 'import', 'value'],
  ...['timeDate', 'timeDuration', 'timeCycle', 'condition', 'conditionExpression', 'formalExpression', 'expression'],
  ...['loopCondition', 'loopCardinality', 'completionCondition', 'messagePath', 'dataPath', 'userTaskForm'],
]);

/** An open element: whether it may contain text, the namespaces in effect, and the children found in it that may stand there once. */
type Open = {
  readonly takesText: boolean;
  readonly namespaces: ReadonlyMap<string, string>;
  readonly singles: Set<string>;
};

/** Children of which an element has one at most. The parser keeps the last of several and says nothing. */
const singleElements: ReadonlyMap<string, string> = new Map([
  ['standardLoopCharacteristics', 'loop marker'],
  ['multiInstanceLoopCharacteristics', 'loop marker'],
  ...[
    ...['conditionExpression', 'condition', 'activationCondition', 'completionCondition', 'loopCondition'],
    ...['loopCardinality', 'timeDate', 'timeDuration', 'timeCycle', 'script', 'extensionElements'],
  ].map((name): [string, string] => [name, name]),
]);

/** Attributes that decide how an element runs. The parser reads everything but `true` as false. */
const booleanAttributes: ReadonlySet<string> = new Set([
  ...['isExecutable', 'isInterrupting', 'cancelActivity', 'parallelMultiple', 'triggeredByEvent', 'isForCompensation'],
  ...['isSequential', 'testBefore', 'instantiate', 'waitForCompletion', 'cancelRemainingInstances'],
]);

/**
 * Reads the raw text once before the parser and returns the reason why it must not be parsed, or null. XML that is not well-formed is
 * refused here, because the parser's error handling is lenient and very slow for many errors. Document types are refused because only
 * they can declare entities; no BPMN tool writes them.
 */
export function refuseText(xml: string): string | null {
  if (xml.length > MAX_CHARACTERS) return `the file is larger than ${MAX_CHARACTERS} characters`;
  const open: Open[] = [];
  let tags = 0;
  let stray = 0;
  let done = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', done)) {
    const text = xml.slice(done, at);
    if (BARE_AMPERSAND.test(text)) return `there is an unknown entity near character ${done}`;
    if (text.trim() !== '' && open.at(-1)?.takesText === false) stray += 1;
    if (stray > MAX_STRAY_TEXTS) return 'there is text in many places where BPMN allows none';
    if (xml.startsWith('<!--', at)) done = skip(xml, at + 4, '-->');
    else if (xml.startsWith('<![CDATA[', at)) {
      done = skip(xml, at + 9, ']]>');
      if (open.at(-1)?.takesText === false) stray += 1;
    } else if (xml.startsWith('<!', at)) return 'document type declarations and entities are not accepted';
    else if (xml.startsWith('<?', at)) done = skip(xml, at + 2, '?>');
    else if (xml.charCodeAt(at + 1) === SLASH) {
      if (open.pop() === undefined) return `there is an end tag without a start tag near character ${at}`;
      done = skip(xml, at, '>');
    } else {
      tags += 1;
      if (tags > MAX_TAGS) return `the file has more than ${MAX_TAGS} tags`;
      const around = open.at(-1);
      const tag = readTag(xml, at, around?.namespaces);
      if (typeof tag === 'string') return `${tag} near character ${at}`;
      if (around !== undefined && tag.single !== undefined) {
        if (around.singles.has(tag.single))
          return `an element has two children ${tag.single} near character ${at}: keep one of them`;
        around.singles.add(tag.single);
      }
      done = tag.end;
      if (tag.element !== null) open.push(tag.element);
      if (open.length > MAX_DEPTH) return `elements nest deeper than ${MAX_DEPTH}`;
    }
    if (done === -1) return 'the file ends inside a comment, CDATA section, tag or processing instruction';
  }
  return open.length > 0 ? 'the file ends inside an element' : null;
}

function skip(xml: string, from: number, closing: string): number {
  const end = xml.indexOf(closing, from);
  return end === -1 ? -1 : end + closing.length;
}

const noNamespaces: ReadonlyMap<string, string> = new Map();

/** Reads a start tag; the element is null for an empty-element tag. Returns a string that says what is wrong with a malformed tag. */
function readTag(
  xml: string,
  at: number,
  around: ReadonlyMap<string, string> = noNamespaces,
): { readonly end: number; readonly element: Open | null; readonly single: string | undefined } | string {
  NAME.lastIndex = at + 1;
  const name = NAME.exec(xml)?.[0];
  if (name === undefined) return 'there is a tag without a name';
  let position = NAME.lastIndex;
  const declared = new Map<string, string>();
  const names = new Set<string>();
  const prefixes = new Set([prefixOf(name)]);
  for (;;) {
    ATTRIBUTE.lastIndex = position;
    const match = ATTRIBUTE.exec(xml);
    if (match === null) break;
    position = ATTRIBUTE.lastIndex;
    const attribute = match[1] ?? '';
    const value = match[2] ?? match[3] ?? '';
    if (names.has(attribute)) return `the attribute ${attribute.slice(0, 40)} is written twice`;
    if (BARE_AMPERSAND.test(value)) return 'there is an unknown entity';
    if (booleanAttributes.has(attribute) && !/^\s*(true|false|0|1)\s*$/.test(value))
      return `the attribute ${attribute} is true or false, not ${JSON.stringify(value.slice(0, 40))}`;
    names.add(attribute);
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
      declared.set(attribute === 'xmlns' ? '' : attribute.slice(6), value);
    } else if (attribute.includes(':')) prefixes.add(prefixOf(attribute));
  }
  const namespaces = declared.size === 0 ? around : new Map([...around, ...declared]);
  for (const prefix of prefixes) {
    if (prefix !== '' && prefix !== 'xml' && !namespaces.has(prefix))
      return `the prefix ${prefix.slice(0, 40)} is not declared`;
  }
  while (xml[position] === ' ' || xml[position] === '\n' || xml[position] === '\r' || xml[position] === '\t')
    position += 1;
  const local = name.slice(name.indexOf(':') + 1);
  const standard = STANDARD_NAMESPACE.test(namespaces.get(prefixOf(name)) ?? '');
  const single = standard ? singleElements.get(local) : undefined;
  if (xml.startsWith('/>', position)) return { end: position + 2, element: null, single };
  if (xml[position] !== '>') return 'there is a malformed tag';
  const takesText = !standard || elementsWithText.has(local) || /Refs?$/.test(local);
  return { end: position + 1, element: { takesText, namespaces, singles: new Set() }, single };
}

function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? '' : name.slice(0, colon);
}
