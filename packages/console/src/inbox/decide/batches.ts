import type { InboxTask } from '../tasks/inbox-query.js';
import { type NewDecision, voteOn } from './decision.js';

/** Tasks that the server takes in one request. */
const MOST_TASKS = 200;

export interface ChosenTask {
  readonly subProjectId: string;
  readonly task: Pick<InboxTask['task'], 'id' | 'runId' | 'approval'>;
  readonly title: string;
}

/** The same decision about several tasks: one for each sub-project, so that each is one request. `nameMany` names several. */
export function batchesOf(
  chosen: readonly ChosenTask[],
  approved: boolean,
  comment: string,
  nameMany: (count: number) => string,
): NewDecision[] {
  const subProjectIds = new Set(chosen.map(({ subProjectId }) => subProjectId));
  return [...subProjectIds].flatMap((subProjectId) =>
    chunksOf(chosen.filter((each) => each.subProjectId === subProjectId)).flatMap((tasks) => {
      const [first] = tasks;
      if (first === undefined) return [];
      const { id: taskId, runId } = first.task;
      const decision = { subProjectId, runId, taskId, title: first.title, approved, payload: {}, comment };
      if (tasks.length === 1) return [{ ...decision, ...voteOn(first.task, approved) }];
      const batch = tasks.map(({ task, title }) => ({ taskId: task.id, title }));
      return [{ ...decision, batch, title: nameMany(batch.length) }];
    }),
  );
}

const chunksOf = (tasks: readonly ChosenTask[]): ChosenTask[][] =>
  Array.from({ length: Math.ceil(tasks.length / MOST_TASKS) }, (_, index) =>
    tasks.slice(index * MOST_TASKS, (index + 1) * MOST_TASKS),
  );
