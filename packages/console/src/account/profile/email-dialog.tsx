import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { messages } from '../messages/index.gen.js';
import { TextDialog } from '../parts/text-dialog.js';

/** Asks for another address; it counts when the link that is sent to it was opened. */
export function EmailDialog({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const { mutate, error, isPending } = useChange('requestEmailChange');
  const save = (email: string): void =>
    mutate(
      { email },
      {
        onSuccess: () => {
          showToast({ text: m.emailSent({ email }), stays: 0 });
          onClose();
        },
      },
    );
  return (
    <TextDialog
      title={m.changeEmail}
      label={m.newEmail}
      hint={m.newEmailHint}
      value=""
      save={m.sendLink}
      input={{ type: 'email', autoComplete: 'email', maxLength: 254 }}
      isBusy={isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    />
  );
}
