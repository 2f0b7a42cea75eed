import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { messages } from '../messages/index.gen.js';
import { TextDialog } from '../parts/text-dialog.js';

export function NameDialog({ name, onClose }: { name: string; onClose(): void }) {
  const m = messages.use();
  const { mutate, error, isPending } = useChange('updateMe');
  const save = (next: string): void =>
    mutate(
      { name: next },
      {
        onSuccess: () => {
          showToast({ text: m.nameChanged({ name: next }) });
          onClose();
        },
      },
    );
  return (
    <TextDialog
      title={m.changeName}
      label={m.name}
      value={name}
      save={m.save}
      input={{ autoComplete: 'name', maxLength: 200 }}
      isBusy={isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    />
  );
}
