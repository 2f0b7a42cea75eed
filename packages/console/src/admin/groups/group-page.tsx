import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { Empty } from '../../ui/feedback/empty.js';
import { TextField } from '../../ui/field/text-field.js';
import { messages } from '../messages/index.gen.js';
import { AdminPage } from '../parts/admin-page.js';
import { type Group, GroupDialog } from './group-dialog.js';
import { GroupMembers } from './group-members.js';

const route = getRouteApi('/frame/admin/groups/$groupId');

/** One group: its people, and who says that they are in it. */
export function GroupPage() {
  const m = messages.use();
  const { administrator } = useMe();
  const { groupId } = route.useParams();
  const [asks, setAsks] = useState<'add' | 'change'>();
  const [deleted, setDeleted] = useState<Group>();
  const reading = useQuery({ ...read('getGroups', { groupId }), enabled: administrator });
  const group = reading.data?.groups[0];
  const close = () => setAsks(undefined);
  return (
    <AdminPage
      title={group?.name ?? m.group}
      of={reading}
      actions={
        group !== undefined && (
          <Button look="primary" icon={UserPlus} onClick={() => setAsks('add')}>
            {m.addPeople}
          </Button>
        )
      }
      tools={
        group !== undefined && (
          <>
            <span className="t13 t2 grow">{group.description}</span>
            <Button icon={Pencil} onClick={() => setAsks('change')}>
              {m.change}
            </Button>
            <Button icon={Trash2} onClick={() => setDeleted(group)}>
              {m.delete}
            </Button>
          </>
        )
      }
    >
      {group === undefined && (
        <Empty kind="nothing" title={m.noSuchGroup}>
          {m.noSuchGroupText}
        </Empty>
      )}
      {group !== undefined && (
        <>
          <GroupMembers group={group} />
          {asks === 'add' && <AddDialog group={group} onClose={close} />}
          {asks === 'change' && <GroupDialog group={group} onClose={close} />}
        </>
      )}
      {/* It is still there when the group no longer is, and leads back to the list. */}
      {deleted !== undefined && <DeleteDialog group={deleted} onClose={() => setDeleted(undefined)} />}
    </AdminPage>
  );
}

interface AskProps {
  readonly group: Group;
  onClose(): void;
}

function AddDialog({ group, onClose }: AskProps) {
  const m = messages.use();
  const [email, setEmail] = useState('');
  const { mutate, error, isPending } = useChange('setGroupMembers');
  return (
    <FormDialog
      title={m.addTo({ group: group.name })}
      deed={m.putIn}
      isIncomplete={email === ''}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ groupId: group.id, add: [email] }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={m.email}
        hint={m.addHint}
        isRequired
        maxLength={254}
        value={email}
        onChange={(text) => setEmail(text.trim())}
      />
    </FormDialog>
  );
}

function DeleteDialog({ group, onClose }: AskProps) {
  const m = messages.use();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useChange('deleteGroup');
  return (
    <FormDialog
      title={m.deleteOf({ name: group.name })}
      deed={m.delete}
      isDanger
      isPending={isPending}
      error={error}
      onSubmit={() =>
        mutate({ groupId: group.id }, { onSuccess: () => void navigate({ to: '/admin/groups', replace: true }) })
      }
      onClose={onClose}
    >
      <p className="t13">{m.deleteGroupText}</p>
    </FormDialog>
  );
}
