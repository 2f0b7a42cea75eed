import type { Expectation } from '../model/expect-schema.js';
import { completedElements, type ProcessView, type RunView, type TaskView, takenFlows } from '../view/run-view.js';
import { compareLists } from './compare-lists.js';
import { instantOf, timeAfter } from './durations.js';
import { compareValues, type Mismatch, sameValue, show } from './mismatch.js';

/** What expectations are compared with. */
export interface Observed {
  readonly run: RunView;
  readonly process: ProcessView;
  /** Keys of the workflows of all runs, in the order of their start. */
  readonly runs: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Why somebody may not complete a task; undefined when the person may. @throws Error for an unknown person */
  refusal(task: TaskView, who: string): string | undefined;
}

/**
 * Everything in which a run differs from what a step expects.
 *
 * @throws Error for times and persons that cannot be read
 */
export function checkExpectation(expected: Expectation, observed: Observed): readonly Mismatch[] {
  const { run, process } = observed;
  const { state, priority, stageKey, fields } = expected.process ?? {};
  return [
    ...checkText('status', expected.status, run.status),
    ...checkTasks(expected.tasks, observed),
    ...checkJobs(expected.jobs, run),
    ...checkTimers(expected.timers, observed),
    ...checkSubscriptions('messages', 'message', expected.messages, run),
    ...checkSubscriptions('signals', 'signal', expected.signals, run),
    ...checkIncidents(expected.incidents, run),
    ...checkEvents(expected.events, run),
    ...compareValues(expected.variables ?? {}, run.variables, 'variable', ['variables']),
    ...checkText('state', state, process.state, 'process'),
    ...checkText('priority', priority, process.priority, 'process'),
    ...checkText('stageKey', stageKey, process.stageKey, 'process'),
    ...compareValues(fields ?? {}, process.fields, 'field', ['process', 'fields']),
    ...checkPath(expected, run),
    ...checkNames('runs', expected.runs, observed.runs),
  ];
}

function checkText(name: string, expected: string | undefined, got: string, parent?: string): readonly Mismatch[] {
  if (expected === undefined || expected === got) return [];
  const at = parent === undefined ? [name] : [parent, name];
  return [{ at, what: parent === undefined ? name : `${name} of the ${parent}`, expected, got }];
}

function checkTasks(expected: Expectation['tasks'], observed: Observed): readonly Mismatch[] {
  if (expected === undefined) return [];
  return compareLists(expected, observed.run.tasks, {
    what: 'tasks',
    describe: ({ elementId, name, assignee, candidateGroups, candidateUsers, priority, due }) =>
      `${elementId} ${show({ name, assignee, candidateGroups, candidateUsers, priority, due })}`,
    differences: (wanted, task) => [
      ...differs('name', wanted.name, task.name),
      ...differs('assignee', wanted.assignee, task.assignee),
      ...differs('candidateGroups', sorted(wanted.candidateGroups), sorted(task.candidateGroups)),
      ...differs('candidateUsers', sorted(wanted.candidateUsers), sorted(task.candidateUsers)),
      ...differs('priority', wanted.priority, task.priority),
      ...differsInTime('due', wanted.due, task.due === null ? undefined : Date.parse(task.due)),
      ...(wanted.mayAct ?? []).flatMap((who) => {
        const refusal = observed.refusal(task, who);
        return refusal === undefined ? [] : [`${who} may act, but is refused: ${refusal}`];
      }),
      ...(wanted.mayNotAct ?? []).flatMap((who) =>
        observed.refusal(task, who) === undefined ? [`${who} may not act, but may`] : [],
      ),
    ],
  });
}

function checkJobs(expected: Expectation['jobs'], run: RunView): readonly Mismatch[] {
  if (expected === undefined) return [];
  return compareLists(expected, run.jobs, {
    what: 'jobs',
    describe: ({ elementId, type, retries, input }) => `${elementId} ${show({ type, retries, input })}`,
    differences: (wanted, job) => [
      ...differs('type', wanted.type, job.type),
      ...differs('retries', wanted.retries, job.retries),
      ...compareValues(wanted.input ?? {}, job.input, 'input', []).map(sentence),
      ...compareValues(wanted.headers ?? {}, job.headers, 'header', []).map(sentence),
    ],
  });
}

function checkTimers(expected: Expectation['timers'], { run, now }: Observed): readonly Mismatch[] {
  if (expected === undefined) return [];
  return compareLists(expected, run.timers, {
    what: 'timers',
    describe: ({ elementId, due }) => `${elementId} at ${new Date(due).toISOString()}`,
    differences: (wanted, timer) => [
      ...differsInTime('due', wanted.due, timer.due),
      ...(wanted.in === undefined || timeAfter(now, wanted.in) === timer.due
        ? []
        : [`in ${wanted.in}, at ${new Date(timeAfter(now, wanted.in)).toISOString()}`]),
    ],
  });
}

function checkSubscriptions(
  what: 'messages' | 'signals',
  kind: 'message' | 'signal',
  expected: Expectation['messages'],
  run: RunView,
): readonly Mismatch[] {
  if (expected === undefined) return [];
  const open = run.subscriptions.filter((wait) => wait.kind === kind);
  return compareLists(expected, open, {
    what,
    describe: ({ elementId, name, correlationKey }) => `${elementId} ${show({ name, correlationKey })}`,
    differences: (wanted, wait) => [
      ...differs('name', wanted.name, wait.name),
      ...differs('correlationKey', wanted.correlationKey, wait.correlationKey),
    ],
  });
}

function checkIncidents(expected: Expectation['incidents'], run: RunView): readonly Mismatch[] {
  if (expected === undefined) return [];
  return compareLists(expected, run.incidents, {
    what: 'incidents',
    describe: ({ elementId, kind, message }) => `${elementId} ${kind}: ${message}`,
    differences: (wanted, incident) => [
      ...differs('kind', wanted.kind, incident.kind),
      ...(wanted.message === undefined || incident.message.includes(wanted.message)
        ? []
        : [`a message with ${show(wanted.message)}`]),
    ],
  });
}

function checkEvents(expected: Expectation['events'], run: RunView): readonly Mismatch[] {
  if (expected === undefined) return [];
  return compareLists(expected, run.events, {
    what: 'events',
    describe: ({ elementId, name, data }) => `${elementId} ${show({ name, data })}`,
    differences: (wanted, event) => [
      ...differs('name', wanted.name, event.name),
      ...differs('data', wanted.data, event.data),
    ],
  });
}

function checkPath(expected: Expectation, { timeline }: RunView): readonly Mismatch[] {
  const path = completedElements(timeline);
  const reached = new Set([...path, ...takenFlows(timeline)]);
  const missed = (expected.passed ?? []).filter((id) => !reached.has(id));
  const passed = (expected.notPassed ?? []).filter((id) => reached.has(id));
  const got = path.join(' → ');
  return [
    ...missed.map((id) => ({ at: ['passed'], what: 'passed', expected: id, got })),
    ...passed.map((id) => ({ at: ['notPassed'], what: 'notPassed', expected: `not ${id}`, got })),
    ...checkNames('path', expected.path, path),
  ];
}

function checkNames(
  what: string,
  expected: readonly string[] | undefined,
  got: readonly string[],
): readonly Mismatch[] {
  if (expected === undefined || sameValue(expected, got)) return [];
  return [{ at: [what], what, expected: expected.join(' → '), got: got.join(' → ') }];
}

const differs = (name: string, wanted: unknown, got: unknown): readonly string[] =>
  wanted === undefined || sameValue(wanted, got) ? [] : [`${name} ${show(wanted)}`];

const differsInTime = (name: string, wanted: string | undefined, got: number | undefined): readonly string[] =>
  wanted === undefined || instantOf(wanted) === got ? [] : [`${name} ${wanted}`];

const sorted = (names: readonly string[] | undefined): readonly string[] | undefined =>
  names === undefined ? undefined : [...names].sort();

const sentence = ({ what, expected }: Mismatch): string => `${what} ${expected}`;
