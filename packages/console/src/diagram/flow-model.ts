/** An element of a diagram, with what follows it. */
export interface FlowElement {
  readonly id: string;
  readonly name: string;
  /** The type in BPMN without its prefix: UserTask, StartEvent … */
  readonly type: string;
  /** What a catching or throwing event is about: Timer, Message …; empty where it is about nothing. */
  readonly trigger: string;
  readonly outgoing: readonly { readonly id: string; readonly name: string; readonly target: string }[];
  /** Ids of the flows that lead to it. */
  readonly incoming: readonly string[];
  /** Events on its edge. */
  readonly boundary: readonly string[];
  /** Elements inside a sub-process. */
  readonly children: readonly string[];
}

/** The flow of a diagram, without places and sizes. */
export interface FlowModel {
  readonly elements: ReadonlyMap<string, FlowElement>;
  /** Names of sequence flows. */
  readonly flows: ReadonlyMap<string, string>;
  /** Elements that stand directly in the processes of the diagram. */
  readonly roots: readonly string[];
}

/** The part of a parsed BPMN element that is read here. */
export interface BpmnElement {
  readonly $type: string;
  readonly id?: string;
  readonly name?: string;
  readonly flowElements?: readonly BpmnElement[];
  readonly sourceRef?: BpmnElement;
  readonly targetRef?: BpmnElement;
  readonly attachedToRef?: BpmnElement;
  readonly eventDefinitions?: readonly BpmnElement[];
  readonly rootElements?: readonly BpmnElement[];
}

const typeOf = ({ $type }: BpmnElement): string => $type.slice($type.indexOf(':') + 1);
const idOf = ({ id }: BpmnElement): string => id ?? '';
const isFlowNode = (element: BpmnElement): boolean =>
  !['SequenceFlow', 'DataObject', 'DataObjectReference', 'DataStoreReference'].includes(typeOf(element));

/** Reads the flow out of a parsed file. */
export function flowModelOf(definitions: BpmnElement): FlowModel {
  const elements = new Map<string, FlowElement>();
  const flows = new Map<string, string>();
  const readAll = (within: readonly BpmnElement[]): readonly string[] => {
    const nodes = within.filter(isFlowNode);
    // Files of other programs may leave out the lists of flows at the elements; the flows themselves name both ends.
    const between = within.filter((element) => typeOf(element) === 'SequenceFlow');
    for (const flow of between) flows.set(idOf(flow), flow.name ?? '');
    for (const node of nodes) {
      const trigger = node.eventDefinitions?.[0];
      elements.set(idOf(node), {
        id: idOf(node),
        name: node.name?.replaceAll(/\s+/g, ' ').trim() ?? '',
        type: typeOf(node),
        trigger: trigger === undefined ? '' : typeOf(trigger).replace('EventDefinition', ''),
        outgoing: between
          .filter(({ sourceRef }) => sourceRef?.id === node.id)
          .map((flow) => ({ id: idOf(flow), name: flow.name ?? '', target: flow.targetRef?.id ?? '' })),
        incoming: between.filter(({ targetRef }) => targetRef?.id === node.id).map(idOf),
        boundary: nodes.filter(({ attachedToRef }) => attachedToRef?.id === node.id).map(idOf),
        children: readAll(node.flowElements ?? []),
      });
    }
    return nodes.filter(({ attachedToRef }) => attachedToRef === undefined).map(idOf);
  };
  const processes = (definitions.rootElements ?? []).filter((element) => typeOf(element) === 'Process');
  return { elements, flows, roots: processes.flatMap(({ flowElements }) => readAll(flowElements ?? [])) };
}
