import { useState } from 'react';
import { isProblem } from '../../api/problem.js';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { may } from '../../session/can.js';
import { type Me, useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Why } from '../../ui/feedback/why.js';
import { messages } from '../messages/index.gen.js';
import { givenRole, type Holder, nameOf, ownRoles, type Role } from '../model/given-roles.js';
import { ExplainedRights } from '../roles/explained-rights.js';
import { RightsOf } from '../roles/rights-of.js';
import { RoleChoice } from './role-choice.js';

export interface RolesDialogProps {
  readonly subProjectId: string;
  readonly roles: readonly Role[];
  readonly holder: Holder;
  readonly mayChange: boolean;
  onClose(): void;
}

/** The roles of a person or a group: where they come from, what they allow together, and a way to change them. */
export function RolesDialog({ subProjectId, roles, holder, mayChange, onClose }: RolesDialogProps) {
  const m = messages.use();
  const me = useMe();
  const before = ownRoles(holder, roles);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(before));
  const { mutate, error, isPending } = useChange('setMemberRoles');
  const name = nameOf(holder);
  const isChanged = chosen.size !== before.length || before.some((role) => !chosen.has(role));
  const effective = roles.filter((role) => chosen.has(role.name) || givenRole(holder, role.name).groups.length > 0);
  const save = () =>
    mutate(
      {
        subProjectId,
        ...(holder.kind === 'person' ? { user: holder.person.userId } : { group: holder.group.groupId }),
        roles: roles.flatMap((role) => (chosen.has(role.name) ? [role.name] : [])),
      },
      {
        onSuccess: () => {
          showToast({ text: effective.length === 0 ? m.removed({ name }) : m.saved({ name }) });
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={m.rolesOf({ name })}
      onClose={onClose}
      back={mayChange ? m.cancel : m.close}
      actions={
        mayChange && (
          <Button look="primary" isBusy={isPending} disabled={!isChanged} onClick={save}>
            {m.save}
          </Button>
        )
      }
    >
      <div className="col g16">
        <RoleChoice
          roles={roles}
          chosen={chosen}
          onChange={setChosen}
          whyFixed={(role) => {
            if (!mayChange) return '';
            return givenRole(holder, role.name).isOfDocument ? m.ofDocument : undefined;
          }}
          note={({ name: role }) =>
            givenRole(holder, role).groups.map((group) => <span key={group}>{m.alsoThroughGroup({ group })}</span>)
          }
        />
        {mayChange && effective.length === 0 && before.length > 0 && <Note tone="waiting">{m.willBeRemoved}</Note>}
        {effective.length > 0 && (
          <Why label={m.whatRolesAllow}>
            <RightsOf roles={effective} />
          </Why>
        )}
        {holder.kind === 'person' && mayExplain(me, subProjectId, holder.person.userId) && (
          <Why label={m.explainRights}>
            <ExplainedRights subProjectId={subProjectId} userId={holder.person.userId} />
          </Why>
        )}
        {error !== null && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && <ProblemView error={error} />}
      </div>
    </Dialog>
  );
}

/** People may ask about themselves; about others only who reads the audit log. */
const mayExplain = (me: Me, subProjectId: string, userId: string) =>
  me.user.id === userId || may(me, { grant: 'audit.read', subProjectId });
