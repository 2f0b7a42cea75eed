import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { messages } from '../messages/index.gen.js';

export interface DeleteDialogProps {
  readonly name: string;
  /** What is lost with it. */
  readonly text: string;
  readonly change: { readonly error: Error | null; readonly isPending: boolean };
  onSubmit(): void;
  onClose(): void;
  readonly children?: ReactNode;
}

/** Asks before something is deleted. */
export function DeleteDialog({ name, text, change, onSubmit, onClose, children }: DeleteDialogProps) {
  const m = messages.use();
  return (
    <FormDialog
      title={m.deleteOf({ name })}
      deed={m.delete}
      isDanger
      isPending={change.isPending}
      error={change.error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p className="t13">{text}</p>
      {children}
    </FormDialog>
  );
}
