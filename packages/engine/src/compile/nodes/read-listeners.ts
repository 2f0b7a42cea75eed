import type { JobDefinition, Listeners, TaskListeners } from '../../model/node.js';
import { readJobDefinition } from '../attributes/zeebe.js';
import type { Raw } from '../graph/layout.js';
import type { Findings } from '../report/findings.js';
import { child, children, eventDefinitions, extension, text, type Xml } from '../xml/moddle.js';

type Written = { readonly event: string; readonly job: JobDefinition };

function readAll(findings: Findings, { xml, id }: Raw, holder: string, what: string): readonly Written[] {
  const element = extension(xml, holder);
  if (element === null) return [];
  const seen = new Set<string>();
  return children(element, 'listeners').map((listener) => {
    const event = text(listener, 'eventType')?.trim() ?? '';
    const same = `${event} ${text(listener, 'type') ?? ''}`;
    if (seen.has(same)) findings.error(id, 'duplicate-listener', `two ${what}s have the same event type and job type`);
    seen.add(same);
    return { event, job: readJobDefinition(findings, listener, xml, id, what) };
  });
}

/** zeebe:executionListeners of any element; null when it has none that are executed. */
export function readListeners(findings: Findings, raw: Raw): Listeners | null {
  const written = readAll(findings, raw, 'zeebe:ExecutionListeners', 'execution listener');
  if (written.length === 0) return null;
  const of = (event: string) => written.filter((listener) => listener.event === event).map(({ job }) => job);
  const listeners = { start: of('start'), end: of('end'), beforeAll: of('beforeAll') };
  for (const { event } of written) {
    if (event === 'start' || event === 'end' || event === 'beforeAll') refusePlace(findings, raw, event);
    else warnNotExecuted(findings, raw.id, 'execution', event);
  }
  return Object.values(listeners).every(({ length }) => length === 0) ? null : listeners;
}

/** The places where Camunda 8 refuses listeners, too. */
function refusePlace(findings: Findings, raw: Raw, event: keyof Listeners): void {
  const instead = insteadOf(raw, event);
  if (instead !== null)
    findings.error(raw.id, 'bad-listener', `an execution listener for ${event} is not executed here: ${instead}`);
}

function insteadOf({ type, xml }: Raw, event: keyof Listeners): string | null {
  if (event === 'beforeAll') return isMultiInstance(xml) ? null : 'it needs a multi-instance activity';
  if (type === 'BoundaryEvent' && isOf(xml, 'Compensate')) return 'put it on the compensation handler';
  if (event === 'start' && type === 'StartEvent') return 'put it on the process or sub-process';
  if (event === 'start' && type === 'BoundaryEvent') return 'put it on the activity';
  if (event === 'end' && type.endsWith('Gateway')) return 'put a start listener on the elements that follow';
  if (event === 'end' && type === 'EndEvent' && isOf(xml, 'Error')) return 'put it on the event that catches the error';
  return null;
}

const isMultiInstance = (xml: Xml): boolean =>
  child(xml, 'loopCharacteristics')?.$type === 'bpmn:MultiInstanceLoopCharacteristics';

const isOf = (xml: Xml, name: string): boolean =>
  eventDefinitions(xml).some(({ $type }) => $type === `bpmn:${name}EventDefinition`);

/** Names of early versions of Camunda 8. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  create: 'creating',
  assignment: 'assigning',
  update: 'updating',
  complete: 'completing',
  cancel: 'canceling',
};

/** zeebe:taskListeners of a user task; null when it has none that are executed. */
export function readTaskListeners(findings: Findings, raw: Raw): TaskListeners | null {
  const written = readAll(findings, raw, 'zeebe:TaskListeners', 'task listener').map(({ event, job }) => ({
    event: OLD_NAMES[event] ?? event,
    job,
  }));
  if (written.length === 0) return null;
  const of = (event: string) => written.filter((listener) => listener.event === event).map(({ job }) => job);
  const listeners = { creating: of('creating'), assigning: of('assigning'), completing: of('completing') };
  for (const { event } of written) {
    if (event === 'assigning') {
      findings.warn(
        raw.id,
        'listener-in-part',
        'assigning listeners are executed when the task opens with an assignee, not when it is claimed or released',
      );
    } else if (!Object.hasOwn(listeners, event)) warnNotExecuted(findings, raw.id, 'task', event);
  }
  return Object.values(listeners).every(({ length }) => length === 0) ? null : listeners;
}

function warnNotExecuted(findings: Findings, id: string, kind: 'execution' | 'task', event: string): void {
  findings.warn(
    id,
    'listener-not-executed',
    `${kind} listeners with the event type ${JSON.stringify(event.slice(0, 40))} are not executed: their jobs are never created`,
  );
}
