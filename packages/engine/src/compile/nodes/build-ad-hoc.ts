import {
  type AdHocElement,
  type AdHocInstanceNode,
  type AdHocSubProcessNode,
  INNER_INSTANCE,
  type Node,
  type TaskNode,
} from '../../model/node.js';
import { variableOf } from '../attributes/loops.js';
import { readExpression } from '../attributes/values.js';
import { checkVariable, jobExtensions, readJob, reportIgnored } from '../attributes/zeebe.js';
import { implicitStarts, isActivity, isEventSubProcess, type Raw } from '../graph/layout.js';
import type { Findings } from '../report/findings.js';
import { body, child, children, extension, flag, text, type Xml } from '../xml/moddle.js';
import type { BuildContext } from './build-context.js';
import { readToolParameters } from './read-tool-parameters.js';

type AdHocPart = Omit<AdHocSubProcessNode, keyof AdHocInstanceNode | keyof TaskNode>;

/** Reads what only ad-hoc sub-processes have. */
export function readAdHoc({ findings, layout }: BuildContext, raw: Raw): AdHocPart {
  const { xml, id } = raw;
  reportIgnored(findings, xml, id, ['zeebe:AdHoc', ...jobExtensions]);
  const members = layout.members[raw.index] ?? [];
  if (flag(xml, 'triggeredByEvent') === true) {
    findings.error(id, 'not-executed', 'an ad-hoc sub-process cannot be an event sub-process');
  }
  for (const member of members) {
    if (member.type !== 'StartEvent' && member.type !== 'EndEvent') continue;
    findings.error(member.id, 'bad-ad-hoc', 'an ad-hoc sub-process has no start events and no end events');
  }
  if (!members.some(isActivity)) {
    findings.error(id, 'bad-ad-hoc', 'an ad-hoc sub-process must contain an activity that can be activated');
  }
  const settings = extension(xml, 'zeebe:AdHoc');
  const setting = (property: string): string | null => (settings === null ? null : text(settings, property));
  const expression = (property: string, what: string) => {
    const source = setting(property);
    return source === null ? null : readExpression(findings, id, source, what);
  };
  const collection = setting('outputCollection')?.trim() ?? null;
  if (collection !== null) checkVariable(findings, id, collection);
  const output = setting('outputElement');
  if ((collection === null) !== (output === null)) {
    findings.error(id, 'missing-output', 'set the output collection and the output element together, or neither');
  }
  const hasCondition = child(xml, 'completionCondition') !== null;
  const job = readJob(findings, xml, id);
  const ignoredByWorker = [
    ...(hasCondition ? ['the completion condition'] : []),
    ...(setting('activeElementsCollection') === null ? [] : ['activeElementsCollection']),
  ];
  if (job !== null && ignoredByWorker.length > 0) {
    findings.ignore(
      id,
      'attribute-ignored',
      `${ignoredByWorker.join(' and ')} has no effect: the worker of the job decides`,
    );
  }
  return {
    eventSubProcesses: members.filter(isEventSubProcess).map(({ index }) => index),
    inner: -1,
    elements: implicitStarts(layout, raw).flatMap((index) => {
      const member = layout.raws[index];
      return member === undefined ? [] : [describe(findings, member)];
    }),
    active: job === null ? expression('activeElementsCollection', 'the list of active elements') : null,
    completion:
      hasCondition && job === null
        ? readExpression(findings, id, body(xml, 'completionCondition'), 'the completion condition')
        : null,
    cancelRemaining: flag(xml, 'cancelRemainingInstances') !== false,
    sequential: text(xml, 'ordering') === 'Sequential',
    job,
    outputCollection: collection,
    outputElement: expression('outputElement', 'the output element'),
    outputVariable: output === null ? null : variableOf(output),
  };
}

function describe(findings: Findings, { id, xml }: Raw): AdHocElement {
  const [documentation] = children(xml, 'documentation');
  const parameters = readToolParameters(findings, id, xml);
  return {
    elementId: id,
    elementName: text(xml, 'name'),
    documentation: documentation === undefined ? null : text(documentation, 'text'),
    properties: propertiesOf(xml),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

function propertiesOf(xml: Xml): Readonly<Record<string, string>> {
  const holder = extension(xml, 'zeebe:Properties');
  const entries = holder === null ? [] : children(holder, 'properties');
  return Object.fromEntries(entries.map((entry) => [text(entry, 'name') ?? '', text(entry, 'value') ?? '']));
}

/** Adds the scope of one activation to each ad-hoc sub-process. It contains what the diagram draws inside, but event sub-processes. */
export function addInnerInstances(nodes: readonly Node[]): readonly Node[] {
  const inner = new Map<number, AdHocInstanceNode>();
  for (const node of nodes) {
    if (node.kind !== 'adHocSubProcess') continue;
    inner.set(node.index, {
      kind: 'adHocInstance',
      index: nodes.length + inner.size,
      id: `${node.id}${INNER_INSTANCE}`,
      name: node.name,
      container: node.index,
      incoming: [],
      outgoing: [],
      defaultFlow: null,
      inputs: [],
      outputs: [],
      listeners: null,
      start: -1,
      implicit: [],
    });
  }
  if (inner.size === 0) return nodes;
  const placed = nodes.map((node): Node => {
    const around = node.kind === 'eventSubProcess' ? undefined : inner.get(node.container);
    const container = around === undefined ? node.container : around.index;
    if (node.kind !== 'adHocSubProcess') return { ...node, container };
    return { ...node, container, inner: inner.get(node.index)?.index ?? -1 };
  });
  return [...placed, ...inner.values()];
}
