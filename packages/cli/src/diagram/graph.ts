/** The parts of a diagram that a text drawing needs: elements and the flows between them, in the order of the file. */
export interface Graph {
  readonly nodes: readonly Node[];
}

export interface Node {
  readonly id: string;
  readonly name: string;
  /** In words: "user task", "timer boundary event". */
  readonly kind: string;
  readonly outgoing: readonly Flow[];
  /** Whether any flow of the diagram leads here. */
  readonly isTarget: boolean;
  /** Id of the element that this boundary event is attached to. */
  readonly attachedTo: string | undefined;
  /** Content of a sub-process. */
  readonly inner: Graph | undefined;
}

export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly to: string;
  readonly isDefault: boolean;
}

/** A parsed XML element as bpmn-moddle gives it. */
interface Xml {
  readonly $type: string;
  readonly [property: string]: unknown;
}

const drawingOnly = new Set([
  'bpmn:SequenceFlow',
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
]);

/** The executable process of a BPMN file; undefined when there is none. The parser is loaded only here: it takes 60 ms. */
export async function readGraph(bpmn: string): Promise<Graph | undefined> {
  const { BpmnModdle } = await import('bpmn-moddle');
  const { rootElement } = await new BpmnModdle().fromXML(bpmn);
  const processes = isXml(rootElement)
    ? children(rootElement, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process')
    : [];
  const process = processes.find(({ isExecutable }) => isExecutable === true) ?? processes[0];
  return process && graphOf(process);
}

function graphOf(container: Xml): Graph {
  const elements = children(container, 'flowElements');
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
  const bySource = new Map<string | undefined, Xml[]>();
  for (const flow of flows) {
    const source = refId(flow, 'sourceRef');
    bySource.set(source, [...(bySource.get(source) ?? []), flow]);
  }
  const targets = new Set(flows.map((flow) => refId(flow, 'targetRef')));
  return {
    nodes: elements
      .filter(({ $type }) => !drawingOnly.has($type))
      .map((element) => {
        const id = textOf(element, 'id');
        return nodeOf(element, bySource.get(id) ?? [], targets.has(id));
      }),
  };
}

function nodeOf(element: Xml, outgoing: readonly Xml[], isTarget: boolean): Node {
  const defaultFlow = refId(element, 'default');
  return {
    id: textOf(element, 'id') ?? '',
    name: textOf(element, 'name') ?? '',
    kind: kindOf(element),
    outgoing: outgoing.flatMap((flow) => {
      const to = refId(flow, 'targetRef');
      const id = textOf(flow, 'id') ?? '';
      return to === undefined ? [] : [{ id, name: textOf(flow, 'name') ?? '', to, isDefault: id === defaultFlow }];
    }),
    isTarget,
    attachedTo: refId(element, 'attachedToRef'),
    inner: Array.isArray(element.flowElements) ? graphOf(element) : undefined,
  };
}

/** "bpmn:IntermediateCatchEvent" with a timer becomes "timer catch event". */
function kindOf(element: Xml): string {
  const words = element.$type
    .replace(/^.*:/, '')
    .replace('Intermediate', '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  const [definition] = children(element, 'eventDefinitions');
  const trigger = definition?.$type.replace(/^.*:|EventDefinition$/g, '').toLowerCase();
  const event = element.triggeredByEvent === true ? 'event' : undefined;
  const handler = element.isForCompensation === true ? 'compensation' : undefined;
  return [event, handler, trigger, words, repetitionOf(element)].filter((part) => part).join(' ');
}

/** Undefined for an element without multiple instances. */
function repetitionOf({ loopCharacteristics }: Xml): string | undefined {
  if (!isXml(loopCharacteristics)) return undefined;
  if (!loopCharacteristics.$type.endsWith(':MultiInstanceLoopCharacteristics')) return 'in a loop';
  return loopCharacteristics.isSequential === true ? 'for each in turn' : 'for each';
}

function isXml(value: unknown): value is Xml {
  return typeof value === 'object' && value !== null && '$type' in value && typeof value.$type === 'string';
}

function children(element: Xml, property: string): readonly Xml[] {
  const value = element[property];
  return Array.isArray(value) ? value.filter(isXml) : [];
}

function textOf(element: Xml, property: string): string | undefined {
  const value = element[property];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function refId(element: Xml, property: string): string | undefined {
  const value = element[property];
  return isXml(value) ? textOf(value, 'id') : undefined;
}
