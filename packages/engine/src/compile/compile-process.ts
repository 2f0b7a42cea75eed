import type {
  CalendarUse,
  CalledDecision,
  CalledProcess,
  ExecutableModel,
  ServerStart,
  UserTaskInfo,
} from '../model/executable-model.js';
import type { Node, Trigger } from '../model/node.js';
import { triggerOf, triggersIn } from '../model/triggers.js';
import { constantText } from './attributes/values.js';
import { reportIgnored } from './attributes/zeebe.js';
import { deepFreeze } from './freeze.js';
import { type ElementType, isEventSubProcess, layOut, type Raw } from './graph/layout.js';
import { backwardGraph } from './graph/reachability.js';
import { buildActivity } from './nodes/build-activity.js';
import { addInnerInstances } from './nodes/build-ad-hoc.js';
import { buildEventSubProcess, readContainer } from './nodes/build-container.js';
import { type BuildContext, readBase } from './nodes/build-context.js';
import { buildEvent, type EventType } from './nodes/build-event.js';
import { buildGateway, type GatewayType } from './nodes/build-gateway.js';
import type { Findings } from './report/findings.js';
import { validate } from './validate.js';
import { extension, extensions, text, type Xml } from './xml/moddle.js';

/** Compiles one executable process; null when an element of it was rejected. */
export function compileProcess(
  findings: Findings,
  process: Xml,
  globalTasks: ReadonlyMap<string, Xml>,
): ExecutableModel | null {
  const id = text(process, 'id');
  if (id === null) {
    findings.error(null, 'missing-id', 'an executable process has no id');
    return null;
  }
  reportIgnored(findings, process, id, ['zeebe:UserTaskForm', 'zeebe:VersionTag']);
  const layout = layOut(findings, process, id);
  const context: BuildContext = {
    findings,
    layout,
    graph: backwardGraph(layout),
    forms: readForms(findings, process, id),
    globalTasks,
  };
  const nodes = layout.raws.map((raw) => build(context, raw));
  validate(context, nodes);
  const built = nodes.filter((node) => node !== null);
  if (findings.failed || built.length !== nodes.length) return null;
  const complete = addInnerInstances(built);
  deepFreeze(complete);
  const starts = complete.flatMap((node) => readStart(findings, node, complete));
  if (findings.failed) return null;
  const versionTag = extension(process, 'zeebe:VersionTag');
  return Object.freeze({
    processId: id,
    name: text(process, 'name'),
    versionTag: versionTag === null ? null : text(versionTag, 'value'),
    hasNoneStart: complete[0]?.kind === 'process' && (complete[0].start !== -1 || complete[0].implicit.length > 0),
    starts,
    calledProcesses: complete.flatMap(describeCall),
    calledDecisions: complete.flatMap(describeDecision),
    userTasks: complete.flatMap(describeUserTask),
    calendars: complete.flatMap((node) => describeCalendars(node, complete)),
    nodes: complete,
    flows: layout.flows,
    nodeById: new Map(complete.map((node) => [node.id, node])),
    flowById: new Map(layout.flows.map((flow) => [flow.id, flow])),
  });
}

function build(context: BuildContext, raw: Raw): Node | null {
  const { type } = raw;
  if (type === 'Process') return { kind: 'process', ...readBase(context, raw), ...readContainer(context, raw) };
  if (isEventSubProcess(raw)) return buildEventSubProcess(context, raw);
  if (isGateway(type)) return buildGateway(context, raw, type);
  if (isEvent(type)) return buildEvent(context, raw, type);
  return buildActivity(context, raw, type);
}

function isGateway(type: ElementType): type is GatewayType {
  return type.endsWith('Gateway');
}

function isEvent(type: ElementType): type is EventType {
  return type.endsWith('Event');
}

function readForms(findings: Findings, process: Xml, id: string): ReadonlyMap<string, unknown> {
  const forms = new Map<string, unknown>();
  for (const element of extensions(process)) {
    if (element.$type !== 'zeebe:UserTaskForm') continue;
    const name = text(element, 'id');
    if (name === null) continue;
    try {
      forms.set(name, JSON.parse(text(element, 'body') ?? ''));
    } catch {
      findings.error(id, 'bad-form', `the embedded form ${JSON.stringify(name.slice(0, 60))} is not JSON`);
    }
  }
  return forms;
}

/** What starts the process from outside. Its names must be known at deploy, because there is no run with variables yet. */
function readStart(findings: Findings, node: Node, nodes: readonly Node[]): readonly ServerStart[] {
  if (node.container !== 0) return [];
  if (node.kind === 'startEvent') return startsOf(findings, node, node.trigger);
  if (node.kind === 'receiveTask') return node.instantiate ? startsOf(findings, node, node.trigger) : [];
  if (node.kind !== 'eventGateway' || !node.instantiate) return [];
  return node.events.flatMap((index) => {
    const event = nodes[index];
    return event !== undefined && 'trigger' in event ? startsOf(findings, event, event.trigger) : [];
  });
}

function startsOf(findings: Findings, { id: elementId }: Node, trigger: Trigger | null): readonly ServerStart[] {
  return (trigger === null ? [] : triggersIn(trigger)).flatMap((single, part): readonly ServerStart[] => {
    switch (single.type) {
      case 'timer':
        return [{ elementId, part, kind: 'timer', timer: single.timer }];
      case 'message':
      case 'signal': {
        const name = constantText(single.name);
        if (name !== null) return [{ elementId, part, kind: single.type, name }];
        findings.error(elementId, 'not-literal', `the ${single.type} name of a start must not depend on variables`);
        return [];
      }
      default:
        findings.error(elementId, 'not-executed', `a ${single.type} event cannot start a process`);
        return [];
    }
  });
}

function describeCall(node: Node): readonly CalledProcess[] {
  if (node.kind !== 'callActivity') return [];
  const processId = constantText(node.calledProcess);
  return [{ elementId: node.id, processId, binding: node.binding, versionTag: node.versionTag }];
}

function describeDecision(node: Node): readonly CalledDecision[] {
  if (node.kind === 'userTask' && node.approval?.matrix != null) {
    return [
      { elementId: node.id, decisionId: constantText(node.approval.matrix), binding: 'latest', versionTag: null },
    ];
  }
  if (node.kind !== 'decisionTask') return [];
  const decisionId = constantText(node.calledDecision);
  return [{ elementId: node.id, decisionId, binding: node.binding, versionTag: node.versionTag }];
}

function describeUserTask(node: Node): readonly UserTaskInfo[] {
  if (node.kind !== 'userTask') return [];
  const { id, name, decision, rejection, approval, formKey, formId, form } = node;
  const separation = approval === null ? null : approval.separation;
  return [{ elementId: id, name, decision, rejectionModelled: rejection !== null, separation, formKey, formId, form }];
}

/** The trigger of an event sub-process is that of its start event, which has its id. */
function describeCalendars(node: Node, nodes: readonly Node[]): readonly CalendarUse[] {
  const trigger = node.kind === 'eventSubProcess' ? null : triggerOf(nodes, node);
  return (trigger === null ? [] : triggersIn(trigger)).flatMap((single) => {
    const calendar =
      single.type === 'timer' && single.timer.calendar !== undefined ? constantText(single.timer.calendar) : null;
    return calendar === null ? [] : [{ elementId: node.id, calendar }];
  });
}
