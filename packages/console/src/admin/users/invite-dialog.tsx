import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { Checkbox } from '../../ui/field/controls.js';
import { TextField } from '../../ui/field/text-field.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';

/** Groups that are offered; of more the first. */
const MOST_GROUPS = '100';

/** Invites a person by e-mail. Without e-mail the link is shown, once. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [isAdministrator, setAdministrator] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const groups = useQuery(read('getGroups', { perPageCount: MOST_GROUPS })).data?.groups ?? [];
  const { mutate, data, error, isPending } = useChange('inviteUser');
  if (data?.link != null) {
    return (
      <OnceDialog
        title={m.invitationOf({ name: email })}
        text={m.linkOnce({ name: email })}
        secret={data.link}
        done={m.kept}
        onClose={onClose}
      />
    );
  }
  const submit = () =>
    mutate(
      { email, ...(name.trim() !== '' && { name: name.trim() }), administrator: isAdministrator, groups: [...chosen] },
      {
        onSuccess: ({ link }) => {
          if (link !== null) return;
          showToast({ text: m.invited({ email }) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={m.invite}
      deed={m.invite}
      isIncomplete={email === ''}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={m.email}
        hint={m.inviteHint}
        isRequired
        type="email"
        maxLength={254}
        value={email}
        onChange={(text) => setEmail(text.trim())}
      />
      <TextField label={m.name} hint={m.suggestedName} value={name} onChange={setName} />
      {groups.length > 0 && (
        <fieldset className={styles.choice}>
          <legend className="label">{m.groups}</legend>
          {groups.map((group) => (
            <Checkbox
              key={group.id}
              checked={chosen.has(group.id)}
              onChange={({ target }) =>
                setChosen(new Set(target.checked ? [...chosen, group.id] : [...chosen].filter((id) => id !== group.id)))
              }
            >
              {group.name}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Checkbox checked={isAdministrator} onChange={({ target }) => setAdministrator(target.checked)}>
        {m.asAdministrator}
      </Checkbox>
    </FormDialog>
  );
}
