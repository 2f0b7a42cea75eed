import type { RequestTo } from '../../api/call.js';

export const views = ['mine', 'team', 'done'] as const;
export type View = (typeof views)[number];
export const dues = ['overdue', 'today', 'week'] as const;
export const priorities = ['high', 'low'] as const;
export const sorts = ['priority', 'created', '-created'] as const;

/** What the address of the inbox says: what is listed, and which task is open. */
export interface InboxSearch {
  readonly view?: 'team' | 'done';
  /** `<sub-project>.<task>` */
  readonly task?: string;
  readonly project?: string;
  readonly workflow?: string;
  readonly due?: (typeof dues)[number];
  readonly priority?: (typeof priorities)[number];
  readonly text?: string;
  readonly sort?: (typeof sorts)[number];
}

export function readSearch(given: Record<string, unknown>): InboxSearch {
  const text = (name: string) => (typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined);
  const one = <Value extends string>(name: string, of: readonly Value[]) => of.find((value) => value === given[name]);
  return {
    view: one('view', ['team', 'done'] as const),
    task: text('task'),
    project: text('project'),
    workflow: text('workflow'),
    due: one('due', dues),
    priority: one('priority', priorities),
    text: text('text'),
    sort: one('sort', sorts),
  };
}

export const viewOf = ({ view }: InboxSearch): View => view ?? 'mine';

/** Conditions that are set, without the choice of the rail. */
export const conditionsOf = ({ project, workflow, due, priority, text }: InboxSearch) =>
  Object.entries({ project, workflow, due, priority, text }).flatMap(([name, value]) =>
    value === undefined ? [] : [name as 'project' | 'workflow' | 'due' | 'priority' | 'text'],
  );

/** What is asked of the server. `now` is an instant of the last minutes: the request is the key of the answer. */
export function requestFor(search: InboxSearch, chosenProject: string | undefined, now: Date): RequestTo<'getInbox'> {
  const { workflow, due, priority, text, sort } = search;
  const project = search.project ?? chosenProject;
  return {
    view: viewOf(search),
    ...(project === undefined ? {} : { subProjectIds: project }),
    ...(workflow === undefined ? {} : { workflowIds: workflow }),
    ...(due === undefined ? {} : { dueTsTo: dueBefore(due, now).toISOString() }),
    ...(priority === 'high' ? { priorityFrom: '51' } : priority === 'low' ? { priorityTo: '49' } : {}),
    ...(text === undefined ? {} : { text }),
    ...(sort === undefined ? {} : { sort }),
  };
}

function dueBefore(due: (typeof dues)[number], now: Date): Date {
  if (due === 'overdue') return now;
  const days = due === 'today' ? 1 : 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

export interface TaskRef {
  readonly subProjectId: string;
  readonly taskId: string;
}

export const refText = ({ subProjectId, taskId }: TaskRef): string => `${subProjectId}.${taskId}`;

export function refOf(text: string | undefined): TaskRef | undefined {
  const [subProjectId, taskId, more] = text?.split('.') ?? [];
  return subProjectId && taskId && more === undefined ? { subProjectId, taskId } : undefined;
}
