import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/queries.js';
import { useMe } from '../../session/session.js';
import { Badge } from '../../ui/badge/badge.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';
import { AdminPage } from '../parts/admin-page.js';

/** Every setting of the server that answers: its value, or that it is not shown, and where it comes from. */
export function SettingsPage() {
  const m = messages.use();
  const { administrator } = useMe();
  const query = useQuery({ ...read('getSettings', {}), enabled: administrator });
  const settings = query.data?.settings ?? [];
  return (
    <AdminPage title={m.settings} of={query} tools={<span className="t13 t3">{m.settingsText}</span>}>
      <Table aria-label={m.settings} layout="cards" className={`${styles.table} ${styles.settings}`}>
        <thead>
          <tr>
            <ColumnHead>{m.setting}</ColumnHead>
            <ColumnHead>{m.settingValue}</ColumnHead>
            <ColumnHead>{m.settingSource}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, description, value, source, isSecret }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
                <div className="t3 t12">{description}</div>
              </td>
              <td className={source === 'environment' ? 'b5' : 't3'}>
                {isSecret && source === 'environment' ? m.settingHidden : (value ?? '–')}
              </td>
              <td>
                <Badge tone={source === 'environment' ? 'running' : 'cancelled'}>{m.settingFrom({ source })}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </AdminPage>
  );
}
