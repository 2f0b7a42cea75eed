import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';

/** Makes a webhook that belongs to the person, and shows its secret once. */
export function CreateDialog({ subProjectId, onClose }: { readonly subProjectId: string; onClose(): void }) {
  const m = messages.use();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState('*');
  const [payload, setPayload] = useState<'thin' | 'full'>('thin');
  const { mutate, data, error, isPending } = useChange('createEventSubscription');
  if (data?.secret != null) {
    const title = m.webhookCreated({ name: data.subscription.name });
    return <OnceDialog title={title} text={m.secretOnce} done={m.keptSecret} secret={data.secret} onClose={onClose} />;
  }
  const submit = () =>
    mutate({
      subProjectId,
      url,
      payload,
      types: types.split(/[\s,]+/).filter((type) => type !== ''),
      ...(name.trim() !== '' && { name: name.trim() }),
    });
  return (
    <FormDialog
      title={m.newWebhook}
      deed={m.create}
      isIncomplete={url === '' || types.trim() === ''}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={m.url}
        hint={m.urlHint}
        isRequired
        type="url"
        maxLength={2048}
        value={url}
        onChange={(text) => setUrl(text.trim())}
      />
      <TextField label={m.name} hint={m.webhookNameHint} value={name} onChange={setName} />
      <TextField label={m.types} hint={m.typesHint} isRequired maxLength={2000} value={types} onChange={setTypes} />
      <Field label={m.payload} hint={m.payloadHint}>
        {(ids) => (
          <Select {...ids} value={payload} onChange={({ target }) => setPayload(target.value as 'thin' | 'full')}>
            <option value="thin">{m.payloadOf({ payload: 'thin' })}</option>
            <option value="full">{m.payloadOf({ payload: 'full' })}</option>
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
