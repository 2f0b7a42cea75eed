import { isDeepStrictEqual } from 'node:util';
import type { Findings } from '../support/findings.js';
import { type Json, recordAt } from '../support/json.js';
import type { FinalRun } from './check-context.js';

export interface EventsToCheck {
  readonly findings: Findings;
  readonly runs: readonly FinalRun[];
  /** With their versions. */
  readonly processes: readonly Json[];
  /** The log from its first position on. */
  readonly log: readonly Json[];
  /** What a client that followed the stream during the faults got. */
  readonly followed: readonly Json[];
}

/** Checks that the log has every committed change once, in order, and nothing else, and that a follower got exactly the log. */
export function checkEvents({ findings, runs, processes, log, followed }: EventsToCheck): void {
  log.forEach(({ position, id }, index) => {
    if (position !== String(index + 1))
      findings.add('positions of events have no gaps', `${String(id)} at ${index + 1}`);
  });
  const byPosition = new Map(log.map((event) => [event.position, event]));
  let last = 0;
  for (const event of followed) {
    const position = Number(event.position);
    if (position <= last) findings.add('a stream gives events in order, each once', `${position} after ${last}`);
    else if (position !== last + 1) findings.add('a stream loses no event', `${position} after ${last}`);
    last = Math.max(last, position);
    if (!isDeepStrictEqual(event, byPosition.get(event.position))) {
      findings.add('a stream gives what the log has', JSON.stringify(event).slice(0, 300));
    }
  }
  if (last !== log.length) findings.add('a stream loses no event', `it ended at ${last} of ${log.length}`);
  const ofProcess = new Map<string, Json[]>();
  for (const event of log) {
    const processId = String(event.processId);
    ofProcess.set(processId, [...(ofProcess.get(processId) ?? []), event]);
  }
  for (const process of processes) checkProcess(findings, process, ofProcess.get(String(process.id)) ?? []);
  for (const run of runs) checkRun(findings, run, ofProcess.get(run.processId) ?? []);
}

/** The events of a process, taken in their order, lead from its creation to what it is now. */
function checkProcess(findings: Findings, process: Json, events: readonly Json[]): void {
  const id = String(process.id);
  events.forEach(({ sequence }, index) => {
    if (sequence !== String(index + 1)) findings.add('numbers of a process have no gaps', `${id}: ${String(sequence)}`);
  });
  const [created, ...more] = events.filter(({ type }) => type === 'process.created');
  if (created === undefined || more.length > 0) {
    findings.add('committed changes are events', `${id}: ${more.length + (created === undefined ? 0 : 1)} creations`);
  }
  const updates = events.filter(({ type }) => type === 'process.updated');
  if (updates.length !== Number(process.version) - 1) {
    findings.add(
      'committed changes are events',
      `${id}: ${updates.length} updates, version ${String(process.version)}`,
    );
  }
  const fields: Record<string, unknown> = { ...recordAt(recordAt(recordAt(created ?? {}, 'data'), 'after'), 'fields') };
  for (const { data, sequence } of updates) {
    const { before, after } = data as { readonly before: Json; readonly after: Json };
    for (const [name, value] of Object.entries(recordAt(before, 'fields'))) {
      if (!isDeepStrictEqual(value, fields[name] ?? null)) {
        findings.add('events of a process are in the order of their commits', `${id} ${String(sequence)} ${name}`);
      }
    }
    Object.assign(fields, recordAt(after, 'fields'));
  }
  const now = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  if (!isDeepStrictEqual(now, recordAt(process, 'fields'))) {
    findings.add('the events of a process lead to what it is', id);
  }
}

function checkRun(findings: Findings, { id, state, kind }: FinalRun, ofProcess: readonly Json[]): void {
  const events = ofProcess.filter((event) => recordAt(event, 'data').runId === id);
  const types = events.map(({ type }) => String(type));
  const count = (type: string) => types.filter((one) => one === type).length;
  if (types[0] !== 'run.started' || count('run.started') !== 1) {
    findings.add('a run starts once in the log', `${kind} ${id}: ${types.join(' ')}`);
  }
  if (state === 'COMPLETED' && (types.at(-1) !== 'run.completed' || count('run.completed') !== 1)) {
    findings.add('a run ends once in the log, and last', `${kind} ${id}: ${types.join(' ')}`);
  }
  const opened = new Set(events.filter(({ type }) => type === 'task.opened').map(({ data }) => (data as Json).taskId));
  const closed = events.filter(({ type }) => type === 'task.completed' || type === 'task.cancelled');
  const closedIds = closed.map(({ data }) => (data as Json).taskId);
  if (new Set(closedIds).size !== closedIds.length || closedIds.some((task) => !opened.has(task))) {
    findings.add('a task is opened before it is closed, and closed once', `${kind} ${id}: ${types.join(' ')}`);
  }
}
