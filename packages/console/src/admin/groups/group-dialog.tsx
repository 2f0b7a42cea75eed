import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';

export type Group = AnswerOf<'getGroups'>['groups'][number];

/** Creates a group and opens its page, or changes what is known about one. */
export function GroupDialog({ group, onClose }: { readonly group?: Group; onClose(): void }) {
  const m = messages.use();
  const navigate = useNavigate();
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const create = useChange('createGroup');
  const update = useChange('updateGroup');
  const { error, isPending } = group === undefined ? create : update;
  const submit = () => {
    const saved = { name: name.trim(), description: description.trim() };
    if (group !== undefined) return update.mutate({ groupId: group.id, ...saved }, { onSuccess: onClose });
    return create.mutate(saved, {
      onSuccess: ({ group: { id } }) => void navigate({ to: '/admin/groups/$groupId', params: { groupId: id } }),
    });
  };
  return (
    <FormDialog
      title={group === undefined ? m.newGroup : m.changeOf({ name: group.name })}
      deed={group === undefined ? m.create : m.save}
      isIncomplete={name.trim() === ''}
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={m.name}
        hint={group === undefined ? m.groupNameHint : m.renameGroupHint}
        isRequired
        value={name}
        onChange={setName}
      />
      <TextField label={m.description} maxLength={1000} value={description} onChange={setDescription} />
    </FormDialog>
  );
}
