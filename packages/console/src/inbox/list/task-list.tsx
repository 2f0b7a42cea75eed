import { useEffect, useRef } from 'react';
import { useNow } from '../../ui/text/when.js';
import { type InboxMessages, messages } from '../messages/index.gen.js';
import type { InboxTask } from '../tasks/inbox-query.js';
import type { SubProjectSchema } from '../tasks/schemas.js';
import styles from './list.module.css';
import { type GroupId, type Row, rowsOf } from './rows.js';
import type { SwipeSide } from './swipe.js';
import { TaskRow } from './task-row.js';
import { offsetsOf, rangeOf, useViewport } from './window.js';

export interface TaskListProps {
  readonly items: readonly InboxTask[];
  readonly schemas: ReadonlyMap<string, SubProjectSchema>;
  readonly isGrouped: boolean;
  readonly openId: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly canSelect: boolean;
  onOpen(item: InboxTask): void;
  onSelect(item: InboxTask): void;
  onSwipe(item: InboxTask, side: SwipeSide): void;
  /** The end of what is loaded comes near. */
  onEnd(): void;
}

const heightsOf = () => (matchMedia('(max-width: 767px)').matches ? { group: 34, task: 72 } : { group: 34, task: 56 });

/** The tasks, of which only those in sight are drawn. */
export function TaskList({
  items,
  schemas,
  isGrouped,
  openId,
  selected,
  canSelect,
  onOpen,
  onSelect,
  onSwipe,
  onEnd,
}: TaskListProps) {
  const m = messages.use();
  const ref = useRef<HTMLDivElement>(null);
  const view = useViewport(ref);
  const rows = rowsOf(items, isGrouped, useNow());
  const heights = heightsOf();
  const { offsets, total } = offsetsOf(rows.map(({ kind }) => heights[kind]));
  const [from, to] = rangeOf(offsets, total, view.top, view.height);
  const openIndex = rows.findIndex((row) => row.kind === 'task' && row.item.task.id === openId);
  useEffect(() => {
    if (to >= rows.length) onEnd();
  }, [to, rows.length, onEnd]);
  const openTop = offsets[openIndex];
  useEffect(() => {
    const element = ref.current;
    if (element === null || openTop === undefined) return;
    if (openTop < element.scrollTop) element.scrollTop = openTop - heights.group;
    const bottom = openTop + heights.task;
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [openTop, heights.group, heights.task]);
  return (
    <div ref={ref} className={styles.scroller}>
      <ul className={styles.all} style={{ height: total }} aria-label={m.listLabel}>
        {rows.slice(from, to).map((row, index) => (
          <li key={keyOfRow(row)} className={styles.place} style={{ top: offsets[from + index] }}>
            {row.kind === 'group' ? (
              <h2 className={styles.group}>
                {groupName(row.id, m)} <span className="num">{row.count}</span>
              </h2>
            ) : (
              <TaskRow
                item={row.item}
                schema={schemas.get(row.item.subProject.id)}
                isOpen={row.item.task.id === openId}
                isSelected={selected.has(row.item.task.id)}
                isSelecting={selected.size > 0}
                canSelect={canSelect && row.item.allowed.decide}
                onOpen={onOpen}
                onSelect={onSelect}
                onSwipe={onSwipe}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const keyOfRow = (row: Row): string => (row.kind === 'group' ? row.id : row.item.task.id);

const groupName = (id: GroupId, m: InboxMessages): string =>
  ({ overdue: m.groupOverdue, today: m.groupToday, week: m.groupWeek, later: m.groupLater, none: m.groupNone })[id];
