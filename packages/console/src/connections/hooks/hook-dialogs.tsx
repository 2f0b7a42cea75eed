import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { messages } from '../messages/index.gen.js';
import type { Hook } from './hook-part.js';

interface HookDialogProps {
  readonly subProjectId: string;
  readonly hook: Hook;
  onClose(): void;
}

export function RotateHookDialog({ subProjectId, hook: { id, name }, onClose }: HookDialogProps) {
  const m = messages.use();
  const { mutate, data, error, isPending } = useChange('rotateInboundHookSecret');
  const title = m.rotateOf({ name });
  if (data?.secret != null) {
    return <OnceDialog title={title} text={m.secretOnce} done={m.keptSecret} secret={data.secret} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={title}
      deed={m.rotate}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ subProjectId, hookId: id })}
      onClose={onClose}
    >
      <p className="t13">{m.rotateHookText}</p>
    </FormDialog>
  );
}

export function DeleteHookDialog({ subProjectId, hook: { id, name }, onClose }: HookDialogProps) {
  const m = messages.use();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useChange('deleteInboundHook');
  const done = () => {
    showToast({ text: m.hookDeleted({ name }) });
    void navigate({
      to: '/connections/$subProjectId',
      params: { subProjectId },
      search: { show: 'hooks' },
      replace: true,
    });
  };
  return (
    <FormDialog
      title={m.deleteOf({ name })}
      deed={m.delete}
      isDanger
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ subProjectId, hookId: id }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="t13">{m.deleteHookText}</p>
    </FormDialog>
  );
}
