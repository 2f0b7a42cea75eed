import { BpmnModdle } from 'bpmn-moddle';
import zeebe from 'zeebe-bpmn-moddle/resources/zeebe.json' with { type: 'json' };

/** A parsed XML element as bpmn-moddle gives it: `$type` is its prefixed type, the rest are its properties. */
export type Xml = { readonly $type: string; readonly [property: string]: unknown };

/** The extension attributes and elements that Zeebe does not have. */
const millrace = {
  name: 'Millrace',
  prefix: 'millrace',
  uri: 'urn:millrace:bpmn:1',
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'DecidingTask',
      extends: ['bpmn:UserTask', 'bpmn:GlobalUserTask'],
      properties: [{ name: 'decision', isAttr: true, type: 'String' }],
    },
    {
      name: 'WorkingTimer',
      extends: ['bpmn:TimerEventDefinition'],
      properties: [{ name: 'calendar', isAttr: true, type: 'String' }],
    },
    {
      name: 'Approval',
      superClass: ['Element'],
      properties: ['quorum', 'veto', 'separation', 'reason', 'attachments', 'matrix', 'authentication'].map((name) => ({
        name,
        isAttr: true,
        type: 'String',
      })),
    },
  ],
};

/** A problem that the parser reported, with its element when the parser names one. */
export type Problem = {
  readonly message: string;
  readonly element: Xml | null;
  /** Property that references an element that does not exist. */
  readonly property: string | null;
};

export type Parsed = { readonly definitions: Xml | null; readonly problems: readonly Problem[] };

type Warning = Awaited<ReturnType<BpmnModdle['fromXML']>>['warnings'][number];

/** Up to this size the parser reports all errors instead of the first: each error costs it a pass over the whole text. */
const LENIENT_CHARACTERS = 300_000;

/** Booleans of the XML schema may be written as 1 and 0, which the parser does not know. */
const NUMERIC_BOOLEAN =
  /(\s(?:isExecutable|isInterrupting|cancelActivity|parallelMultiple|triggeredByEvent|isForCompensation|isSequential|testBefore|instantiate|waitForCompletion|cancelRemainingInstances)\s*=\s*)(?:"\s*([01])\s*"|'\s*([01])\s*')/g;

function writeBooleans(xml: string): string {
  return xml.replace(NUMERIC_BOOLEAN, (_, name: string, double?: string, single?: string) =>
    (double ?? single) === '1' ? `${name}"true"` : `${name}"false"`,
  );
}

/** Parses BPMN XML. Never throws. */
export async function parseXml(source: string): Promise<Parsed> {
  const xml = writeBooleans(source);
  const strict = await parse(xml, false);
  return strict.definitions !== null || xml.length > LENIENT_CHARACTERS ? strict : parse(xml, true);
}

async function parse(xml: string, lax: boolean): Promise<Parsed> {
  try {
    const moddle = new BpmnModdle({ zeebe, millrace });
    const { rootElement, warnings, elementsById } = await moddle.fromXML(xml, { lax });
    const unresolved = warnings.filter((warning) => !resolveQualified(rootElement, elementsById, warning));
    const problems = unresolved.map(({ message, element, property }) => ({
      message: oneLine(message),
      element: isXml(element) ? element : null,
      property: property?.replace(/^\w+:/, '') ?? null,
    }));
    return { definitions: isXml(rootElement) ? rootElement : null, problems };
  } catch (error) {
    const message = oneLine(error instanceof Error ? error.message : String(error));
    return { definitions: null, problems: [{ message, element: null, property: null }] };
  }
}

/**
 * Resolves a reference `prefix:id` whose prefix names the target namespace of the file; the parser knows ids alone.
 * @returns whether it could
 */
function resolveQualified(root: unknown, elementsById: Readonly<Record<string, unknown>>, warning: Warning): boolean {
  const { element, property, value } = warning;
  if (!isXml(root) || !isXml(element) || property === undefined || value === undefined) return false;
  const [prefix = '', id, ...more] = value.trim().split(':');
  const declared = isRecord(root.$attrs) ? root.$attrs[`xmlns:${prefix}`] : undefined;
  if (id === undefined || more.length > 0 || declared === undefined || declared !== root.targetNamespace) return false;
  const target = elementsById[id];
  if (!isXml(target)) return false;
  const name = property.replace(/^\w+:/, '');
  const list = element[name];
  if (Array.isArray(list)) list.push(target);
  else Object.assign(element, { [name]: target });
  return true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim().slice(0, 300);
}

export function isXml(value: unknown): value is Xml {
  return isRecord(value) && typeof value.$type === 'string';
}

/** The string property, or null when it is absent or blank. */
export function text(element: Xml, property: string): string | null {
  const value = element[property];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function flag(element: Xml, property: string): boolean | null {
  const value = element[property];
  return typeof value === 'boolean' ? value : null;
}

export function child(element: Xml, property: string): Xml | null {
  const value = element[property];
  return isXml(value) ? value : null;
}

export function children(element: Xml, property: string): readonly Xml[] {
  const value = element[property];
  return Array.isArray(value) ? value.filter(isXml) : [];
}

/** Event definitions of an event: its own, then the shared ones it refers to. */
export function eventDefinitions(event: Xml): readonly Xml[] {
  return [...children(event, 'eventDefinitions'), ...children(event, 'eventDefinitionRef')];
}

/** Whether the event waits for, or throws, compensation. */
export function hasCompensation(event: Xml): boolean {
  return eventDefinitions(event).some(({ $type }) => $type === 'bpmn:CompensateEventDefinition');
}

/** Text of a child element such as timeDuration or conditionExpression. */
export function body(element: Xml, property: string): string | null {
  const holder = child(element, property);
  return holder === null ? null : text(holder, 'body');
}

/** Children of extensionElements. */
export function extensions(element: Xml): readonly Xml[] {
  const holder = child(element, 'extensionElements');
  return holder === null ? [] : children(holder, 'values');
}

export function extension(element: Xml, type: string): Xml | null {
  return extensions(element).find((candidate) => candidate.$type === type) ?? null;
}

/** The name of an element as it is written in XML: `zeebe:TaskDefinition` is `zeebe:taskDefinition`. */
export function xmlName(type: string): string {
  return type.replace(/:(.)/, (_, letter: string) => `:${letter.toLowerCase()}`);
}
