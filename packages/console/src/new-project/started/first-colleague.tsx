import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { addMember } from '../../api/people-add.js';
import { isProblem } from '../../api/problem.js';
import { read } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Checkbox } from '../../ui/field/controls.js';
import { TextField } from '../../ui/field/text-field.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { messages } from '../messages/index.gen.js';
import styles from '../new-project.module.css';

const MOST = '100';

/** Who is there beside the person who created the project, and the invitation of the next one. */
export function FirstColleague({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const queries = useQueryClient();
  const me = useMe();
  const members = useQuery(read('getMembers', { subProjectId, perPageCount: MOST }));
  const invitations = useQuery(read('getInvitations', { state: 'open', perPageCount: MOST }));
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationKey: ['setMemberRoles', 'inviteMember'],
    mutationFn: (name: string) => addMember(queries, subProjectId, { kind: 'person', name, roles: [...chosen] }),
    onSuccess: ({ outcome, link }, name) => {
      if (link === undefined) showToast({ text: outcome === 'invited' ? m.invited({ name }) : m.added({ name }) });
      setEmail('');
      setChosen(new Set());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '' && chosen.size > 0) mutate(email.trim());
  };
  const here = (members.data?.members ?? []).filter(({ userId }) => userId !== me.user.id);
  const invited = (invitations.data?.invitations ?? []).filter(({ memberships }) =>
    memberships.some((membership) => membership.subProjectId === subProjectId),
  );
  return (
    <Section title={m.colleague} reading={members}>
      {here.length + invited.length > 0 && (
        <Items>
          {here.map(({ userId, name, roles }) => (
            <Item key={userId} icon={UserRound} name={name} detail={roles.join(', ')} />
          ))}
          {invited.map(({ id, email: address, name }) => (
            <Item key={id} icon={Mail} name={address ?? name} detail={m.isInvited} />
          ))}
        </Items>
      )}
      <form className={styles.invite} onSubmit={submit}>
        <TextField label={m.email} hint={m.emailHint} type="email" maxLength={254} value={email} onChange={setEmail} />
        <fieldset className={styles.roleChoice}>
          <legend className="label">{m.theirRoles}</legend>
          {members.data?.roles.map(({ name }) => (
            <Checkbox
              key={name}
              checked={chosen.has(name)}
              onChange={({ target }) =>
                setChosen(
                  (before) => new Set(target.checked ? [...before, name] : [...before].filter((one) => one !== name)),
                )
              }
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
        {error !== null && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && <ProblemView error={error} />}
        <div>
          <Button type="submit" isBusy={isPending} disabled={email.trim() === '' || chosen.size === 0}>
            {m.invite}
          </Button>
        </div>
      </form>
      {data?.link !== undefined && (
        <OnceDialog title={m.invitation} text={m.linkShownOnce} secret={data.link} done={m.linkKept} onClose={reset} />
      )}
    </Section>
  );
}
