import { useChange } from '../../api/queries.js';
import { messages } from '../messages/index.gen.js';
import { DeleteDialog } from '../parts/delete-dialog.js';
import { RotateDialog } from '../parts/rotate-dialog.js';
import { useLeave } from '../parts/use-leave.js';
import type { Hook } from './hook-part.js';

interface HookDialogProps {
  readonly subProjectId: string;
  readonly hook: Hook;
  onClose(): void;
}

export function RotateHookDialog({ subProjectId, hook: { id, name }, onClose }: HookDialogProps) {
  const m = messages.use();
  const change = useChange('rotateInboundHookSecret');
  const submit = () => change.mutate({ subProjectId, hookId: id });
  return <RotateDialog name={name} text={m.rotateHookText} change={change} onSubmit={submit} onClose={onClose} />;
}

export function DeleteHookDialog({ subProjectId, hook: { id, name }, onClose }: HookDialogProps) {
  const m = messages.use();
  const leave = useLeave(subProjectId, 'hooks');
  const change = useChange('deleteInboundHook');
  const submit = () => change.mutate({ subProjectId, hookId: id }, { onSuccess: () => leave(m.hookDeleted({ name })) });
  return <DeleteDialog name={name} text={m.deleteHookText} change={change} onSubmit={submit} onClose={onClose} />;
}
