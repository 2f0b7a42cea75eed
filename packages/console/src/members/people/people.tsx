import { Users } from 'lucide-react';
import { Badge } from '../../ui/badge/badge.js';
import { Icon } from '../../ui/icon/icon.js';
import { Avatar } from '../../ui/people/avatar.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';
import { type Group, givenRole, type Holder, type Person } from '../model/given-roles.js';

export interface PeopleProps {
  readonly members: readonly Person[];
  readonly groups: readonly Group[];
  onOpen(holder: Holder): void;
}

/** Groups and people with their roles; on a phone each is a card. */
export function People({ members, groups, onOpen }: PeopleProps) {
  const m = messages.use();
  return (
    <Table aria-label={m.title} density="roomy" layout="cards" className={styles.table}>
      <thead>
        <tr>
          <ColumnHead>{m.name}</ColumnHead>
          <ColumnHead>{m.email}</ColumnHead>
          <ColumnHead>{m.roles}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.groupId}>
            <td>
              <button type="button" className={styles.name} onClick={() => onOpen({ kind: 'group', group })}>
                <Icon of={Users} size={20} />
                <span className="clip">{group.name}</span>
              </button>
            </td>
            <td className="t3">{m.group}</td>
            <td>
              <Roles holder={{ kind: 'group', group }} names={group.roles} />
            </td>
          </tr>
        ))}
        {members.map((person) => (
          <tr key={person.userId}>
            <td>
              <button type="button" className={styles.name} onClick={() => onOpen({ kind: 'person', person })}>
                <Avatar name={person.name} size={24} />
                <span className="clip">{person.name}</span>
                {person.disabled && <Badge tone="cancelled">{m.disabled}</Badge>}
              </button>
            </td>
            <td className="t3">
              <span className="clip">{person.email}</span>
            </td>
            <td>
              <Roles holder={{ kind: 'person', person }} names={person.roles} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Roles that come only through groups are told with the name of one. */
function Roles({ holder, names }: { readonly holder: Holder; readonly names: readonly string[] }) {
  const m = messages.use();
  return (
    <span className={styles.roles}>
      {names.map((name) => {
        const { isOfDocument, isManaged, groups } = givenRole(holder, name);
        return (
          <span key={name} className="row row-4">
            <Badge>{name}</Badge>
            {!isOfDocument && !isManaged && groups[0] !== undefined && (
              <span className="t12 t3">{m.throughGroup({ group: groups[0] })}</span>
            )}
          </span>
        );
      })}
    </span>
  );
}
