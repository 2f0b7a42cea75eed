import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Adding, addMember } from '../../api/people-add.js';
import { isProblem } from '../../api/problem.js';
import { read } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Secret } from '../../ui/copy/secret.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Select, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { Segments } from '../../ui/tabs/segments.js';
import { messages } from '../messages/index.gen.js';
import type { Role } from '../model/given-roles.js';
import { RoleChoice } from './role-choice.js';

const FORM = 'add-member';
const MOST_GROUPS = '200';

export interface AddDialogProps {
  readonly subProjectId: string;
  readonly roles: readonly Role[];
  onClose(): void;
}

type Kind = 'person' | 'group';

/** Gives roles to a person or a group. Who has no user yet is invited; without e-mail the link is shown, once. */
export function AddDialog({ subProjectId, roles, onClose }: AddDialogProps) {
  const m = messages.use();
  const { administrator } = useMe();
  const [kind, setKind] = useState<Kind>('person');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const {
    mutate,
    data: link,
    error,
    isPending,
  } = useAdding(subProjectId, (text) => {
    showToast({ text });
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && chosen.size > 0) mutate({ kind, name: name.trim(), roles: [...chosen] });
  };
  if (link !== undefined) return <LinkDialog link={link} name={name.trim()} onClose={onClose} />;
  return (
    <Dialog
      title={m.add}
      onClose={onClose}
      back={m.cancel}
      actions={
        <Button
          look="primary"
          type="submit"
          form={FORM}
          isBusy={isPending}
          disabled={name.trim() === '' || chosen.size === 0}
        >
          {m.add}
        </Button>
      }
    >
      <form id={FORM} className="col g16" onSubmit={submit}>
        {administrator && (
          <Segments
            label={m.whoToAdd}
            items={[
              { id: 'person', label: m.person },
              { id: 'group', label: m.group },
            ]}
            selected={kind}
            onSelect={(next) => {
              setKind(next);
              setName('');
            }}
          />
        )}
        {kind === 'person' ? (
          <Field label={m.email} hint={m.emailHint} isRequired>
            {(ids) => (
              <TextInput
                {...ids}
                type="email"
                autoComplete="off"
                maxLength={254}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        ) : (
          <GroupField value={name} onChange={setName} />
        )}
        <RoleChoice roles={roles} chosen={chosen} onChange={setChosen} />
        {error !== null && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && <ProblemView error={error} />}
      </form>
    </Dialog>
  );
}

/**
 * @param onDone what is told when nothing is left to do
 * @returns a mutation whose data is the link for the person, where this server sends no e-mail
 */
function useAdding(subProjectId: string, onDone: (text: string) => void) {
  const m = messages.use();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: ['setMemberRoles', 'inviteMember'],
    mutationFn: async (adding: Adding): Promise<string | undefined> => {
      const { outcome, link } = await addMember(queries, subProjectId, adding);
      const { name } = adding;
      if (outcome === 'had') onDone(m.hadRoles({ name }));
      if (outcome === 'given') onDone(m.saved({ name }));
      if (outcome === 'invited' && link === undefined) onDone(m.invited({ email: name }));
      return link;
    },
  });
}

function GroupField({ value, onChange }: { readonly value: string; onChange(name: string): void }) {
  const m = messages.use();
  const { data, error, refetch } = useQuery(read('getGroups', { perPageCount: MOST_GROUPS }));
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data?.groups.length === 0) return <Note>{m.noGroups}</Note>;
  return (
    <Field label={m.group} isRequired>
      {(ids) => (
        <Select {...ids} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{m.choose}</option>
          {data?.groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The link of an invitation, for the person who invites to pass on. */
export function LinkDialog({ link, name, onClose }: { readonly link: string; readonly name: string; onClose(): void }) {
  const m = messages.use();
  return (
    <Dialog
      title={m.invitationOf({ name })}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {m.linkKept}
        </Button>
      }
    >
      <div className="col g12">
        <Note tone="waiting">{m.linkShownOnce({ name })}</Note>
        <Secret text={link} />
      </div>
    </Dialog>
  );
}
