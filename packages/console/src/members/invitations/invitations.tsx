import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';
import { LinkDialog } from '../people/add-dialog.js';

const MOST = '100';

/** The invitations into the sub-project that nobody has accepted yet. Nothing is shown where there are none. */
export function Invitations({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const [shown, setShown] = useState<{ readonly link: string; readonly name: string }>();
  const { data, error, refetch } = useQuery(read('getInvitations', { state: 'open', perPageCount: MOST }));
  const { mutate: resend } = useChange('resendInvitation');
  const { mutate: revoke } = useChange('revokeInvitation');
  const onError = (failure: Error) => showFailure(failure);
  const sendAgain = (invitationId: string, name: string): void =>
    resend(
      { invitationId },
      {
        onSuccess: ({ link }) =>
          link === null ? showToast({ text: m.invited({ email: name }) }) : setShown({ link, name }),
        onError,
      },
    );
  const end = (invitationId: string, name: string): void =>
    revoke({ invitationId }, { onSuccess: () => showToast({ text: m.revoked({ name }) }), onError });
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  const open = (data?.invitations ?? []).flatMap(({ memberships, ...invitation }) => {
    const own = memberships.find((membership) => membership.subProjectId === subProjectId);
    return own === undefined ? [] : [{ ...invitation, roles: own.roles }];
  });
  if (open.length === 0) return null;
  return (
    <div className={styles.invitations}>
      <Section title={m.invitations}>
        <Items>
          {open.map(({ id, email, name, roles, expiresTs, invitedBy, delivery }) => {
            const who = email ?? name;
            return (
              <Item
                key={id}
                icon={Mail}
                name={
                  <>
                    <span className="clip b5">{who}</span>
                    {roles.map((role) => (
                      <Badge key={role}>{role}</Badge>
                    ))}
                  </>
                }
                detail={
                  <>
                    {m.invitedBy({ name: invitedBy })} · {m.ends} <When at={expiresTs} />
                    {delivery?.state === 'failed' && <span className="danger-t"> · {m.mailFailed}</span>}
                  </>
                }
                actions={
                  <>
                    <Button size="small" onClick={() => sendAgain(id, who)}>
                      {m.sendAgain}
                      <span className="vh"> {who}</span>
                    </Button>
                    <Button size="small" onClick={() => end(id, who)}>
                      {m.revoke}
                      <span className="vh"> {who}</span>
                    </Button>
                  </>
                }
              />
            );
          })}
        </Items>
      </Section>
      {shown !== undefined && <LinkDialog {...shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}
