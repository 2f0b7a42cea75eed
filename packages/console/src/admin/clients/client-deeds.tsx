import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import type { Client } from './client-state.js';

/** Seconds for which the old secret stays valid. */
const OVERLAPS = [0, 3600, 86_400, 604_800] as const;
const DEFAULT_OVERLAP = 86_400;

/** What an administrator can do with a client. */
export function ClientDeeds({ client }: { readonly client: Client }) {
  const m = messages.use();
  const [isRotating, setRotating] = useState(false);
  const { mutate, isPending } = useChange('updateClient');
  const { clientId, disabled } = client;
  const toggle = () =>
    mutate(
      { clientId, disabled: !disabled },
      {
        onSuccess: () => showToast({ text: disabled ? m.clientEnabled({ clientId }) : m.clientDisabled({ clientId }) }),
        onError: (error) => showFailure(error),
      },
    );
  return (
    <span className="row wrap end">
      <Button size="small" onClick={() => setRotating(true)}>
        {m.rotate}
        <span className="vh"> {clientId}</span>
      </Button>
      <Button size="small" isBusy={isPending} onClick={toggle}>
        {disabled ? m.enable : m.disable}
        <span className="vh"> {clientId}</span>
      </Button>
      {isRotating && <RotateDialog clientId={clientId} onClose={() => setRotating(false)} />}
    </span>
  );
}

function RotateDialog({ clientId, onClose }: { readonly clientId: string; onClose(): void }) {
  const m = messages.use();
  const [overlap, setOverlap] = useState(String(DEFAULT_OVERLAP));
  const { mutate, data, error, isPending } = useChange('rotateClientSecret');
  const title = m.rotateOf({ clientId });
  if (data !== undefined) {
    return (
      <OnceDialog title={title} text={m.secretOnce} done={m.keptSecret} secret={data.client_secret} onClose={onClose} />
    );
  }
  return (
    <FormDialog
      title={title}
      deed={m.rotate}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ clientId, overlapSeconds: Number(overlap) })}
      onClose={onClose}
    >
      <Field label={m.oldSecret} hint={m.oldSecretHint}>
        {(ids) => (
          <Select {...ids} value={overlap} onChange={({ target }) => setOverlap(target.value)}>
            {OVERLAPS.map((seconds) => (
              <option key={seconds} value={seconds}>
                {m.overlap({ seconds: String(seconds) })}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
