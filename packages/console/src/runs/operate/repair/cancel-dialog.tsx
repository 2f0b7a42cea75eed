import { useState } from 'react';
import { Button } from '../../../ui/button/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextInput } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import styles from './repair.module.css';

export interface CancelDialogProps {
  /** How many runs would end. */
  readonly count: number;
  onStart(how: { readonly reason: string }): void;
  onClose(): void;
}

/** Ends runs, which cannot be undone. */
export function CancelDialog({ count, onStart, onClose }: CancelDialogProps) {
  const m = messages.use();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={m.cancelTitle({ count })}
      onClose={onClose}
      back={m.back}
      actions={
        <Button look="danger" onClick={() => onStart({ reason: reason.trim() })}>
          {m.cancelDeed({ count })}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{m.cancelText}</p>
        <Field label={m.reason} hint={m.reasonHint}>
          {(ids) => <TextInput {...ids} value={reason} onChange={({ target }) => setReason(target.value)} />}
        </Field>
      </div>
    </Dialog>
  );
}
