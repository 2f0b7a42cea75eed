import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ShowMore } from '../../list/page/show-more.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Select } from '../../ui/field/controls.js';
import { messages } from '../messages/index.gen.js';
import { AdminList } from '../parts/admin-page.js';
import { type InvitationsSearch, invitationStates, readInvitationsSearch } from '../parts/search.js';
import { usePages } from '../parts/use-pages.js';
import { InviteDialog } from '../users/invite-dialog.js';
import { InvitationTable } from './invitation-table.js';

const route = getRouteApi('/frame/admin/invitations');

/** Whom somebody invited, and what became of it. */
export function InvitationsPage() {
  const m = messages.use();
  const { state = 'open' } = readInvitationsSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const reading = usePages('getInvitations', { state });
  const invitations = reading.pages.flatMap((page) => page.invitations);
  const [isInviting, setInviting] = useState(false);
  const show = (chosen: string) =>
    void navigate({
      to: '/admin/invitations',
      search: chosen === 'open' ? {} : { state: chosen as NonNullable<InvitationsSearch['state']> },
      replace: true,
    });
  return (
    <AdminList
      title={m.invitations}
      total={reading.meta}
      of={reading}
      isRead={reading.data !== undefined}
      actions={
        <Button look="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {m.invite}
        </Button>
      }
      tools={
        <Select aria-label={m.show} value={state} onChange={({ target }) => show(target.value)}>
          {(['open', ...invitationStates] as const).map((each) => (
            <option key={each} value={each}>
              {m.onlyInvitations({ state: each })}
            </option>
          ))}
        </Select>
      }
    >
      {invitations.length === 0 ? (
        <Empty kind="nothing" title={m.noInvitations}>
          {m.noInvitationsText}
        </Empty>
      ) : (
        <InvitationTable invitations={invitations} />
      )}
      <ShowMore of={reading} />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </AdminList>
  );
}
