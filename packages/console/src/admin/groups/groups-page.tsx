import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { ShowMore } from '../../list/page/show-more.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { SearchField } from '../../ui/field/search-field.js';
import { Icon } from '../../ui/icon/icon.js';
import { ColumnHead, figureCell, Table } from '../../ui/table/table.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';
import { AdminList } from '../parts/admin-page.js';
import { readListSearch } from '../parts/search.js';
import { usePages } from '../parts/use-pages.js';
import { type Group, GroupDialog } from './group-dialog.js';

const route = getRouteApi('/frame/admin/groups');

/** The groups of the installation. */
export function GroupsPage() {
  const m = messages.use();
  const search = readListSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const reading = usePages('getGroups', { name: search.text });
  const groups = reading.pages.flatMap((page) => page.groups);
  const [isCreating, setCreating] = useState(false);
  const change = (text: string) =>
    void navigate({ to: '/admin/groups', search: text === '' ? {} : { text }, replace: true });
  const none =
    search.text === undefined ? (
      <Empty kind="nothing" title={m.noGroups}>
        {m.noGroupsText}
      </Empty>
    ) : (
      <Empty kind="filtered" title={m.noneMatch} actions={<Button onClick={() => change('')}>{m.clear}</Button>}>
        {m.noGroupMatches}
      </Empty>
    );
  return (
    <AdminList
      title={m.groups}
      total={reading.meta}
      of={reading}
      isRead={reading.data !== undefined}
      actions={
        <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
          {m.newGroup}
        </Button>
      }
      tools={<SearchField label={m.findGroup} value={search.text ?? ''} onChange={change} />}
    >
      {groups.length === 0 ? none : <GroupTable groups={groups} />}
      <ShowMore of={reading} />
      {isCreating && <GroupDialog onClose={() => setCreating(false)} />}
    </AdminList>
  );
}

function GroupTable({ groups }: { readonly groups: readonly Group[] }) {
  const m = messages.use();
  const locale = useLocale();
  return (
    <Table aria-label={m.groups} density="roomy" layout="cards" className={styles.table}>
      <thead>
        <tr>
          <ColumnHead>{m.name}</ColumnHead>
          <ColumnHead>{m.description}</ColumnHead>
          <ColumnHead isFigure>{m.people}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ id, name, description, memberCount }) => (
          <tr key={id}>
            <td>
              <Link to="/admin/groups/$groupId" params={{ groupId: id }} className={styles.name}>
                <Icon of={Users} size={20} />
                <span className="clip">{name}</span>
              </Link>
            </td>
            <td className="t3 clip">{description}</td>
            <td className={figureCell}>{figure(memberCount, locale)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
