import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ShowMore } from '../../list/page/show-more.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { SearchField } from '../../ui/field/search-field.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';
import { AdminList } from '../parts/admin-page.js';
import { readListSearch } from '../parts/search.js';
import { usePages } from '../parts/use-pages.js';
import { ClientDeeds } from './client-deeds.js';
import { type Client, ClientName, ClientSecrets } from './client-state.js';

const route = getRouteApi('/frame/admin/clients');

/** What programs sign in with: ids with secrets that nobody can read again. */
export function ClientsPage() {
  const m = messages.use();
  const search = readListSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const reading = usePages('getClients', { text: search.text });
  const clients = reading.pages.flatMap((page) => page.clients);
  const change = (text: string) =>
    void navigate({ to: '/admin/clients', search: text === '' ? {} : { text }, replace: true });
  const none =
    search.text === undefined ? (
      <Empty kind="nothing" title={m.noClients}>
        {m.clientsText}
      </Empty>
    ) : (
      <Empty kind="filtered" title={m.noneMatch} actions={<Button onClick={() => change('')}>{m.clear}</Button>}>
        {m.noClientMatches}
      </Empty>
    );
  return (
    <AdminList
      title={m.clients}
      total={reading.meta}
      of={reading}
      isRead={reading.data !== undefined}
      tools={
        <>
          <SearchField label={m.findClient} value={search.text ?? ''} onChange={change} />
          <span className="t13 t3">{m.clientsText}</span>
        </>
      }
    >
      {clients.length === 0 ? none : <ClientTable clients={clients} />}
      <ShowMore of={reading} />
    </AdminList>
  );
}

function ClientTable({ clients }: { readonly clients: readonly Client[] }) {
  const m = messages.use();
  return (
    <Table aria-label={m.clients} density="roomy" layout="cards" className={styles.table}>
      <thead>
        <tr>
          <ColumnHead>{m.clientId}</ColumnHead>
          <ColumnHead>{m.actsAs}</ColumnHead>
          <ColumnHead>{m.scope}</ColumnHead>
          <ColumnHead>{m.secret}</ColumnHead>
          <ColumnHead>
            <span className="vh">{m.actions}</span>
          </ColumnHead>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <tr key={client.clientId}>
            <td>
              <ClientName client={client} />
            </td>
            <td>
              <Link to="/admin/users/$userId" params={{ userId: client.userId }}>
                {client.userName}
              </Link>
            </td>
            <td className="t3 clip">{client.scope === '' ? m.allRights : client.scope}</td>
            <td className="t3">
              <ClientSecrets client={client} />
            </td>
            <td>
              <ClientDeeds client={client} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
