import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { ShortId } from '../../ui/copy/copy.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Note } from '../../ui/feedback/note.js';
import { Facts } from '../../ui/table/facts.js';
import { When } from '../../ui/text/when.js';
import styles from '../admin.module.css';
import { UserClients } from '../clients/user-clients.js';
import { messages } from '../messages/index.gen.js';
import { AdminPage } from '../parts/admin-page.js';
import { type User, UserBadges } from '../users/user-table.js';
import { type Deed, UserDialog } from './user-dialog.js';
import { UserGroups } from './user-groups.js';
import { UserSessions } from './user-sessions.js';
import { UserSignIn } from './user-sign-in.js';
import { UserTokens } from './user-tokens.js';

const route = getRouteApi('/frame/admin/users/$userId');

/** One user: who it is, groups, where it is signed in, and what an administrator can do about it. */
export function UserPage() {
  const m = messages.use();
  const { administrator } = useMe();
  const { userId } = route.useParams();
  const reading = useQuery({ ...read('getUsers', { userId }), enabled: administrator });
  const user = reading.data?.users[0];
  return (
    <AdminPage title={user?.name ?? m.user} of={reading} beside={user !== undefined && <UserBadges user={user} />}>
      {user === undefined ? (
        <Empty kind="nothing" title={m.noSuchUser}>
          {m.noSuchUserText}
        </Empty>
      ) : (
        <Parts user={user} />
      )}
    </AdminPage>
  );
}

function Parts({ user }: { readonly user: User }) {
  const m = messages.use();
  const me = useMe();
  const [deed, setDeed] = useState<Deed>();
  const isPerson = user.kind === 'person';
  const isSelf = me.user.id === user.id;
  return (
    <div className={styles.sections}>
      <Facts
        items={[
          [m.email, user.email],
          [m.kind, m.kindOf({ kind: user.kind })],
          [m.since, <When key="since" at={user.createdTs} />],
          [m.id, <ShortId key="id" id={user.id} />],
        ]}
      />
      <div className="row wrap">
        <Button onClick={() => setDeed('rename')}>{m.rename}</Button>
        {isPerson && !user.disabled && <Button onClick={() => setDeed('passwordLink')}>{m.passwordLink}</Button>}
        {!isSelf && (
          <>
            <Button onClick={() => setDeed('endAccess')}>{m.endAccess}</Button>
            {user.disabled ? (
              <Button onClick={() => setDeed('enable')}>{m.enable}</Button>
            ) : (
              <Button look="danger" onClick={() => setDeed('disable')}>
                {m.disable}
              </Button>
            )}
          </>
        )}
      </div>
      {isSelf && <Note>{m.thisIsYou}</Note>}
      <UserGroups user={user} />
      {isPerson && <UserSessions user={user} />}
      {isPerson && <UserSignIn user={user} isSelf={isSelf} />}
      {isPerson && <UserTokens user={user} />}
      <UserClients userId={user.id} />
      {deed !== undefined && <UserDialog user={user} deed={deed} onClose={() => setDeed(undefined)} />}
    </div>
  );
}
