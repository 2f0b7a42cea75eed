import { presentEntry } from '../../workflows/decisions/present-entry.js';
import type { Simulator } from '../simulator/simulator.js';
import { viewRun } from '../simulator/view-run.js';
import type { ProcessView, RunView } from '../view/run-view.js';

/** Entries of the timeline that are given. */
const MOST_ENTRIES = 2000;

/** Where a scenario has led: the run that it started, with everything that is open. */
export interface StateAfter extends Omit<RunView, 'workflowKey' | 'timeline' | 'timers' | 'tasks' | 'events'> {
  /** ISO 8601, of the simulated clock. */
  readonly now: string;
  /** Ids of the elements that are active, once for each instance. */
  readonly active: readonly string[];
  readonly tasks: readonly (RunView['tasks'][number] & {
    readonly form: object | null;
    /** Whether it only collects data, or several persons vote on it. */
    readonly kind: 'decision' | 'data' | 'votes';
  })[];
  /** ISO 8601. */
  readonly timers: readonly { readonly elementId: string; readonly due: string }[];
  readonly process: ProcessView;
  /** The first entries, as getRunTimeline has them. */
  readonly timeline: readonly (ReturnType<typeof presentEntry> & { readonly sequence: number })[];
  readonly timelineCount: number;
  /** Keys of the workflows of all runs: messages and signals may start more. */
  readonly runs: readonly string[];
}

/** Undefined when no run was started. */
export function stateAfter({ runs, now, process, project }: Simulator): StateAfter | undefined {
  const [run] = runs;
  if (run === undefined) return undefined;
  const { status, variables, jobs, timers, subscriptions, incidents, timeline } = viewRun(run);
  const onlyData = new Set(
    project.models
      .diagrams()
      .flatMap(({ model }) => model.userTasks.filter(({ decision }) => !decision).map(({ elementId }) => elementId)),
  );
  const processIds = new Set(project.models.diagrams().map(({ model }) => model.processId));
  const items = run.state === null || run.state.ended !== undefined ? [] : run.state.items;
  const { state, priority, stageKey, fields } = process;
  return {
    now: new Date(now).toISOString(),
    status,
    active: items.flatMap(({ el }) => (processIds.has(el) ? [] : [el])),
    tasks: [...run.tasks.values()].map((task) => ({
      elementId: task.elementId,
      name: task.name,
      assignee: task.assignee,
      candidateGroups: task.candidateGroups,
      candidateUsers: task.candidateUsers,
      due: task.dueTs?.toISOString() ?? null,
      priority: task.priority,
      form: task.form,
      kind: onlyData.has(task.elementId) ? 'data' : task.approval === null ? 'decision' : 'votes',
    })),
    jobs,
    timers: timers.map(({ elementId, due }) => ({ elementId, due: new Date(due).toISOString() })),
    subscriptions,
    incidents,
    variables,
    process: { state, priority, stageKey, fields },
    timeline: timeline.slice(0, MOST_ENTRIES).map((entry, index) => ({ sequence: index + 1, ...presentEntry(entry) })),
    timelineCount: timeline.length,
    runs: runs.map(({ workflowKey }) => workflowKey),
  };
}
