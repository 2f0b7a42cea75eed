import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';
import type { Webhook } from './webhook-part.js';

/** Sends the events since a moment once more. */
export function ReplayDialog({ webhook, onClose }: { readonly webhook: Webhook; onClose(): void }) {
  const m = messages.use();
  const [since, setSince] = useState('');
  const { mutate, error, isPending } = useChange('replayEvents');
  const instant = new Date(since);
  const isValid = !Number.isNaN(instant.getTime());
  const { subProjectId, id: subscriptionId, name } = webhook;
  const done = () => {
    showToast({ text: m.replayBegun({ name }) });
    onClose();
  };
  return (
    <FormDialog
      title={m.replayOf({ name })}
      deed={m.replay}
      isIncomplete={!isValid}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ subProjectId, subscriptionId, since: instant.toISOString() }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="t13">{m.replayText}</p>
      <TextField label={m.sinceWhen} isRequired type="datetime-local" value={since} onChange={setSince} />
    </FormDialog>
  );
}
