import type { UserTaskNode } from '../model/node.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { type ExecutionPhase, isExecutionPhase } from '../run/lifecycle/listeners.js';
import { openListenerJob } from '../run/waits/jobs.js';
import type { ListenState, TaskAttributes } from '../state/run-state.js';

/** What a change of a user task waits for. */
export type TaskPhase = Exclude<ListenState['on'], ExecutionPhase>;

/** Begins with the first listener of a change; false when there is none. `more`: what the change is about. */
export function beginTaskListeners(
  run: Run,
  inst: Instance,
  node: UserTaskNode,
  on: TaskPhase,
  more: Omit<ListenState, 'on' | 'nth' | 'key'>,
): boolean {
  if (node.listenersOfTask === null || node.listenersOfTask[on].length === 0) return false;
  inst.listens = { on, nth: 0, key: run.key(), ...more };
  openTaskListener(run, inst, node);
  return true;
}

/** Opens the job of the next listener, or raises an incident, whose retry does it again; false when none is left. */
export function openTaskListener(run: Run, inst: Instance, node: UserTaskNode, retries?: number): boolean {
  const { listens } = inst;
  const phase = listens === undefined ? undefined : listens.on;
  if (listens === undefined || phase === undefined || isExecutionPhase(phase)) return false;
  const job = node.listenersOfTask?.[phase][listens.nth];
  if (job === undefined) return false;
  const extra = { headers: headersOf(inst, node, listens, phase), ...(retries === undefined ? {} : { retries }) };
  const outcome = attempt(() => openListenerJob(run, inst, job, listens.key, extra));
  if (outcome instanceof Failure) raiseIncident(run, inst, outcome, 'again');
  return true;
}

const ACTIONS: Readonly<Record<TaskPhase, string>> = {
  creating: 'create',
  assigning: 'assign',
  completing: 'complete',
};

/** The attributes of the task under the header names of Camunda 8. */
function headersOf(
  inst: Instance,
  node: UserTaskNode,
  { task = {}, fix = {} }: ListenState,
  phase: TaskPhase,
): Readonly<Record<string, string>> {
  const now: TaskAttributes = { ...task, ...fix };
  const { formKey } = node;
  const values: Readonly<Record<string, unknown>> = {
    ...now,
    action: ACTIONS[phase],
    changedAttributes: changed(task, fix, phase),
    userTaskKey: inst.key,
    ...(formKey === null ? {} : { formKey }),
  };
  const written = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    written.map(([name, value]) => [
      `io.camunda.zeebe:${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function changed(task: TaskAttributes, fix: TaskAttributes, phase: TaskPhase): readonly string[] {
  const before = new Map<string, unknown>(Object.entries(task));
  const corrected = Object.entries(fix).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name) ?? null),
  );
  const names = corrected.map(([name]) => name);
  return phase === 'assigning' && !names.includes('assignee') ? ['assignee', ...names] : names;
}
