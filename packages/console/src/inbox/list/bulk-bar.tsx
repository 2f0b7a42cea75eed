import { Check } from 'lucide-react';
import { Button } from '../../ui/button/button.js';
import { batchesOf } from '../decide/batches.js';
import type { NewDecision } from '../decide/decision.js';
import { messages } from '../messages/index.gen.js';
import type { InboxTask } from '../tasks/inbox-query.js';
import { titleOf } from '../tasks/summary.js';
import styles from './list.module.css';

export interface BulkBarProps {
  readonly selected: readonly InboxTask[];
  onDecide(decisions: readonly NewDecision[]): void;
  onClear(): void;
}

/** Decides several tasks at once; those with a form must be opened. */
export function BulkBar({ selected, onDecide, onClear }: BulkBarProps) {
  const m = messages.use();
  const withForm = selected.filter(({ hasForm, commentRequired }) => hasForm || commentRequired).length;
  const count = selected.length;
  const decide = (approved: boolean) => {
    const tasks = selected.map((item) => ({ subProjectId: item.subProject.id, task: item.task, title: titleOf(item) }));
    onDecide(batchesOf(tasks, approved, (many) => m.manyTasks({ count: many })));
  };
  return (
    <section className={styles.bulk} aria-label={m.selected({ count })}>
      <span className="b5">{m.selected({ count })}</span>
      <span className="end row">
        <Button look="quiet" size="small" onClick={onClear}>
          {m.cancelSelection}
        </Button>
        <Button size="small" disabled={withForm > 0} onClick={() => decide(false)}>
          {m.rejectMany({ count })}
        </Button>
        <Button look="primary" size="small" icon={Check} disabled={withForm > 0} onClick={() => decide(true)}>
          {m.approveMany({ count })}
        </Button>
      </span>
      {withForm > 0 && <p>{m.needsForm({ count: withForm })}</p>}
    </section>
  );
}
