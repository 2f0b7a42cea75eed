import type { Node, Value } from '../../model/node.js';
import { readLoop } from '../attributes/loops.js';
import { readMessageThrow, readMessageTrigger } from '../attributes/triggers.js';
import { emptyValue, readExpression, readValue } from '../attributes/values.js';
import { checkVariable, jobExtensions, readJob, readMappings, reportIgnored } from '../attributes/zeebe.js';
import {
  type ElementType,
  instantiates,
  isActivity,
  isEventSubProcess,
  quantityOf,
  type Raw,
} from '../graph/layout.js';
import type { Findings } from '../report/findings.js';
import { extension, flag, hasCompensation, text, type Xml } from '../xml/moddle.js';
import { readAdHoc } from './build-ad-hoc.js';
import { readContainer, startsByCompensation } from './build-container.js';
import { type BuildContext, readBase } from './build-context.js';
import type { EventType } from './build-event.js';
import type { GatewayType } from './build-gateway.js';
import { readBinding, readDecision } from './read-decision.js';
import { readUserTask } from './read-user-task.js';

export type ActivityType = Exclude<ElementType, 'Process' | GatewayType | EventType>;

/** Reads a task, sub-process or call activity; null when it has an error, which is reported. */
export function buildActivity(context: BuildContext, raw: Raw, type: ActivityType): Node | null {
  const { findings } = context;
  const { xml, id } = raw;
  const part = () => ({ ...readBase(context, raw), ...readActivityPart(context, raw) });
  switch (type) {
    case 'Task':
    case 'ManualTask':
      reportIgnored(findings, xml, id, []);
      return { kind: 'task', ...part() };
    case 'ServiceTask': {
      reportIgnored(findings, xml, id, jobExtensions);
      const job = readJob(findings, xml, id);
      if (job !== null) return { kind: 'jobTask', ...part(), job };
      findings.error(
        id,
        'missing-task-definition',
        'the service task has no zeebe:taskDefinition: add one with the job type of its worker',
      );
      return null;
    }
    case 'BusinessRuleTask':
      return buildBusinessRuleTask(context, raw, part);
    case 'SendTask': {
      reportIgnored(findings, xml, id, jobExtensions);
      const action = readMessageThrow(findings, xml, xml, id);
      if (action === null) return null;
      if (action.type === 'job') return { kind: 'jobTask', ...part(), job: action.job };
      return { kind: 'sendTask', ...part(), action };
    }
    case 'ReceiveTask': {
      reportIgnored(findings, xml, id, []);
      checkInstantiation(context, raw);
      const trigger = readMessageTrigger(findings, xml, id);
      return trigger === null ? null : { kind: 'receiveTask', ...part(), trigger, instantiate: instantiates(raw) };
    }
    case 'ScriptTask':
      return buildScriptTask(context, raw, part);
    case 'UserTask': {
      const task = part();
      return { kind: 'userTask', ...task, ...readUserTask(context, raw, task) };
    }
    case 'CallActivity':
      return buildCallActivity(context, raw);
    case 'AdHocSubProcess':
      return { kind: 'adHocSubProcess', ...part(), ...readAdHoc(context, raw) };
    case 'SubProcess':
    case 'Transaction':
      reportIgnored(findings, xml, id, []);
      return {
        kind: 'subProcess',
        ...part(),
        ...readContainer(context, raw),
        isTransaction: type === 'Transaction',
        compensationSub: findCompensationSub(context, raw),
      };
  }
}

function readActivityPart(context: BuildContext, raw: Raw) {
  const { findings, layout } = context;
  const attached = layout.attached.get(raw.index) ?? [];
  const isCompensation = ({ xml }: Raw): boolean => hasCompensation(xml);
  const handlers = attached.filter(isCompensation).map((event) => findHandler(context, event));
  if (handlers.length > 1) findings.error(raw.id, 'duplicate-boundary', 'the activity has several compensation events');
  return {
    boundary: attached.filter((event) => !isCompensation(event)).map((event) => event.index),
    loop: readLoop(findings, raw.xml, raw.id),
    compensatedBy: handlers[0] ?? null,
    isHandler: flag(raw.xml, 'isForCompensation') === true,
    startQuantity: quantityOf(raw.xml, 'startQuantity'),
    completionQuantity: quantityOf(raw.xml, 'completionQuantity'),
  };
}

/** The event sub-process inside that compensates this sub-process. */
function findCompensationSub({ findings, layout }: BuildContext, raw: Raw): number | null {
  const subs = (layout.members[raw.index] ?? []).filter(
    (member) => isEventSubProcess(member) && startsByCompensation(layout, member),
  );
  const attached = (layout.attached.get(raw.index) ?? []).some(({ xml }) => hasCompensation(xml));
  if (subs.length > 1 || (subs.length === 1 && attached))
    findings.error(raw.id, 'duplicate-handler', 'the sub-process has several compensation handlers');
  return subs[0]?.index ?? null;
}

/** The part that every activity has. */
type Part = () => ReturnType<typeof readBase> & ReturnType<typeof readActivityPart>;

/** The attributes of the task are those of `xml`: of the element, or of the global task that it calls. */
function buildBusinessRuleTask({ findings }: BuildContext, { id, xml }: Raw, part: Part): Node | null {
  reportIgnored(findings, xml, id, [...jobExtensions, 'zeebe:CalledDecision']);
  const job = readJob(findings, xml, id);
  if (job !== null) return { kind: 'jobTask', ...part(), job };
  const decision = readDecision(findings, xml, id);
  return decision === null ? null : { kind: 'decisionTask', ...part(), ...decision };
}

/** A call of a global task runs the task in the place of the call, which has the flows, mappings, loop and events. */
function buildGlobalTask(context: BuildContext, raw: Raw, global: Xml): Node | null {
  const task: Raw = { ...raw, xml: global };
  const part: Part = () => {
    const base = { ...readBase(context, raw), ...readActivityPart(context, raw) };
    const own = readMappings(context.findings, global, raw.id);
    return { ...base, inputs: [...base.inputs, ...own.inputs], outputs: [...own.outputs, ...base.outputs] };
  };
  switch (global.$type) {
    case 'bpmn:GlobalUserTask': {
      const read = part();
      return { kind: 'userTask', ...read, ...readUserTask(context, task, read) };
    }
    case 'bpmn:GlobalScriptTask':
      return buildScriptTask(context, task, part);
    case 'bpmn:GlobalBusinessRuleTask':
      return buildBusinessRuleTask(context, task, part);
    default:
      reportIgnored(context.findings, global, raw.id, []);
      return { kind: 'task', ...part() };
  }
}

/** A receive task starts the process at its top, without other ways to reach it than a start event (BPMN 2.0, 10.3.3). */
function checkInstantiation({ findings, layout }: BuildContext, raw: Raw): void {
  if (!instantiates(raw)) return;
  const incoming = layout.incoming[raw.index] ?? [];
  const fromStart = incoming.every(({ source }) => layout.raws[source]?.type === 'StartEvent');
  if (raw.container === 0 && fromStart) return;
  findings.error(
    raw.id,
    'bad-instantiate',
    'a receive task with instantiate="true" starts the process: it stands at its top and only a start event leads to it',
  );
}

function findHandler(context: BuildContext, event: Raw): string | null {
  const { findings, layout } = context;
  const targets = (layout.associations.get(event.id) ?? [])
    .map((id) => layout.raws[layout.indexOf.get(id) ?? -1])
    .filter((raw) => raw !== undefined);
  const [handler] = targets;
  if (handler === undefined || targets.length > 1) {
    findings.error(event.id, 'missing-handler', 'a compensation event needs exactly one association to its handler');
    return null;
  }
  if (
    !isActivity(handler) ||
    handler.container !== event.container ||
    flag(handler.xml, 'isForCompensation') !== true
  ) {
    findings.error(event.id, 'missing-handler', `${handler.id} is not a compensation handler beside this event`);
    return null;
  }
  return handler.id;
}

function buildScriptTask(context: BuildContext, raw: Raw, part: Part): Node | null {
  const { findings } = context;
  const { xml, id } = raw;
  reportIgnored(findings, xml, id, [...jobExtensions, 'zeebe:Script']);
  const job = readJob(findings, xml, id);
  if (job !== null) return { kind: 'jobTask', ...part(), job };
  const zeebe = extension(xml, 'zeebe:Script');
  if (zeebe !== null) {
    const script = readExpression(findings, id, text(zeebe, 'expression'), 'the script');
    const resultVariable = text(zeebe, 'resultVariable')?.trim() ?? null;
    if (resultVariable === null) findings.error(id, 'missing-result-variable', 'the script has no result variable');
    else checkVariable(findings, id, resultVariable);
    return script === null ? null : { kind: 'scriptTask', ...part(), script, resultVariable };
  }
  const written = text(xml, 'scriptFormat') ?? text(xml, 'scriptLanguage');
  const format = written?.trim().toLowerCase() ?? null;
  if (format !== 'feel') {
    const reason =
      format === null ? 'the script task has no zeebe:script' : `scripts in ${format.slice(0, 40)} are not executed`;
    findings.error(id, 'not-feel', `${reason}: write a FEEL expression in zeebe:script`);
    return null;
  }
  const body = text(xml, 'script');
  const source = body === null || body.trimStart().startsWith('=') ? body : `= ${body}`;
  const script = readExpression(findings, id, source, 'the script');
  return script === null ? null : { kind: 'scriptTask', ...part(), script, resultVariable: null };
}

/** The called process by BPMN's own attribute: a qualified name, never an expression. */
function readCalledElement(findings: Findings, xml: Xml, id: string): string | null {
  const name = text(xml, 'calledElement')?.trim() ?? null;
  if (name !== null && /[$#]\{/.test(name)) {
    findings.error(
      id,
      'not-feel',
      `the called element ${JSON.stringify(name.slice(0, 60))} is not a process: use zeebe:calledElement`,
    );
  }
  return name?.replace(/^[\w.-]+:(?=[^:]+$)/, '') ?? null;
}

function buildCallActivity(context: BuildContext, raw: Raw): Node | null {
  const { findings } = context;
  const { xml, id } = raw;
  reportIgnored(findings, xml, id, ['zeebe:CalledElement']);
  const zeebe = extension(xml, 'zeebe:CalledElement');
  const source = (zeebe === null ? null : text(zeebe, 'processId')) ?? readCalledElement(findings, xml, id);
  let calledProcess: Value = emptyValue;
  const global = source === null ? undefined : context.globalTasks.get(source);
  if (global !== undefined) return buildGlobalTask(context, raw, global);
  if (source === null) findings.error(id, 'missing-called-process', 'the call activity names no process to call');
  else calledProcess = readValue(findings, id, source);
  const { binding, versionTag } = readBinding(findings, zeebe, id);
  return {
    kind: 'callActivity',
    ...readBase(context, raw),
    ...readActivityPart(context, raw),
    calledProcess,
    binding,
    versionTag,
    propagateAllParentVariables: zeebe === null || flag(zeebe, 'propagateAllParentVariables') !== false,
    propagateAllChildVariables: zeebe === null || flag(zeebe, 'propagateAllChildVariables') !== false,
  };
}
