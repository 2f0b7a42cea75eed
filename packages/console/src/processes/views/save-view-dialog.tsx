import { type FormEvent, useId, useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import type { View } from '../model/use-list-context.js';
import { requestOfView } from './request-of-view.js';
import styles from './views.module.css';

export interface SaveViewDialogProps {
  readonly mayShare: boolean;
  onSaved(view: View): void;
  onClose(): void;
}

/** Saves what is shown as a new view: its name, and who has it. */
export function SaveViewDialog({ mayShare, onSaved, onClose }: SaveViewDialogProps) {
  const m = messages.use();
  const form = useId();
  const { schema, settings } = useList();
  const own = useMe().subProjects.find(({ id }) => id === schema.subProjectId);
  const [name, setName] = useState('');
  const [sharing, setSharing] = useState('nobody');
  const save = useChange('saveView');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const sharedWith = sharing === 'nobody' || sharing === 'everyone' ? sharing : 'role';
    const request = {
      ...requestOfView(schema.subProjectId, settings),
      name: name.trim(),
      sharedWith,
      ...(sharedWith === 'role' ? { role: sharing } : {}),
    } as const;
    save.mutate(request, {
      onSuccess: ({ view }) => {
        showToast({ text: m.viewSaved });
        onSaved(view);
      },
    });
  };
  return (
    <Dialog
      title={m.saveAs}
      onClose={onClose}
      back={m.cancel}
      actions={
        <Button look="primary" type="submit" form={form} isBusy={save.isPending} aria-disabled={name.trim() === ''}>
          {m.save}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field label={m.name}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {mayShare && (
          <Field label={m.sharedWith}>
            {(ids) => (
              <Select {...ids} value={sharing} onChange={({ target }) => setSharing(target.value)}>
                <option value="nobody">{m.forMe}</option>
                <option value="everyone">{m.forEveryone}</option>
                {(own?.roles ?? []).map((role) => (
                  <option key={role} value={role}>
                    {role}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {save.error !== null && <ProblemView error={save.error} />}
      </form>
    </Dialog>
  );
}
