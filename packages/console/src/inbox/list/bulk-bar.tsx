import { Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button/button.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { batchesOf } from '../decide/batches.js';
import { isSigned, type NewDecision } from '../decide/decision.js';
import { messages } from '../messages/index.gen.js';
import type { InboxTask } from '../tasks/inbox-query.js';
import { needsComment } from '../tasks/needs-comment.js';
import { titleOf } from '../tasks/summary.js';
import styles from './list.module.css';

const LeftOut = lazy(() => import('../signing/left-out.js').then(({ LeftOut: component }) => ({ default: component })));

export interface BulkBarProps {
  readonly selected: readonly InboxTask[];
  onDecide(decisions: readonly NewDecision[]): void;
  onClear(): void;
}

/** Decides several tasks at once; those with a form must be opened, and those that a passkey signs are left out. Votes that need a reason share the one that is asked for. */
export function BulkBar({ selected: all, onDecide, onClear }: BulkBarProps) {
  const m = messages.use();
  const selected = all.filter(({ task }) => !isSigned(task));
  const withForm = selected.filter(({ hasForm, commentRequired }) => hasForm || commentRequired).length;
  const count = selected.length;
  const isOff = withForm > 0 || count === 0;
  const [asking, ask] = useState<boolean>();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const needing = (approved: boolean) =>
    selected.filter(({ task, commentRequired }) =>
      needsComment({ commentRequired, reason: task.approval?.reason }, approved),
    ).length;
  const decide = (approved: boolean) => {
    const said = reason.trim();
    if (needing(approved) > 0 && said === '') {
      setMissing(asking === approved);
      return ask(approved);
    }
    const tasks = selected.map((item) => ({ subProjectId: item.subProject.id, task: item.task, title: titleOf(item) }));
    onDecide(batchesOf(tasks, approved, said, (many) => m.manyTasks({ count: many })));
  };
  return (
    <section className={styles.bulk} aria-label={m.selected({ count: all.length })}>
      <span className="b5">{m.selected({ count: all.length })}</span>
      <span className="end row">
        <Button look="quiet" size="small" onClick={onClear}>
          {m.cancelSelection}
        </Button>
        <Button size="small" disabled={isOff} onClick={() => decide(false)}>
          {m.rejectMany({ count })}
        </Button>
        <Button look="primary" size="small" icon={Check} disabled={isOff} onClick={() => decide(true)}>
          {m.approveMany({ count })}
        </Button>
      </span>
      {asking !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            decide(asking);
          }}
        >
          <Field
            label={m.reasonMany({ count: needing(asking) })}
            isRequired
            error={isMissing ? m.commentMissing : undefined}
          >
            {(ids) => (
              <TextInput
                {...ids}
                autoFocus
                dir="auto"
                value={reason}
                maxLength={10_000}
                onChange={({ target }) => {
                  setReason(target.value);
                  setMissing(false);
                }}
              />
            )}
          </Field>
        </form>
      )}
      {all.length > count && (
        <Suspense>
          <LeftOut count={all.length - count} />
        </Suspense>
      )}
      {withForm > 0 && <p>{m.needsForm({ count: withForm })}</p>}
    </section>
  );
}
