import type { FilterKey, FilterKeys } from '../../../filters/filter.js';
import { type FilterColumns, type JoinedColumn, joinedColumn } from '../../../filters/filter-column.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import type { SlaRule } from '../../../sub-projects/configuration/sla-rule.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { ProcessVisibility } from '../visibility/process-visibility.js';

/** Stands for the task of a clock of a process. */
export const NO_TASK = '00000000-0000-0000-0000-000000000000';

const PREFIX = 'sla.';

/** What lists know of a clock: when its budget is used up (not while it is paused, nor after its end) and its state. */
const members = {
  dueTs: { key: { type: 'timestamp' }, column: 'due_ts', kind: 'timestamp' },
  state: { key: { type: 'text' }, column: 'state', kind: 'text' },
} as const satisfies Readonly<Record<string, { key: FilterKey; column: string; kind: 'timestamp' | 'text' }>>;

/**
 * The clocks that a caller may know of: a condition on a field that is hidden from them, if only on some processes, would tell what is
 * in it.
 */
export const visibleClocks = (
  { slas }: Pick<SubProject, 'slas'>,
  visibility: Pick<ProcessVisibility, 'isAlwaysVisible'>,
): readonly SlaRule[] => slas.filter(({ fields }) => fields.every((name) => visibility.isAlwaysVisible(name)));

/** The keys `sla.<key>.dueTs` and `sla.<key>.state`. */
export const clockFilterKeys = (rules: readonly SlaRule[]): FilterKeys =>
  new Map(
    rules.flatMap(({ key }) =>
      Object.entries(members).map(([member, { key: type }]): [string, FilterKey] => [
        `${PREFIX}${key}.${member}`,
        type,
      ]),
    ),
  );

/** The columns behind {@link clockFilterKeys} over the processes `p`. A clock on tasks has none here. */
export const clockColumnsOfProcesses: FilterColumns = (key) =>
  columnOf(key, sql`c.process_id = p.id and c.sub_project_id = p.sub_project_id and c.task_id = ${noTask}`);

/** The columns behind {@link clockFilterKeys} over the tasks `t`: of a clock on tasks that of the task, else that of its process. */
export const clockColumnsOfTasks =
  (rules: readonly SlaRule[]): FilterColumns =>
  (key) => {
    const isOfTask = rules.some((rule) => rule.on === 'task' && key.startsWith(`${PREFIX}${rule.key}.`));
    const subject = isOfTask ? sql`t.id` : noTask;
    return columnOf(
      key,
      sql`c.process_id = t.process_id and c.sub_project_id = t.sub_project_id and c.task_id = ${subject}`,
    );
  };

/** Whether a key is one of {@link clockFilterKeys}. */
export const isClockKey = (key: string): boolean => key.startsWith(PREFIX);

/** Whether it is that of the time when clocks are due, which has an index. */
export const isDueKey = (key: string): boolean => isClockKey(key) && key.endsWith('.dueTs');

const noTask: Fragment = sql.raw(`'${NO_TASK}'::uuid`);

function columnOf(name: string, on: Fragment): JoinedColumn {
  const end = name.lastIndexOf('.');
  const key = name.slice(PREFIX.length, end);
  const { column, kind } = members[name.slice(end + 1) as keyof typeof members];
  // Deployed keys are letters, digits, "_", "." and "-". As text the planner knows how frequent they are.
  const rows = sql`clocks c`;
  const matches = sql`${on} and c.key = ${sql.raw(`'${key.replaceAll("'", "''")}'`)}`;
  return joinedColumn({ kind, expression: sql`c.${sql.raw(column)}` }, rows, matches);
}
