import type { Edits } from '../drawing/diagram-editor.js';
import {
  type DrawnElement,
  extensionOf,
  extensionsOf,
  type Moddle,
  partOf,
  partsOf,
  propertiesOf,
  textOf,
} from '../drawing/moddle.js';

/** Where in the file a property of an element stands. */
export type Place =
  /** An attribute of the element. */
  | { readonly at: 'element'; readonly name: string }
  /** A FEEL expression that is a part of the element, as the condition of a flow. */
  | { readonly at: 'expression'; readonly name: string; readonly of?: 'event' | 'loop' }
  /** An attribute of an extension element. */
  | { readonly at: 'extension'; readonly type: string; readonly name: string; readonly of?: 'loop' }
  /** A setting of a job: a text is a header of the task, an expression an input mapping. */
  | { readonly at: 'setting'; readonly name: string }
  /** A message, signal, error or escalation that an event names: elements that name the same share it. */
  | { readonly at: 'named'; readonly ref: string; readonly type: string; readonly name: string }
  /** The key by which a message finds its run. */
  | { readonly at: 'correlationKey' }
  /** Whether a flow is taken when no condition of the others is true. */
  | { readonly at: 'default' };

const isExpression = (value: string): boolean => value.startsWith('=');

/** The part of an element that a place is within. */
function ownerOf({ businessObject: element }: DrawnElement, of: 'event' | 'loop' | undefined): Moddle | undefined {
  if (of === 'loop') return partOf(element, 'loopCharacteristics');
  return of === 'event' ? partsOf(element, 'eventDefinitions')[0] : element;
}

/** The event definition of an event, or the receive task itself: what names a message or an error. */
const namingPart = ({ businessObject: element }: DrawnElement): Moddle =>
  partsOf(element, 'eventDefinitions')[0] ?? element;

const mappingsOf = (element: Moddle, list: 'inputParameters' | 'outputParameters') =>
  partsOf(extensionOf(element, 'zeebe:IoMapping'), list);
const headersOf = (element: Moddle) => partsOf(extensionOf(element, 'zeebe:TaskHeaders'), 'values');

/** The value of a property; empty where there is none. */
export function readPlace(element: DrawnElement, place: Place): string {
  const { businessObject } = element;
  switch (place.at) {
    case 'element':
      return textOf(businessObject, place.name);
    case 'expression': {
      const owner = ownerOf(element, place.of);
      return textOf(owner === undefined ? undefined : partOf(owner, place.name), 'body');
    }
    case 'extension': {
      const owner = ownerOf(element, place.of);
      return textOf(owner === undefined ? undefined : extensionOf(owner, place.type), place.name);
    }
    case 'setting': {
      const input = mappingsOf(businessObject, 'inputParameters').find((each) => each.get('target') === place.name);
      if (input !== undefined) return textOf(input, 'source');
      return textOf(
        headersOf(businessObject).find((each) => each.get('key') === place.name),
        'value',
      );
    }
    case 'named': {
      const named = partOf(namingPart(element), place.ref);
      return textOf(named, place.name);
    }
    case 'correlationKey': {
      const message = partOf(namingPart(element), 'messageRef');
      return textOf(message === undefined ? undefined : extensionOf(message, 'zeebe:Subscription'), 'correlationKey');
    }
    case 'default':
      return partOf(businessObject, 'sourceRef')?.get('default') === businessObject ? 'true' : '';
  }
}

/** Sets a property as one step that can be taken back; empty removes it. */
export function writePlace(edits: Edits, element: DrawnElement, place: Place, value: string): void {
  const { businessObject } = element;
  const given = value === '' ? undefined : value;
  switch (place.at) {
    case 'element':
      edits.set(element, { [place.name]: given });
      break;
    case 'expression': {
      const owner = ownerOf(element, place.of);
      const body = given === undefined ? undefined : edits.create('bpmn:FormalExpression', { body: given });
      if (owner !== undefined) edits.set(element, { [place.name]: body }, owner);
      break;
    }
    case 'extension': {
      const owner = ownerOf(element, place.of);
      if (owner !== undefined) writeExtension(edits, element, owner, place.type, { [place.name]: given });
      break;
    }
    case 'setting':
      writeSetting(edits, element, place.name, value);
      break;
    case 'named':
      edits.together(() => writeNamed(edits, element, place, value));
      break;
    case 'correlationKey': {
      const message = partOf(namingPart(element), 'messageRef');
      if (message !== undefined)
        writeExtension(edits, element, message, 'zeebe:Subscription', { correlationKey: given });
      break;
    }
    case 'default': {
      const source = element.businessObject.sourceRef as Moddle | undefined;
      if (source !== undefined) edits.set(element, { default: value === 'true' ? businessObject : undefined }, source);
    }
  }
}

/** Changes an extension element; one that has nothing left is removed. */
export function writeExtension(
  edits: Edits,
  element: DrawnElement,
  owner: Moddle,
  type: string,
  change: Readonly<Record<string, unknown>>,
): void {
  const before = extensionOf(owner, type);
  const properties = Object.fromEntries(
    Object.entries({ ...propertiesOf(before), ...change }).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
  const isEmpty = Object.keys(properties).length === 0;
  const after = isEmpty ? [] : [edits.create(type, properties)];
  const others = extensionsOf(owner);
  const values =
    before === undefined ? [...others, ...after] : others.flatMap((each) => (each === before ? after : [each]));
  const extensionElements = values.length === 0 ? undefined : edits.create('bpmn:ExtensionElements', { values });
  edits.set(element, { extensionElements }, owner === element.businessObject ? undefined : owner);
}

function writeSetting(edits: Edits, element: DrawnElement, name: string, value: string): void {
  const { businessObject } = element;
  const headers = headersOf(businessObject).filter((each) => each.get('key') !== name);
  const inputs = mappingsOf(businessObject, 'inputParameters').filter((each) => each.get('target') !== name);
  const isHeader = value !== '' && !isExpression(value);
  edits.together(() => {
    const header = isHeader ? [edits.create('zeebe:Header', { key: name, value })] : [];
    if (isHeader || headers.length < headersOf(businessObject).length) {
      writeExtension(edits, element, businessObject, 'zeebe:TaskHeaders', { values: [...headers, ...header] });
    }
    const isInput = isExpression(value);
    const input = isInput ? [edits.create('zeebe:Input', { source: value, target: name })] : [];
    if (isInput || inputs.length < mappingsOf(businessObject, 'inputParameters').length) {
      writeExtension(edits, element, businessObject, 'zeebe:IoMapping', { inputParameters: [...inputs, ...input] });
    }
  });
}

function definitionsOf(part: Moddle): Moddle {
  return part.$parent === undefined ? part : definitionsOf(part.$parent);
}

/** How many parts of the file name a message, a signal, an error or an escalation. */
function countOf(within: readonly Moddle[], ref: string, named: Moddle): number {
  return within.reduce((sum, part) => {
    const namers = [part, ...partsOf(part, 'eventDefinitions')].filter((each) => partOf(each, ref) === named);
    return sum + namers.length + countOf(partsOf(part, 'flowElements'), ref, named);
  }, 0);
}

/** Names another message: one of the file with that name, else this one is renamed, unless other elements name it too. */
function writeNamed(
  edits: Edits,
  element: DrawnElement,
  { ref, type, name }: Extract<Place, { at: 'named' }>,
  value: string,
): void {
  const naming = namingPart(element);
  const definitions = definitionsOf(element.businessObject);
  const roots = partsOf(definitions, 'rootElements');
  const same = roots.find((root) => root.$type === type && root.get(name) === value);
  const before = partOf(naming, ref);
  if (value === '') edits.set(element, { [ref]: undefined }, naming);
  else if (same !== undefined) edits.set(element, { [ref]: same }, naming);
  else if (before !== undefined && countOf(roots, ref, before) === 1) {
    edits.set(element, { name: value, [name]: value }, before);
  } else {
    const { id: _, ...properties } = propertiesOf(before);
    const created = edits.create(type, { ...properties, name: value, [name]: value });
    edits.set(element, { rootElements: [...roots, created] }, definitions);
    edits.set(element, { [ref]: created }, naming);
  }
}

/** A mapping of variables: what is computed, and where it is stored. */
export interface Mapping {
  readonly source: string;
  readonly target: string;
}

export const readMappings = (element: DrawnElement, list: 'inputParameters' | 'outputParameters'): readonly Mapping[] =>
  mappingsOf(element.businessObject, list).map((each) => ({
    source: textOf(each, 'source'),
    target: textOf(each, 'target'),
  }));

export function writeMappings(
  edits: Edits,
  element: DrawnElement,
  list: 'inputParameters' | 'outputParameters',
  mappings: readonly Mapping[],
): void {
  const type = list === 'inputParameters' ? 'zeebe:Input' : 'zeebe:Output';
  writeExtension(edits, element, element.businessObject, 'zeebe:IoMapping', {
    [list]: mappings.map((mapping) => edits.create(type, mapping)),
  });
}
