import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';
import type { User } from '../users/user-table.js';

export type Deed = 'rename' | 'disable' | 'enable' | 'endAccess' | 'passwordLink' | 'removeFactors';

interface UserDialogProps {
  readonly user: User;
  onClose(): void;
}

/** Asks before something is done to a user. */
export function UserDialog({ deed, ...props }: UserDialogProps & { readonly deed: Deed }) {
  switch (deed) {
    case 'rename':
      return <RenameDialog {...props} />;
    case 'passwordLink':
      return <PasswordLinkDialog {...props} />;
    case 'endAccess':
      return <EndAccessDialog {...props} />;
    case 'removeFactors':
      return <RemoveFactorsDialog {...props} />;
    default:
      return <StateDialog {...props} disabled={deed === 'disable'} />;
  }
}

function RenameDialog({ user, onClose }: UserDialogProps) {
  const m = messages.use();
  const [name, setName] = useState(user.name);
  const { mutate, error, isPending } = useChange('updateUser');
  return (
    <FormDialog
      title={m.renameOf({ name: user.name })}
      deed={m.save}
      isIncomplete={name.trim() === ''}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ userId: user.id, name: name.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label={m.name} isRequired value={name} onChange={setName} />
    </FormDialog>
  );
}

function StateDialog({ user, disabled, onClose }: UserDialogProps & { readonly disabled: boolean }) {
  const m = messages.use();
  const { mutate, error, isPending } = useChange('updateUser');
  const { name } = user;
  const done = () => {
    showToast({ text: disabled ? m.isDisabled({ name }) : m.isEnabled({ name }) });
    onClose();
  };
  return (
    <FormDialog
      title={disabled ? m.disableOf({ name }) : m.enableOf({ name })}
      deed={disabled ? m.disable : m.enable}
      isDanger={disabled}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ userId: user.id, disabled }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="t13">{disabled ? m.disableText : m.enableText}</p>
    </FormDialog>
  );
}

function EndAccessDialog({ user, onClose }: UserDialogProps) {
  const m = messages.use();
  const { mutate, error, isPending } = useChange('revokeTokens');
  const done = () => {
    showToast({ text: m.accessEnded({ name: user.name }) });
    onClose();
  };
  return (
    <FormDialog
      title={m.endAccessOf({ name: user.name })}
      deed={m.endAccess}
      isDanger
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ userId: user.id }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="t13">{m.endAccessText}</p>
    </FormDialog>
  );
}

function RemoveFactorsDialog({ user, onClose }: UserDialogProps) {
  const m = messages.use();
  const { mutate, error, isPending } = useChange('removeFactors');
  const done = () => {
    showToast({ text: m.factorsRemoved({ name: user.name }) });
    onClose();
  };
  return (
    <FormDialog
      title={m.removeFactorsOf({ name: user.name })}
      deed={m.remove}
      isDanger
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ userId: user.id }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="t13">{m.removeFactorsText}</p>
    </FormDialog>
  );
}

function PasswordLinkDialog({ user, onClose }: UserDialogProps) {
  const m = messages.use();
  const { mutate, data, error, isPending } = useChange('createPasswordResetLink');
  const { name } = user;
  if (data !== undefined) {
    return (
      <OnceDialog
        title={m.passwordLinkOf({ name })}
        text={m.passwordLinkOnce({ name })}
        secret={data.link}
        done={m.kept}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={m.passwordLinkOf({ name })}
      deed={m.create}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ userId: user.id })}
      onClose={onClose}
    >
      <p className="t13">{m.passwordLinkText}</p>
    </FormDialog>
  );
}
