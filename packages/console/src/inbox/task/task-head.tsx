import { Clock } from 'lucide-react';
import { useLocale } from '../../messages/locale.js';
import { Priority } from '../../ui/badge/priority.js';
import { Icon } from '../../ui/icon/icon.js';
import { Person } from '../../ui/people/avatar.js';
import { Amount } from '../../ui/text/amount.js';
import { useNow, When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { clockText, dueText, urgencyOf } from '../tasks/due.js';
import { type Figure, rankOf } from '../tasks/summary.js';
import type { TaskDetail } from '../tasks/task-query.js';
import styles from './task.module.css';

/** What is to be done, about what, for how much, and until when. */
export function TaskHead({ detail, figure }: { detail: TaskDetail; figure: Figure | undefined }) {
  const m = messages.use();
  const { task, title, names } = detail;
  const rank = rankOf(task);
  return (
    <div className={styles.head}>
      {title !== task.name && <p className="t2 t13">{task.name}</p>}
      <h2 className={`t24 ${styles.title}`}>
        <bdi>{title}</bdi>
      </h2>
      {figure !== undefined && (
        <p className={`t32 ${styles.amount}`}>
          <Amount value={figure.value} currency={figure.unit} decimals={figure.isAmount ? 2 : undefined} />
        </p>
      )}
      <div className={`row row-12 wrap t13 t2 ${styles.marks}`}>
        {rank !== undefined && <Priority rank={rank}>{rank === 4 ? m.urgent : rank === 3 ? m.high : m.low}</Priority>}
        {task.state === 'OPEN' && task.dueTs !== null && <DueMark due={new Date(task.dueTs)} />}
        <span>
          {m.asked} <When at={task.createdTs} />
        </span>
        {task.assignee !== null && names[task.assignee] !== undefined && <Person name={names[task.assignee] ?? ''} />}
      </div>
    </div>
  );
}

function DueMark({ due }: { due: Date }) {
  const m = messages.use();
  const locale = useLocale();
  const now = useNow();
  const urgency = urgencyOf(due, now);
  const text = dueText(due, now, m, locale);
  const shown = `${text.charAt(0).toUpperCase()}${text.slice(1)}${urgency === 'overdue' ? '' : `, ${clockText(due, locale)}`}`;
  return (
    <span className={`row row-4 ${{ overdue: 'danger-t', soon: 'warn-t', later: '' }[urgency]}`}>
      <Icon of={Clock} size={14} />
      {shown}
    </span>
  );
}
