import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';
import { DeleteDialog } from '../parts/delete-dialog.js';
import type { SecretEntry } from './secret-part.js';

export interface SetSecretDialogProps {
  readonly subProjectId: string;
  /** Empty: the person enters it. */
  readonly name: string;
  /** The one that gets another value. */
  readonly secret?: SecretEntry | undefined;
  onClose(): void;
}

/** Sets the value of a secret. What was set before is not shown, and cannot be. */
export function SetSecretDialog({ subProjectId, name: given, secret, onClose }: SetSecretDialogProps) {
  const m = messages.use();
  const [name, setName] = useState(given);
  const [value, setValue] = useState('');
  const [hosts, setHosts] = useState(secret?.hosts.join(' ') ?? '');
  const { mutate, error, isPending } = useChange('setSecret');
  const submit = () =>
    mutate(
      { subProjectId, name, value, hosts: hosts.split(/[\s,]+/).filter((host) => host !== '') },
      {
        onSuccess: () => {
          showToast({ text: m.secretSet({ name }) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={given === '' ? m.newSecret : m.setValueOf({ name: given })}
      deed={m.save}
      isIncomplete={name === '' || value.length < 8}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {given === '' && (
        <TextField
          label={m.name}
          hint={m.secretNameHint}
          isRequired
          maxLength={100}
          value={name}
          onChange={(text) => setName(text.trim())}
        />
      )}
      <TextField
        label={m.value}
        hint={m.valueHint}
        isRequired
        type="password"
        autoComplete="new-password"
        maxLength={8192}
        value={value}
        onChange={setValue}
      />
      <TextField label={m.hosts} hint={m.hostsHint} maxLength={5000} value={hosts} onChange={setHosts} />
    </FormDialog>
  );
}

export interface DeleteSecretDialogProps {
  readonly subProjectId: string;
  readonly secret: SecretEntry;
  onClose(): void;
}

export function DeleteSecretDialog({ subProjectId, secret, onClose }: DeleteSecretDialogProps) {
  const m = messages.use();
  const { name, usedBy } = secret;
  const change = useChange('deleteSecret');
  const done = () => {
    showToast({ text: m.secretDeleted({ name }) });
    onClose();
  };
  return (
    <DeleteDialog
      name={name}
      text={m.deleteSecretText}
      change={change}
      onSubmit={() => change.mutate({ subProjectId, name }, { onSuccess: done })}
      onClose={onClose}
    >
      {usedBy.length > 0 && (
        <Note tone="waiting">
          {m.usedIn({ places: usedBy.map(({ file, elementId }) => `${file}: ${elementId}`).join(', ') })}
        </Note>
      )}
    </DeleteDialog>
  );
}
