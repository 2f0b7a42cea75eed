import { lazy, memo, Suspense } from 'react';
import { useLocale } from '../../messages/locale.js';
import { Priority } from '../../ui/badge/priority.js';
import { Amount } from '../../ui/text/amount.js';
import { useNow, When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { dueText, urgencyOf } from '../tasks/due.js';
import type { InboxTask } from '../tasks/inbox-query.js';
import type { SubProjectSchema } from '../tasks/schemas.js';
import { figureOf, furtherText, rankOf, titleOf } from '../tasks/summary.js';
import { verdictOf } from '../tasks/verdict.js';
import styles from './list.module.css';
import type { SwipeSide } from './swipe.js';

/** Comes where there may be a finger. */
const SwipeRow = lazy(() => import('./swipe-row.js').then(({ SwipeRow: component }) => ({ default: component })));
const mayHaveFinger = matchMedia('(any-pointer: coarse)').matches;
/** Come with the first task that several persons decide, or that is there for somebody else. */
const Marks = lazy(() => import('../votes/marks.js').then(({ Marks: component }) => ({ default: component })));

export interface TaskRowProps {
  readonly item: InboxTask;
  readonly schema: SubProjectSchema | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isSelecting: boolean;
  readonly canSelect: boolean;
  onOpen(item: InboxTask): void;
  onSelect(item: InboxTask): void;
  onSwipe(item: InboxTask, side: SwipeSide): void;
}

/** A task in two lines: what it is about with its figure, and what is to be done with its date. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { item, schema, isOpen, isSelected, isSelecting, canSelect, onOpen, onSelect, onSwipe } = props;
  const m = messages.use();
  const { task } = item;
  const title = titleOf(item);
  const figure = figureOf(schema, { ...item.process?.fields });
  const further = figure === undefined ? furtherText(item) : undefined;
  const rank = rankOf(task);
  const className = `${styles.row} ${isOpen ? styles.open : ''} ${isSelected ? styles.picked : ''}`;
  const content = (
    <>
      {canSelect && (
        <input
          type="checkbox"
          className={`${styles.check} ${isSelecting ? styles.checkShown : ''}`}
          checked={isSelected}
          aria-label={m.selectTask({ title })}
          onChange={() => onSelect(item)}
        />
      )}
      <button
        type="button"
        className={styles.item}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(item)}
      >
        <span className={styles.line}>
          <bdi className="b6 clip">{title}</bdi>
          <span className={`${styles.figure} b5`}>
            {figure === undefined ? (
              further
            ) : (
              <Amount value={figure.value} currency={figure.unit} decimals={figure.isAmount ? 2 : undefined} />
            )}
          </span>
        </span>
        <span className={styles.second}>
          <span className="clip">{title === task.name ? item.workflow.name : task.name}</span>
          <span className={styles.marks}>
            {task.state === 'OPEN' && rank !== undefined && (
              <Priority rank={rank}>{rank === 4 ? m.urgent : rank === 3 ? m.high : m.low}</Priority>
            )}
            {(task.approval !== undefined || item.onBehalfOf !== null) && (
              <Suspense>
                <Marks item={item} />
              </Suspense>
            )}
            {task.state === 'OPEN' ? <DueMark due={task.dueTs} /> : <Decided item={item} />}
          </span>
        </span>
      </button>
    </>
  );
  const plain = <div className={className}>{content}</div>;
  if (!mayHaveFinger || !canSelect || item.hasForm || item.commentRequired) return plain;
  return (
    <Suspense fallback={plain}>
      <SwipeRow className={className} onSwipe={(side) => onSwipe(item, side)}>
        {content}
      </SwipeRow>
    </Suspense>
  );
});

function DueMark({ due }: { due: string | null }) {
  const m = messages.use();
  const locale = useLocale();
  const now = useNow();
  if (due === null) return null;
  const at = new Date(due);
  const colour = { overdue: 'danger-t', soon: 'warn-t', later: '' }[urgencyOf(at, now)];
  return <span className={colour}>{dueText(at, now, m, locale)}</span>;
}

function Decided({ item: { task } }: { item: InboxTask }) {
  const m = messages.use();
  const words = { approved: m.approve, rejected: m.reject, changes: m.changesRequested };
  return (
    <span className="row row-4">
      {words[verdictOf(task.approved)]} · {task.completedTs !== null && <When at={task.completedTs} />}
    </span>
  );
}
