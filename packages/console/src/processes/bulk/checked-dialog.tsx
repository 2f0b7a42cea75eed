import type { ReactNode } from 'react';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { messages } from '../messages/index.gen.js';

export interface CheckedDialogProps {
  readonly title: string;
  /** What to do. */
  readonly form: ReactNode;
  /** What a dry run said; undefined before it. */
  readonly told: ReactNode | undefined;
  readonly canCheck: boolean;
  readonly canStart: boolean;
  /** What the button does that does it. */
  readonly start: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  onCheck(): void;
  onBack(): void;
  onStart(): void;
  onClose(): void;
}

/** Something for many processes, in two steps: first what it would do and who refuses, then the deed. */
export function CheckedDialog(props: CheckedDialogProps) {
  const m = messages.use();
  const { title, form, told, canCheck, canStart, start, isBusy, error } = props;
  return (
    <Dialog
      title={title}
      onClose={props.onClose}
      actions={
        told === undefined ? (
          <>
            <Button onClick={props.onClose}>{m.cancel}</Button>
            <Button
              look="primary"
              isBusy={isBusy}
              aria-disabled={!canCheck}
              onClick={() => canCheck && props.onCheck()}
            >
              {m.bulkCheck}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={props.onBack}>{m.back}</Button>
            <Button
              look="primary"
              isBusy={isBusy}
              aria-disabled={!canStart}
              onClick={() => canStart && props.onStart()}
            >
              {start}
            </Button>
          </>
        )
      }
    >
      {told ?? form}
      {error !== null && <ProblemView error={error} />}
    </Dialog>
  );
}
