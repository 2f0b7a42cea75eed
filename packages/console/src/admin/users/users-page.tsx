import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Bot, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ShowMore } from '../../list/page/show-more.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { Select } from '../../ui/field/controls.js';
import { SearchField } from '../../ui/field/search-field.js';
import { messages } from '../messages/index.gen.js';
import { AdminList } from '../parts/admin-page.js';
import { readUsersSearch, type UserFilter, type UsersSearch, userFilters } from '../parts/search.js';
import { usePages } from '../parts/use-pages.js';
import { InviteDialog } from './invite-dialog.js';
import { ServiceDialog } from './service-dialog.js';
import { UserTable } from './user-table.js';

const route = getRouteApi('/frame/admin/users');

const requestOf = ({ text, only }: UsersSearch) => ({
  text,
  ...(only === 'disabled' && { state: 'disabled' as const }),
  ...(only === 'service' && { kind: 'service' as const }),
});

/** The people and services of the installation. */
export function UsersPage() {
  const m = messages.use();
  const search = readUsersSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const reading = usePages('getUsers', requestOf(search));
  const users = reading.pages.flatMap((page) => page.users);
  const [asks, setAsks] = useState<'person' | 'service'>();
  const change = (next: UsersSearch) => void navigate({ to: '/admin/users', search: next, replace: true });
  const only = (chosen: string) =>
    change({
      ...(search.text !== undefined && { text: search.text }),
      ...(chosen !== '' && { only: chosen as UserFilter }),
    });
  const none = (
    <Empty kind="filtered" title={m.noneMatch} actions={<Button onClick={() => change({})}>{m.clear}</Button>}>
      {m.noneMatchText}
    </Empty>
  );
  return (
    <AdminList
      title={m.users}
      total={reading.meta}
      of={reading}
      isRead={reading.data !== undefined}
      actions={
        <Button look="primary" icon={UserPlus} onClick={() => setAsks('person')}>
          {m.invite}
        </Button>
      }
      tools={
        <>
          <SearchField
            label={m.findUser}
            value={search.text ?? ''}
            onChange={(text) => change({ ...(search.only && { only: search.only }), ...(text !== '' && { text }) })}
          />
          <Select aria-label={m.show} value={search.only ?? ''} onChange={({ target }) => only(target.value)}>
            <option value="">{m.everybody}</option>
            {userFilters.map((filter) => (
              <option key={filter} value={filter}>
                {m.onlyUsers({ filter })}
              </option>
            ))}
          </Select>
          <Button icon={Bot} className="end" onClick={() => setAsks('service')}>
            {m.newService}
          </Button>
        </>
      }
    >
      {users.length === 0 ? none : <UserTable users={users} />}
      <ShowMore of={reading} />
      {asks === 'person' && <InviteDialog onClose={() => setAsks(undefined)} />}
      {asks === 'service' && <ServiceDialog onClose={() => setAsks(undefined)} />}
    </AdminList>
  );
}
