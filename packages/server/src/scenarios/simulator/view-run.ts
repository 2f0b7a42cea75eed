import { CUSTOM_PREFIX } from '@millrace/contract';
import { variablesOf } from '@millrace/engine';
import type { RunView } from '../view/run-view.js';
import type { SimulatedRun } from './simulated-run.js';

/** What a scenario can see of a simulated run. */
export const viewRun = (run: SimulatedRun): RunView => ({
  workflowKey: run.workflowKey,
  status: run.status,
  variables: run.state === null ? {} : variablesOf(run.state),
  tasks: [...run.tasks.values()].map(
    ({ elementId, name, assignee, candidateGroups, candidateUsers, dueTs, priority }) => ({
      elementId,
      name,
      assignee,
      candidateGroups,
      candidateUsers,
      due: dueTs?.toISOString() ?? null,
      priority,
    }),
  ),
  jobs: [...run.jobs.values()].map(({ elementId, type, retries, payload, headers }) => ({
    elementId,
    type,
    retries,
    input: { ...payload },
    headers: headers ?? {},
  })),
  timers: [...run.timers.values()]
    .map(({ elementId, dueTs }) => ({ elementId, due: dueTs.getTime() }))
    .sort((a, b) => a.due - b.due),
  subscriptions: [...run.subscriptions.values()].map(({ elementId, kind, name, correlationKey }) => ({
    elementId,
    kind,
    name,
    correlationKey,
  })),
  incidents: [...run.incidents.values()].map(({ elementId, kind, message }) => ({ elementId, kind, message })),
  events: run.events.map(({ elementId, name, data }) => ({ elementId, name: name.slice(CUSTOM_PREFIX.length), data })),
  timeline: run.timeline,
});
