import { Button } from '../button/button.js';
import { Secret } from '../copy/secret.js';
import { Note } from '../feedback/note.js';
import { Dialog } from './dialog.js';

export interface OnceDialogProps {
  readonly title: string;
  /** What it is, and that it is not shown again. */
  readonly text: string;
  readonly secret: string;
  /** What its button says. */
  readonly done: string;
  onClose(): void;
}

/** A link or a secret that is shown once. */
export function OnceDialog({ title, text, secret, done, onClose }: OnceDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="col g12">
        <Note tone="waiting">{text}</Note>
        <Secret text={secret} />
      </div>
    </Dialog>
  );
}
