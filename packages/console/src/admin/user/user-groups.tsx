import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { messages } from '../messages/index.gen.js';
import type { User } from '../users/user-table.js';

const MOST = '1000';

/** The groups that a user is in. */
export function UserGroups({ user }: { readonly user: User }) {
  const m = messages.use();
  const [isAdding, setAdding] = useState(false);
  const reading = useQuery(read('getGroups', { userId: user.id, perPageCount: MOST }));
  const { mutate } = useChange('setGroupMembers');
  const groups = reading.data?.groups ?? [];
  const takeOut = (groupId: string, group: string) =>
    mutate(
      { groupId, remove: [user.id] },
      {
        onSuccess: ({ kept }) =>
          showToast({
            text: kept === 0 ? m.takenOut({ name: user.name, group }) : m.stays({ name: user.name, group }),
          }),
        onError: (error) => showFailure(error),
      },
    );
  return (
    <Section
      title={m.groups}
      reading={reading}
      actions={
        <Button size="small" onClick={() => setAdding(true)}>
          {m.putIntoGroup}
        </Button>
      }
    >
      {groups.length === 0 && <p className="t13 t3">{m.inNoGroup}</p>}
      {groups.length > 0 && (
        <Items>
          {groups.map(({ id, name, description }) => (
            <Item
              key={id}
              icon={Users}
              name={
                <Link to="/admin/groups/$groupId" params={{ groupId: id }} className="b5">
                  {name}
                </Link>
              }
              {...(description !== '' && { detail: description })}
              actions={
                <Button size="small" onClick={() => takeOut(id, name)}>
                  {m.takeOut}
                  <span className="vh"> {name}</span>
                </Button>
              }
            />
          ))}
        </Items>
      )}
      {isAdding && (
        <PutIntoGroup user={user} isIn={new Set(groups.map(({ id }) => id))} onClose={() => setAdding(false)} />
      )}
    </Section>
  );
}

interface PutIntoGroupProps {
  readonly user: User;
  readonly isIn: ReadonlySet<string>;
  onClose(): void;
}

function PutIntoGroup({ user, isIn, onClose }: PutIntoGroupProps) {
  const m = messages.use();
  const [groupId, setGroupId] = useState('');
  const all = useQuery(read('getGroups', { perPageCount: MOST }));
  const { mutate, error, isPending } = useChange('setGroupMembers');
  const others = all.data?.groups.filter(({ id }) => !isIn.has(id));
  return (
    <FormDialog
      title={m.putIntoGroup}
      deed={m.putIn}
      isIncomplete={groupId === ''}
      isPending={isPending}
      error={error ?? all.error}
      onSubmit={() => mutate({ groupId, add: [user.id] }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {others?.length === 0 ? (
        <Note>{m.noOtherGroup}</Note>
      ) : (
        <Field label={m.group} hint={m.groupRolesHint} isRequired>
          {(ids) => (
            <Select {...ids} value={groupId} onChange={({ target }) => setGroupId(target.value)}>
              <option value="">{m.choose}</option>
              {others?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
