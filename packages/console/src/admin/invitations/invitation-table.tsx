import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';

type Invitation = AnswerOf<'getInvitations'>['invitations'][number];

export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const m = messages.use();
  const [shown, setShown] = useState<{ readonly name: string; readonly link: string }>();
  // Not in the rows: one that is revoked leaves the list before it could say so.
  const resend = useChange('resendInvitation');
  const revoke = useChange('revokeInvitation');
  const onError = (error: Error) => showFailure(error);
  const sendAgain = (invitationId: string, name: string) =>
    resend.mutate(
      { invitationId },
      {
        onSuccess: ({ link }) =>
          link === null ? showToast({ text: m.invited({ email: name }) }) : setShown({ name, link }),
        onError,
      },
    );
  const end = (invitationId: string, name: string) =>
    revoke.mutate({ invitationId }, { onSuccess: () => showToast({ text: m.revoked({ name }) }), onError });
  return (
    <>
      <Table aria-label={m.invitations} density="roomy" layout="cards" className={styles.table}>
        <thead>
          <tr>
            <ColumnHead>{m.person}</ColumnHead>
            <ColumnHead>{m.invitedBy}</ColumnHead>
            <ColumnHead>{m.linkEnds}</ColumnHead>
            <ColumnHead>
              <span className="vh">{m.actions}</span>
            </ColumnHead>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <td>
                <span className="row wrap">
                  <span className="clip b5">{invitation.email ?? invitation.name}</span>
                  {invitation.administrator && <Badge tone="accent">{m.administrator}</Badge>}
                  {invitation.memberships.flatMap(({ subProjectId, roles }) =>
                    roles.map((role) => <Badge key={`${subProjectId} ${role}`}>{role}</Badge>),
                  )}
                </span>
              </td>
              <td className="t3">
                {invitation.invitedBy} <When at={invitation.createdTs} />
                {invitation.delivery?.state === 'failed' && <span className="danger-t"> · {m.mailFailed}</span>}
              </td>
              <td className="t3">
                <When at={invitation.expiresTs} />
              </td>
              <td>
                <Deeds invitation={invitation} onSend={sendAgain} onRevoke={end} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {shown !== undefined && (
        <OnceDialog
          title={m.invitationOf({ name: shown.name })}
          text={m.linkOnce({ name: shown.name })}
          secret={shown.link}
          done={m.kept}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

interface DeedsProps {
  readonly invitation: Invitation;
  onSend(id: string, name: string): void;
  onRevoke(id: string, name: string): void;
}

/** Open ones can be revoked; those that nobody accepted or revoked can be sent again. */
function Deeds({ invitation: { id, email, name, state }, onSend, onRevoke }: DeedsProps) {
  const m = messages.use();
  const who = email ?? name;
  return (
    <span className="row end">
      {(state === 'open' || state === 'expired') && (
        <Button size="small" onClick={() => onSend(id, who)}>
          {m.sendAgain}
          <span className="vh"> {who}</span>
        </Button>
      )}
      {state === 'open' && (
        <Button size="small" onClick={() => onRevoke(id, who)}>
          {m.revoke}
          <span className="vh"> {who}</span>
        </Button>
      )}
    </span>
  );
}
