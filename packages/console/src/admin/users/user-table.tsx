import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { AnswerOf } from '../../api/call.js';
import { Badge } from '../../ui/badge/badge.js';
import { Icon } from '../../ui/icon/icon.js';
import { Avatar } from '../../ui/people/avatar.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import styles from '../admin.module.css';
import { messages } from '../messages/index.gen.js';

export type User = AnswerOf<'getUsers'>['users'][number];

/** What is special about a user, beside the name. */
export function UserBadges({ user }: { readonly user: User }) {
  const m = messages.use();
  return (
    <>
      {user.administrator && <Badge tone="accent">{m.administrator}</Badge>}
      {user.disabled && <Badge tone="cancelled">{m.disabled}</Badge>}
    </>
  );
}

export function UserTable({ users }: { readonly users: readonly User[] }) {
  const m = messages.use();
  return (
    <Table aria-label={m.users} density="roomy" layout="cards" className={styles.table}>
      <thead>
        <tr>
          <ColumnHead>{m.name}</ColumnHead>
          <ColumnHead>{m.email}</ColumnHead>
          <ColumnHead>{m.since}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td>
              <span className="row">
                <Link to="/admin/users/$userId" params={{ userId: user.id }} className={styles.name}>
                  {user.kind === 'person' ? <Avatar name={user.name} size={24} /> : <Icon of={Bot} size={20} />}
                  <span className="clip">{user.name}</span>
                </Link>
                <UserBadges user={user} />
              </span>
            </td>
            <td className="t3 clip">{user.email}</td>
            <td className="t3">
              <When at={user.createdTs} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
