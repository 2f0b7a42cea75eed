import { diff } from 'bpmn-js-differ';
import { type DrawnElement, type Moddle, partsOf, textOf } from '../drawing/moddle.js';
import { readMappings, readPlace } from '../properties/place.js';
import { sectionsOf, settingNames } from '../properties/sections.js';
import { readTimer } from '../properties/timer.js';

/** A property that has another value now. */
export interface PropertyChange {
  /** As the form of properties names it, or `inputParameters` and `outputParameters` for the mappings of variables. */
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** An element that differs between two files of a workflow. */
export interface DiagramChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly element: DrawnElement;
  /** What has another value, as far as the forms of properties show it. */
  readonly properties: readonly PropertyChange[];
}

/** What differs between two parsed files, in the order of the newer one; what was removed stands last. */
export function diagramChanges(before: Moddle, after: Moddle): readonly DiagramChange[] {
  const { _changed, _layoutChanged } = diff(before, after);
  const [older, newer] = [elementsOf(before), elementsOf(after)];
  const changes = [...newer.values()].flatMap((element): DiagramChange[] => {
    const { id, type } = element;
    const old = older.get(id);
    if (old === undefined || old.type !== type) return [{ kind: 'added', element, properties: [] }];
    const properties = propertyChanges(old, element);
    if (properties.length > 0 || id in _changed) return [{ kind: 'changed', element, properties }];
    const isMoved = id in _layoutChanged && type !== 'bpmn:SequenceFlow';
    return isMoved ? [{ kind: 'moved', element, properties: [] }] : [];
  });
  const removed = [...older.values()].filter(({ id, type }) => newer.get(id)?.type !== type);
  return [...changes, ...removed.map((element): DiagramChange => ({ kind: 'removed', element, properties: [] }))];
}

/** The processes of a file and everything in them, by id. */
function elementsOf(definitions: Moddle): ReadonlyMap<string, DrawnElement> {
  const found = new Map<string, DrawnElement>();
  const add = (part: Moddle) => {
    const id = textOf(part, 'id');
    found.set(id, { id, type: part.$type, businessObject: part });
    for (const list of ['flowElements', 'laneSets', 'lanes', 'artifacts'])
      for (const each of partsOf(part, list)) add(each);
  };
  for (const root of partsOf(definitions, 'rootElements')) {
    if (root.$type === 'bpmn:Process' || root.$type === 'bpmn:Collaboration') add(root);
  }
  return found;
}

function propertyChanges(before: DrawnElement, after: DrawnElement): readonly PropertyChange[] {
  const [older, newer] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...newer.keys(), ...older.keys()])].flatMap((id) => {
    const change = { id, before: older.get(id) ?? '', after: newer.get(id) ?? '' };
    return change.before === change.after ? [] : [change];
  });
}

/** What the forms of an element show. */
function valuesOf(element: DrawnElement): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { id, place, kind } of sectionsOf(element).flatMap(({ properties }) => properties)) {
    values.set(id, kind === 'timer' ? readTimer(element).value : readPlace(element, place));
  }
  for (const list of ['inputParameters', 'outputParameters'] as const) {
    const shown = list === 'inputParameters' ? settingNames(element) : new Set<string>();
    const mappings = readMappings(element, list).filter(({ target }) => !shown.has(target));
    values.set(list, mappings.map(({ target, source }) => `${target}: ${source}`).join('\n'));
  }
  return values;
}
