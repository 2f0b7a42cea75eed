import { useState } from 'react';
import { useChange } from '../../../api/queries.js';
import { Button } from '../../../ui/button/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { TextInput } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import type { RepairTarget } from './repair.js';
import styles from './repair.module.css';

export interface CancelDialogProps {
  readonly target: RepairTarget;
  /** How many runs would end. */
  readonly count: number;
  onBegan(bulkId: string): void;
  onClose(): void;
}

/** Ends runs, which cannot be undone. */
export function CancelDialog({ target, count, onBegan, onClose }: CancelDialogProps) {
  const m = messages.use();
  const [reason, setReason] = useState('');
  const begin = useChange('bulkOperateRuns');
  const start = () => {
    const given = reason.trim() === '' ? {} : { reason: reason.trim() };
    begin.mutate({ ...target, action: 'CANCEL', ...given }, { onSuccess: ({ bulkId }) => onBegan(bulkId) });
  };
  return (
    <Dialog
      title={m.cancelTitle({ count })}
      onClose={onClose}
      back={m.back}
      actions={
        <Button look="danger" isBusy={begin.isPending} onClick={start}>
          {m.cancelDeed({ count })}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{m.cancelText}</p>
        <Field label={m.reason} hint={m.reasonHint}>
          {(ids) => <TextInput {...ids} value={reason} onChange={({ target: box }) => setReason(box.value)} />}
        </Field>
        {begin.error !== null && <ProblemView error={begin.error} />}
      </div>
    </Dialog>
  );
}
