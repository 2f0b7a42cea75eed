import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';

/** Creates a user for a program, and opens its page. */
export function ServiceDialog({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { mutate, error, isPending } = useChange('createUser');
  const submit = () =>
    mutate(
      { name: name.trim(), email, kind: 'service' },
      { onSuccess: ({ user }) => void navigate({ to: '/admin/users/$userId', params: { userId: user.id } }) },
    );
  return (
    <FormDialog
      title={m.newService}
      deed={m.create}
      isIncomplete={name.trim() === '' || email === ''}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={m.name} hint={m.serviceNameHint} isRequired value={name} onChange={setName} />
      <TextField
        label={m.email}
        hint={m.serviceEmailHint}
        isRequired
        type="email"
        maxLength={254}
        value={email}
        onChange={(text) => setEmail(text.trim())}
      />
    </FormDialog>
  );
}
