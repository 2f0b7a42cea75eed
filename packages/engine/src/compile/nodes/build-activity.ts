import type { Node, Value } from '../../model/node.js';
import { readLoop } from '../attributes/loops.js';
import { readMessageThrow, readMessageTrigger } from '../attributes/triggers.js';
import { emptyValue, readExpression, readValue } from '../attributes/values.js';
import { checkVariable, jobExtensions, readJob, reportIgnored } from '../attributes/zeebe.js';
import { type ElementType, isActivity, type Raw } from '../graph/layout.js';
import type { Findings } from '../report/findings.js';
import { eventDefinitions, extension, flag, text, type Xml } from '../xml/moddle.js';
import { readAdHoc } from './build-ad-hoc.js';
import { readContainer } from './build-container.js';
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
    case 'BusinessRuleTask': {
      reportIgnored(findings, xml, id, [...jobExtensions, 'zeebe:CalledDecision']);
      const job = readJob(findings, xml, id);
      if (job !== null) return { kind: 'jobTask', ...part(), job };
      const decision = readDecision(findings, xml, id);
      return decision === null ? null : { kind: 'decisionTask', ...part(), ...decision };
    }
    case 'SendTask': {
      reportIgnored(findings, xml, id, jobExtensions);
      const action = readMessageThrow(findings, xml, xml, id);
      if (action === null) return null;
      if (action.type === 'job') return { kind: 'jobTask', ...part(), job: action.job };
      return { kind: 'sendTask', ...part(), action };
    }
    case 'ReceiveTask': {
      reportIgnored(findings, xml, id, []);
      if (flag(xml, 'instantiate') === true) {
        findings.error(
          id,
          'not-executed',
          'receive tasks that start the process are not executed: use a message start event',
        );
      }
      const trigger = readMessageTrigger(findings, xml, id);
      return trigger === null ? null : { kind: 'receiveTask', ...part(), trigger };
    }
    case 'ScriptTask':
      return buildScriptTask(context, raw);
    case 'UserTask': {
      const task = part();
      return { kind: 'userTask', ...task, ...readUserTask(context, raw, task) };
    }
    case 'CallActivity':
      return buildCallActivity(context, raw);
    case 'AdHocSubProcess':
      return { kind: 'adHocSubProcess', ...part(), ...readAdHoc(context, raw) };
    case 'SubProcess':
      reportIgnored(findings, xml, id, []);
      return { kind: 'subProcess', ...part(), ...readContainer(context, raw) };
  }
}

function readActivityPart(context: BuildContext, raw: Raw) {
  const { findings, layout } = context;
  const attached = layout.attached.get(raw.index) ?? [];
  const isCompensation = (event: Raw): boolean =>
    eventDefinitions(event.xml).some((definition) => definition.$type === 'bpmn:CompensateEventDefinition');
  const handlers = attached.filter(isCompensation).map((event) => findHandler(context, event));
  if (handlers.length > 1) findings.error(raw.id, 'duplicate-boundary', 'the activity has several compensation events');
  return {
    boundary: attached.filter((event) => !isCompensation(event)).map((event) => event.index),
    loop: readLoop(findings, raw.xml, raw.id),
    compensatedBy: handlers[0] ?? null,
    isHandler: flag(raw.xml, 'isForCompensation') === true,
  };
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

function buildScriptTask(context: BuildContext, raw: Raw): Node | null {
  const { findings } = context;
  const { xml, id } = raw;
  reportIgnored(findings, xml, id, [...jobExtensions, 'zeebe:Script']);
  const part = () => ({ ...readBase(context, raw), ...readActivityPart(context, raw) });
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
  const format = text(xml, 'scriptFormat')?.trim().toLowerCase() ?? null;
  if (format !== 'feel') {
    const reason =
      format === null ? 'the script task has no zeebe:script' : `scripts in ${format.slice(0, 40)} are not executed`;
    findings.error(id, 'not-feel', `${reason}: write a FEEL expression in zeebe:script`);
    return null;
  }
  const written = text(xml, 'script');
  const source = written === null || written.trimStart().startsWith('=') ? written : `= ${written}`;
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
