import { type FormEvent, type ReactNode, useId } from 'react';
import { isProblem } from '../../api/problem.js';
import { Button } from '../button/button.js';
import { ProblemView } from '../feedback/problem.js';
import { messages } from '../messages/index.gen.js';
import { Dialog } from './dialog.js';

export interface FormDialogProps {
  readonly title: string;
  /** What its button says. */
  readonly deed: string;
  readonly isDanger?: boolean;
  /** Nothing can be sent yet. */
  readonly isIncomplete?: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  onSubmit(): void;
  onClose(): void;
  readonly children: ReactNode;
}

/** A question with a button that does what it asks; what is refused is said within. */
export function FormDialog({
  title,
  deed,
  isDanger = false,
  isIncomplete = false,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const m = messages.use();
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isIncomplete && !isPending) onSubmit();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      back={m.cancel}
      actions={
        <Button
          look={isDanger ? 'danger' : 'primary'}
          type="submit"
          form={id}
          isBusy={isPending}
          disabled={isIncomplete}
        >
          {deed}
        </Button>
      }
    >
      <form id={id} className="col g16" onSubmit={submit}>
        {children}
        {error !== null && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && <ProblemView error={error} />}
      </form>
    </Dialog>
  );
}
