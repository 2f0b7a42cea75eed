import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { messages } from '../messages/index.gen.js';

export interface RotateDialogProps {
  readonly name: string;
  /** What becomes of the secret of before. */
  readonly text: string;
  /** The change that makes the new secret. */
  readonly change: {
    readonly data: { readonly secret?: string | null } | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  onSubmit(): void;
  onClose(): void;
}

/** Asks before something gets a new secret, and shows that once. */
export function RotateDialog({ name, text, change: { data, error, isPending }, onSubmit, onClose }: RotateDialogProps) {
  const m = messages.use();
  const title = m.rotateOf({ name });
  if (data?.secret != null) {
    return <OnceDialog title={title} text={m.secretOnce} done={m.keptSecret} secret={data.secret} onClose={onClose} />;
  }
  return (
    <FormDialog title={title} deed={m.rotate} isPending={isPending} error={error} onSubmit={onSubmit} onClose={onClose}>
      <p className="t13">{text}</p>
    </FormDialog>
  );
}
