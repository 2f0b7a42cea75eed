import { Button } from '../../ui/button/button.js';
import { Secret } from '../../ui/copy/secret.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { messages } from '../messages/index.gen.js';

export interface OnceDialogProps {
  readonly title: string;
  /** What it is, and that it is not shown again. */
  readonly text: string;
  readonly secret: string;
  onClose(): void;
}

/** A link or a secret that is shown once. */
export function OnceDialog({ title, text, secret, onClose }: OnceDialogProps) {
  const m = messages.use();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {m.kept}
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
