import { type ComponentProps, type FormEvent, useState } from 'react';
import { isProblem } from '../../api/problem.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { ReasonText } from '../../ui/reason/reason-text.js';
import { messages } from '../messages/index.gen.js';

export interface TextDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  /** What the field has first. */
  readonly value: string;
  readonly save: string;
  readonly input?: ComponentProps<'input'>;
  readonly isBusy: boolean;
  readonly error: Error | null;
  onSave(value: string): void;
  onClose(): void;
}

const FORM = 'account-text';

/** Asks for one line. */
export function TextDialog({
  title,
  label,
  hint,
  value,
  save,
  input,
  isBusy,
  error,
  onSave,
  onClose,
}: TextDialogProps) {
  const m = messages.use();
  const [text, setText] = useState(value);
  const isChanged = text.trim() !== '' && text.trim() !== value;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged) onSave(text.trim());
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button look="primary" type="submit" form={FORM} isBusy={isBusy} disabled={!isChanged}>
            {save}
          </Button>
        </>
      }
    >
      <form id={FORM} className="col g12" onSubmit={submit}>
        <Field label={label} hint={hint}>
          {(ids) => (
            <TextInput {...input} {...ids} autoFocus value={text} onChange={({ target }) => setText(target.value)} />
          )}
        </Field>
        {error !== null && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && <ReasonText error={error} />}
      </form>
    </Dialog>
  );
}
