import { completedElements, type RunView } from './run-view.js';

/** Elements of a path that a failure shows. */
const MOST_SHOWN = 60;

/** The path of a run so far, one text for each element in its order. */
export function describePath({ timeline }: RunView): readonly string[] {
  const path = completedElements(timeline);
  return path.length <= MOST_SHOWN ? path : [`… (${path.length - MOST_SHOWN} before)`, ...path.slice(-MOST_SHOWN)];
}

/** What a run waits for, one line for each. */
export function describeWaits(run: RunView): readonly string[] {
  return [
    ...run.tasks.map(({ elementId, name, assignee, candidateGroups, candidateUsers }) => {
      const title = name === elementId ? '' : ` "${name}"`;
      const candidates = [...candidateGroups, ...candidateUsers].join(', ');
      const who = assignee ?? (candidates === '' ? 'everybody who may call the workflow' : candidates);
      return `task ${elementId}${title} for ${who}`;
    }),
    ...run.jobs.map(({ elementId, type, retries }) => `job ${elementId} of type ${type}, ${retries} attempts left`),
    ...run.timers.map(({ elementId, due }) => `timer ${elementId} at ${new Date(due).toISOString()}`),
    ...run.subscriptions.map(({ elementId, kind, name, correlationKey }) => {
      const key = correlationKey === null ? '' : ` with key ${JSON.stringify(correlationKey)}`;
      return `${kind} ${name === null ? '' : `"${name}"${key} `}at ${elementId}`;
    }),
    ...run.incidents.map(({ elementId, kind, message }) => `incident ${kind} at ${elementId}: ${message}`),
  ];
}
