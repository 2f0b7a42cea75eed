import type { JobDefinition, Mapping, TimerDefinition } from '../../model/node.js';
import { firstDue } from '../../time/due.js';
import type { Findings } from '../report/findings.js';
import { body, child, children, extension, extensions, text, type Xml, xmlName } from '../xml/moddle.js';
import { emptyValue, readValue } from './values.js';

/** Zeebe extension elements that are accepted on every element; zeebe:properties is metadata. */
const extensionsEverywhere = ['zeebe:Properties', 'zeebe:IoMapping', 'zeebe:ExecutionListeners'];

/** The extension elements that describe a job. */
export const jobExtensions: readonly string[] = ['zeebe:TaskDefinition', 'zeebe:TaskHeaders'];

/**
 * Reports the extension elements of `element` that are not in `supported`, and the attributes of vendors that are not in
 * `honoured`, as ignored.
 */
export function reportIgnored(
  findings: Findings,
  element: Xml,
  id: string | null,
  supported: readonly string[],
  honoured: readonly string[] = [],
): void {
  const seen = new Set<string>();
  for (const candidate of extensions(element)) {
    const type = candidate.$type;
    if (seen.has(type) && isSingle(type))
      findings.error(id, 'duplicate-extension', `${xmlName(type)} is written twice: keep one of them`);
    seen.add(type);
    if (type === 'zeebe:TaskHeaders') refuseTwice(findings, candidate, id);
    if (supported.includes(type) || extensionsEverywhere.includes(type)) continue;
    findings.ignore(id, 'extension-ignored', `${xmlName(type)} has no effect here`);
  }
  const unknown = element.$attrs;
  if (typeof unknown !== 'object' || unknown === null) return;
  for (const name of Object.keys(unknown)) {
    if (!name.includes(':') || name.startsWith('xmlns') || name.startsWith('xsi:') || name.startsWith('modeler:'))
      continue;
    if (honoured.includes(name)) continue;
    findings.ignore(id, 'attribute-ignored', `the attribute ${name} has no effect here`);
  }
}

function refuseTwice(findings: Findings, headers: Xml, id: string | null): void {
  const keys = children(headers, 'values').map((header) => text(header, 'key'));
  const twice = keys.find((key, index) => key !== null && keys.indexOf(key) !== index);
  if (twice !== undefined && twice !== null)
    findings.error(id, 'duplicate-header', `the header ${JSON.stringify(twice.slice(0, 60))} is written twice`);
}

/** A process may have several forms; everything else of Zeebe and Millrace stands once in an element. */
const isSingle = (type: string): boolean => /^(zeebe|millrace):/.test(type) && type !== 'zeebe:UserTaskForm';

const VARIABLE_PATH = /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** A variable name, or the path of a member of a variable. */
export const isVariablePath = (text: string): boolean => VARIABLE_PATH.test(text) && !text.includes('__proto__');

function readMapping(findings: Findings, id: string, parameter: Xml): Mapping {
  const source = text(parameter, 'source');
  const target = text(parameter, 'target')?.trim() ?? '';
  const path = target.split('.');
  checkVariable(findings, id, target);
  return { source: source === null ? emptyValue : readValue(findings, id, source), target: path };
}

/** Reports a name under which a run cannot store a variable. `process` is the live process and is never stored. */
export function checkVariable(findings: Findings, id: string, name: string): void {
  if (!isVariablePath(name)) {
    findings.error(id, 'bad-variable', `${JSON.stringify(name.slice(0, 80))} is not a variable name`);
  } else if (name.split('.')[0] === 'process') {
    findings.error(id, 'reserved-variable', 'the variable process is the live process and cannot be assigned');
  }
}

export function readMappings(
  findings: Findings,
  element: Xml,
  id: string,
): { readonly inputs: readonly Mapping[]; readonly outputs: readonly Mapping[] } {
  const mapping = extension(element, 'zeebe:IoMapping');
  if (mapping === null) return { inputs: [], outputs: [] };
  return {
    inputs: children(mapping, 'inputParameters').map((parameter) => readMapping(findings, id, parameter)),
    outputs: children(mapping, 'outputParameters').map((parameter) => readMapping(findings, id, parameter)),
  };
}

export function readHeaders(element: Xml): Readonly<Record<string, string>> {
  const headers = extension(element, 'zeebe:TaskHeaders');
  return headers === null ? {} : headersIn(headers);
}

function headersIn(headers: Xml): Readonly<Record<string, string>> {
  const entries = children(headers, 'values').map((header): [string, string] => [
    text(header, 'key') ?? '',
    text(header, 'value') ?? '',
  ]);
  return Object.fromEntries(entries.filter(([key]) => key !== ''));
}

/** The job of a task definition or listener, with the task headers of the element and its own. `what` names it in findings. */
export function readJobDefinition(
  findings: Findings,
  definition: Xml,
  element: Xml,
  id: string,
  what: string,
): JobDefinition {
  const type = text(definition, 'type');
  if (type === null) findings.error(id, 'missing-job-type', `the ${what} has no job type`);
  const retries = text(definition, 'retries') ?? '3';
  if (!retries.trimStart().startsWith('=') && !/^\s*\d{1,6}\s*$/.test(retries)) {
    findings.error(id, 'bad-retries', `retries must be a whole number, not ${JSON.stringify(retries.slice(0, 40))}`);
  }
  const own = child(definition, 'headers');
  return {
    jobType: type === null ? emptyValue : readValue(findings, id, type),
    retries: readValue(findings, id, retries),
    headers: { ...readHeaders(element), ...(own === null ? {} : headersIn(own)) },
  };
}

/** Null when the element has no zeebe:taskDefinition. */
export function readJob(findings: Findings, element: Xml, id: string): JobDefinition | null {
  const definition = extension(element, 'zeebe:TaskDefinition');
  return definition === null ? null : readJobDefinition(findings, definition, element, id, 'task definition');
}

const timerProperties = [
  ['timeDate', 'date'],
  ['timeDuration', 'duration'],
  ['timeCycle', 'cycle'],
] as const;

/** Reads a timer event definition; null when it has an error. Literals are checked here, expressions when they are evaluated. */
export function readTimer(findings: Findings, definition: Xml, id: string): TimerDefinition | null {
  const present = timerProperties.filter(([property]) => child(definition, property) !== null);
  const [only] = present;
  if (only === undefined || present.length > 1) {
    findings.error(id, 'bad-timer', 'a timer needs exactly one of date, duration or cycle');
    return null;
  }
  const [property, type] = only;
  const source = body(definition, property);
  if (source === null) {
    findings.error(id, 'bad-timer', `the timer's ${type} is empty`);
    return null;
  }
  const value = readValue(findings, id, source);
  if (value.type === 'literal') {
    try {
      firstDue(type, value.text, 0);
    } catch (error) {
      findings.error(id, 'bad-timer', error instanceof Error ? error.message : String(error));
      return null;
    }
  }
  const calendar = text(definition, 'calendar');
  return { type, value, ...(calendar === null ? {} : { calendar: readValue(findings, id, calendar) }) };
}
