import type { ClockSummary } from '@millrace/contract';
import { groupBy } from '../../../kernel/group-by.js';
import type { Queryable } from '../../../postgres/database.js';
import type { SlaRule } from '../../../sub-projects/configuration/sla-rule.js';
import { NO_TASK } from './clock-columns.js';

interface Row {
  readonly processId: string;
  readonly taskId: string;
  readonly key: string;
  readonly state: ClockSummary['state'];
  readonly dueTs: Date | null;
  readonly breachedTs: number | null;
  readonly isOpen: boolean;
}

/** What a list is about: processes, or tasks on them. */
export interface ClockSubject {
  readonly processId: string;
  readonly taskId?: string;
}

/**
 * The clocks of the rows of a page: of a process its own, of a task its own and those of its process.
 *
 * @param rules the clocks that the caller may know of
 */
export async function clockSummaries(
  db: Queryable,
  subProjectId: string,
  rules: readonly SlaRule[],
  subjects: readonly ClockSubject[],
): Promise<(subject: ClockSubject) => ClockSummary[]> {
  if (rules.length === 0 || subjects.length === 0) return () => [];
  const processIds = [...new Set(subjects.map(({ processId }) => processId))];
  const taskIds = [NO_TASK, ...subjects.flatMap(({ taskId }) => taskId ?? [])];
  const rows = await db<Row>`
    select c.process_id as "processId", c.task_id as "taskId", c.key, c.state, c.due_ts as "dueTs",
      (c.clock ->> 'breachedTs')::float8 as "breachedTs", c.clock ->> 'endedTs' is null as "isOpen"
    from clocks c
    where c.sub_project_id = ${subProjectId} and c.process_id = any(${processIds}::uuid[])
      and c.key = any(${rules.map(({ key }) => key)}::text[]) and c.task_id = any(${taskIds}::uuid[])
    order by c.due_ts nulls last, c.key`;
  const names = new Map(rules.map(({ key, name }) => [key, name]));
  const bySubject = groupBy(rows, ({ processId, taskId }) => `${processId} ${taskId}`);
  const of = (processId: string, taskId: string): readonly Row[] => bySubject.get(`${processId} ${taskId}`) ?? [];
  return ({ processId, taskId }) =>
    [...of(processId, NO_TASK), ...(taskId === undefined ? [] : of(processId, taskId))].map((row) => ({
      key: row.key,
      name: names.get(row.key) ?? row.key,
      taskId: row.taskId === NO_TASK ? null : row.taskId,
      state: row.state,
      open: row.isOpen,
      dueTs: row.dueTs?.toISOString() ?? null,
      breachedTs: row.breachedTs === null ? null : new Date(row.breachedTs).toISOString(),
    }));
}
