import type { Flow } from '../../model/node.js';
import { readExpression } from '../attributes/values.js';
import type { Findings } from '../report/findings.js';
import { children, eventDefinitions, flag, text, type Xml } from '../xml/moddle.js';
import { GivenIds } from './given-ids.js';

/** A flow node before its attributes are read: only its place among the other nodes is known. */
export type Raw = {
  readonly xml: Xml;
  readonly id: string;
  readonly type: ElementType;
  readonly index: number;
  readonly container: number;
};

type PendingFlow = { readonly xml: Xml; readonly id: string; readonly container: number };

/** What must be known of a process before its nodes can be read. */
export type Layout = {
  readonly raws: readonly Raw[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly flows: readonly Flow[];
  readonly incoming: readonly (readonly Flow[])[];
  readonly outgoing: readonly (readonly Flow[])[];
  /** Ids of the flows that have a condition, also one with an error. */
  readonly conditioned: ReadonlySet<string>;
  /** Members of a container, by its index. */
  readonly members: readonly (readonly Raw[])[];
  /** Boundary events by the index of their activity. */
  readonly attached: ReadonlyMap<number, readonly Raw[]>;
  /** Link catch and throw events by container and link name. */
  readonly links: ReadonlyMap<string, Links>;
  /** Association target element ids by source element id. */
  readonly associations: ReadonlyMap<string, readonly string[]>;
};

export type Links = { readonly catches: Raw[]; readonly throws: Raw[] };

const dataElements = new Set(['DataObject', 'DataObjectReference', 'DataStoreReference']);

const reasonsNotExecuted: Readonly<Record<string, string>> = {
  ImplicitThrowEvent: 'implicit throw events are not executed',
  ChoreographyTask: 'choreographies are not executed',
  SubChoreography: 'choreographies are not executed',
  CallChoreography: 'choreographies are not executed',
};

export const executedTypes = [
  'StartEvent',
  'EndEvent',
  'IntermediateCatchEvent',
  'IntermediateThrowEvent',
  'BoundaryEvent',
  'Task',
  'ManualTask',
  'ServiceTask',
  'SendTask',
  'BusinessRuleTask',
  'ScriptTask',
  'UserTask',
  'ReceiveTask',
  'ExclusiveGateway',
  'ParallelGateway',
  'InclusiveGateway',
  'ComplexGateway',
  'EventBasedGateway',
  'SubProcess',
  'AdHocSubProcess',
  'Transaction',
  'CallActivity',
] as const;

/** Root elements that a call activity can call, and that run in its place. */
export const globalTaskTypes = [
  'GlobalTask',
  'GlobalManualTask',
  'GlobalUserTask',
  'GlobalScriptTask',
  'GlobalBusinessRuleTask',
] as const;

/** Type of an element that is executed, without the `bpmn:` prefix. */
export type ElementType = 'Process' | (typeof executedTypes)[number];

/** Element ids are keys of plain objects in the state, so names that every object inherits cannot be ids. */
const reservedIds = new Set(Object.getOwnPropertyNames(Object.prototype));

function isExecuted(type: string): type is (typeof executedTypes)[number] {
  return executedTypes.some((executed) => executed === type);
}

/** Lists the nodes and flows of a process. Reports elements that are not executed, and flows that are not valid. */
export function layOut(findings: Findings, process: Xml, processId: string): Layout {
  const raws: Raw[] = [];
  const indexOf = new Map<string, number>();
  const members: Raw[][] = [];
  const pendingFlows: PendingFlow[] = [];
  const ids = new GivenIds(process);
  const associations = new Map<string, string[]>();

  const add = (xml: Xml, id: string, type: ElementType, container: number): Raw => {
    const raw = { xml, id, type, index: raws.length, container };
    if (indexOf.has(id)) findings.error(id, 'duplicate-id', 'two elements have this id');
    if (reservedIds.has(id)) findings.error(id, 'reserved-id', 'this id is a reserved name: choose another one');
    indexOf.set(id, raw.index);
    raws.push(raw);
    members[container]?.push(raw);
    members[raw.index] = [];
    return raw;
  };

  const enter = (container: Raw): void => {
    for (const xml of children(container.xml, 'flowElements')) {
      const type = xml.$type.replace(/^bpmn:/, '');
      if (dataElements.has(type)) continue;
      const id = ids.idOf(xml, type);
      if (type === 'SequenceFlow') {
        pendingFlows.push({ xml, id, container: container.index });
      } else if (!isExecuted(type)) {
        findings.error(id, 'not-executed', reasonsNotExecuted[type] ?? `elements of type ${type} are not executed`);
      } else {
        checkQuantities(findings, xml, id);
        const raw = add(xml, id, type, container.index);
        if (isContainer(raw)) enter(raw);
      }
    }
    for (const artifact of children(container.xml, 'artifacts')) {
      if (artifact.$type === 'bpmn:Association') noteAssociation(associations, artifact);
    }
  };
  enter(add(process, processId, 'Process', -1));
  if (ids.nodes > 0) {
    findings.warn(
      processId,
      'missing-id',
      `${ids.nodes} ${ids.nodes === 1 ? 'element has' : 'elements have'} no id and are named by type and order, such as UserTask_1: give them ids before you change the order while runs are active`,
    );
  }

  const graph = connect(findings, raws, indexOf, pendingFlows);
  const attached = new Map<number, Raw[]>();
  for (const raw of raws) {
    if (raw.type !== 'BoundaryEvent') continue;
    const host = raws[indexOf.get(referencedId(raw.xml, 'attachedToRef') ?? '') ?? -1];
    if (host === undefined || host.container !== raw.container || !isActivity(host)) {
      findings.error(raw.id, 'not-attached', 'the boundary event is not attached to an activity beside it');
      continue;
    }
    const beside = attached.get(host.index);
    if (beside === undefined) attached.set(host.index, [raw]);
    else beside.push(raw);
  }
  return { raws, indexOf, members, attached, associations, links: indexLinks(raws), ...graph };
}

function indexLinks(raws: readonly Raw[]): ReadonlyMap<string, Links> {
  const links = new Map<string, { catches: Raw[]; throws: Raw[] }>();
  for (const raw of raws) {
    const key = linkKey(raw);
    if (key === null) continue;
    const known = links.get(key) ?? { catches: [], throws: [] };
    links.set(key, known);
    (raw.type === 'IntermediateCatchEvent' ? known.catches : known.throws).push(raw);
  }
  return links;
}

/** Key of `links` for a link event; null for other elements. */
export function linkKey(raw: Raw): string | null {
  if (raw.type !== 'IntermediateCatchEvent' && raw.type !== 'IntermediateThrowEvent') return null;
  const [definition] = eventDefinitions(raw.xml);
  const name = definition?.$type === 'bpmn:LinkEventDefinition' ? text(definition, 'name') : null;
  return name === null ? null : `${raw.container} ${name}`;
}

/** Most tokens that one activity takes or gives at once: far above real diagrams, and low enough for one step. */
const MAX_QUANTITY = 1000;

function checkQuantities(findings: Findings, xml: Xml, id: string): void {
  for (const name of ['startQuantity', 'completionQuantity'] as const) {
    const quantity = xml[name];
    if (quantity === undefined || quantity === quantityOf(xml, name)) continue;
    findings.error(id, 'token-quantity', `${name} must be a whole number from 1 to ${MAX_QUANTITY}`);
  }
}

/** How many tokens start the activity, or leave it on each flow; 1 when the diagram gives no usable number. */
export function quantityOf(xml: Xml, name: 'startQuantity' | 'completionQuantity'): number {
  const quantity = xml[name];
  const usable =
    typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
  return usable ? quantity : 1;
}

function noteAssociation(associations: Map<string, string[]>, artifact: Xml): void {
  const source = referencedId(artifact, 'sourceRef');
  const target = referencedId(artifact, 'targetRef');
  if (source === null || target === null) return;
  const known = associations.get(source);
  if (known === undefined) associations.set(source, [target]);
  else known.push(target);
}

function connect(
  findings: Findings,
  raws: readonly Raw[],
  indexOf: ReadonlyMap<string, number>,
  pending: readonly PendingFlow[],
): Pick<Layout, 'flows' | 'conditioned' | 'incoming' | 'outgoing'> {
  const flows: Flow[] = [];
  const incoming: Flow[][] = raws.map(() => []);
  const outgoing: Flow[][] = raws.map(() => []);
  const conditioned = new Set<string>();
  const seen = new Set<string>();
  for (const { xml, id, container } of pending) {
    if (seen.has(id) || indexOf.has(id)) findings.error(id, 'duplicate-id', 'two elements have this id');
    if (reservedIds.has(id)) findings.error(id, 'reserved-id', 'this id is a reserved name: choose another one');
    seen.add(id);
    const source = raws[indexOf.get(referencedId(xml, 'sourceRef') ?? '') ?? -1];
    const target = raws[indexOf.get(referencedId(xml, 'targetRef') ?? '') ?? -1];
    if (source === undefined || target === undefined) {
      findings.error(
        id,
        'dangling-flow',
        `the sequence flow has no ${source === undefined ? 'source' : 'target'} that is executed`,
      );
      continue;
    }
    if (source.container !== container || target.container !== container) {
      findings.error(id, 'crossing-flow', 'a sequence flow cannot cross the border of a sub-process or pool');
      continue;
    }
    if (xml.conditionExpression !== undefined) conditioned.add(id);
    const condition = readCondition(findings, xml, id, source);
    const flow: Flow = Object.freeze({
      id,
      index: flows.length,
      source: source.index,
      target: target.index,
      condition,
    });
    flows.push(flow);
    outgoing[source.index]?.push(flow);
    incoming[target.index]?.push(flow);
  }
  for (const raw of raws) outgoing[raw.index]?.sort(byReferences(raw.xml));
  return { flows, conditioned, incoming, outgoing };
}

/** Conditions are evaluated in the order in which the element lists its outgoing flows, as modelling tools write them. */
function byReferences(xml: Xml): (a: Flow, b: Flow) => number {
  const listed = children(xml, 'outgoing').map((flow) => text(flow, 'id'));
  const place = (flow: Flow): number => {
    const at = listed.indexOf(flow.id);
    return at === -1 ? listed.length : at;
  };
  return (a, b) => place(a) - place(b) || a.index - b.index;
}

function readCondition(findings: Findings, flow: Xml, id: string, source: Raw): Flow['condition'] {
  const holder = flow.conditionExpression;
  if (typeof holder !== 'object' || holder === null) return null;
  if (source.type !== 'ParallelGateway' && !canCarryConditions(source) && hasBody(holder)) {
    findings.error(
      id,
      'bad-condition',
      `a flow that leaves a ${source.type} has no condition: put a gateway before the decision`,
    );
    return null;
  }
  if (!canCarryConditions(source)) {
    findings.ignore(id, 'condition-ignored', `conditions on flows that leave a ${source.type} have no effect`);
    return null;
  }
  if (referencedId(source.xml, 'default') === id) {
    findings.ignore(id, 'condition-ignored', 'the condition of a default flow has no effect');
    return null;
  }
  const language = 'language' in holder && typeof holder.language === 'string' ? holder.language : '';
  if (language !== '' && !/feel/i.test(language)) {
    findings.error(id, 'not-feel', `conditions are written in FEEL, not in ${language.slice(0, 60)}`);
    return null;
  }
  const written = 'body' in holder && typeof holder.body === 'string' && holder.body.trim() !== '' ? holder.body : null;
  // With the language FEEL, the leading `=` is optional.
  const isFeel = language !== '' && written !== null && !written.trimStart().startsWith('=');
  return readExpression(findings, id, isFeel ? `= ${written}` : written, 'the condition');
}

const hasBody = (holder: object): boolean =>
  'body' in holder && typeof holder.body === 'string' && holder.body.trim() !== '';

function canCarryConditions(source: Raw): boolean {
  const decides =
    source.type === 'ExclusiveGateway' || source.type === 'InclusiveGateway' || source.type === 'ComplexGateway';
  return decides || isActivity(source);
}

export function isActivity(raw: Raw): boolean {
  if (raw.type === 'SubProcess') return flag(raw.xml, 'triggeredByEvent') !== true;
  return raw.type.endsWith('Task') || raw.type === 'CallActivity' || isContainer(raw);
}

/** Whether elements stand inside it. */
export function isContainer({ type }: Raw): boolean {
  return type === 'SubProcess' || type === 'Transaction' || type === 'AdHocSubProcess';
}

/** Whether its event starts the process, so that it does not begin with the process (`instantiate`). */
export function instantiates({ type, xml }: Raw): boolean {
  return (type === 'ReceiveTask' || type === 'EventBasedGateway') && flag(xml, 'instantiate') === true;
}

export function isEventSubProcess(raw: Raw): boolean {
  return raw.type === 'SubProcess' && flag(raw.xml, 'triggeredByEvent') === true;
}

/**
 * The elements at which a container without a start event starts: all without an incoming flow, except those that only an event, a link
 * or compensation enters. Empty when there is a start event.
 */
export function implicitStarts({ members, incoming }: Layout, container: Raw): readonly number[] {
  const inside = members[container.index] ?? [];
  if (inside.some(({ type }) => type === 'StartEvent')) return [];
  return inside.filter((raw) => (incoming[raw.index] ?? []).length === 0 && !isEntered(raw)).map(({ index }) => index);
}

function isEntered(raw: Raw): boolean {
  if (raw.type === 'BoundaryEvent' || isEventSubProcess(raw) || instantiates(raw)) return true;
  if (raw.type === 'IntermediateCatchEvent' && linkKey(raw) !== null) return true;
  return flag(raw.xml, 'isForCompensation') === true;
}

/** Id of the element a reference property points to. */
export function referencedId(element: Xml, property: string): string | null {
  const target = element[property];
  return typeof target === 'object' && target !== null && 'id' in target && typeof target.id === 'string'
    ? target.id
    : null;
}
